CREATE TABLE "created_tokens" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "created_tokens_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"operation_id" uuid NOT NULL,
	"mint" text NOT NULL,
	"symbol" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"image" text NOT NULL,
	"decimals" integer NOT NULL,
	"supply" numeric(20, 0) NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "token_grants" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "token_grants_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"token_id" bigint NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "whitelist_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "whitelist_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"wallet" text NOT NULL,
	"mint" text NOT NULL,
	"added_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "whitelist_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "created_tokens" ADD CONSTRAINT "created_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_grants" ADD CONSTRAINT "token_grants_token_id_created_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."created_tokens"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "whitelist_entries" ADD CONSTRAINT "whitelist_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "created_tokens_mint" ON "created_tokens" USING btree ("mint");--> statement-breakpoint
CREATE INDEX "created_tokens_user" ON "created_tokens" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "created_tokens_operation" ON "created_tokens" USING btree ("operation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "token_grants_once" ON "token_grants" USING btree ("token_id","email");--> statement-breakpoint
CREATE INDEX "token_grants_email" ON "token_grants" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "whitelist_entries_pair" ON "whitelist_entries" USING btree ("user_id","wallet","mint");--> statement-breakpoint
CREATE INDEX "whitelist_entries_user" ON "whitelist_entries" USING btree ("user_id","id");