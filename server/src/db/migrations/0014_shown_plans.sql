CREATE TABLE "shown_plans" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shown_plans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"agent_id" bigint NOT NULL,
	"plan" jsonb NOT NULL,
	"hash" text,
	"feasible" boolean NOT NULL,
	"assumptions" jsonb NOT NULL,
	"wallet_assumption" text,
	"reading" jsonb NOT NULL,
	"changes" jsonb,
	"figures" jsonb,
	"preview" jsonb,
	"wallet_addresses" jsonb NOT NULL,
	"group_id" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"executed_at" timestamp with time zone,
	"strategy_id" uuid
);
--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "plan_id" bigint;--> statement-breakpoint
ALTER TABLE "shown_plans" ADD CONSTRAINT "shown_plans_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shown_plans_agent" ON "shown_plans" USING btree ("agent_id","id");--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_plan_id_shown_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."shown_plans"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_messages_plan" ON "chat_messages" USING btree ("plan_id") WHERE plan_id is not null;