CREATE TABLE "portfolio_accounts" (
	"wallet_id" bigint NOT NULL,
	"account" text NOT NULL,
	"mint" text NOT NULL,
	"decimals" integer NOT NULL,
	"amount" numeric(20, 0) NOT NULL,
	"price" numeric(39, 0),
	"signature" text,
	"slot" numeric(20, 0),
	CONSTRAINT "portfolio_accounts_wallet_id_account_pk" PRIMARY KEY("wallet_id","account")
);
--> statement-breakpoint
CREATE TABLE "portfolio_agents" (
	"agent_id" bigint NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"user_id" bigint NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	"held_usd" numeric(39, 0) NOT NULL,
	"profit_usd" numeric(39, 0) NOT NULL,
	CONSTRAINT "portfolio_agents_agent_id_hour_pk" PRIMARY KEY("agent_id","hour")
);
--> statement-breakpoint
CREATE TABLE "portfolio_flows" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "portfolio_flows_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"wallet_id" bigint NOT NULL,
	"other_id" bigint,
	"mint" text NOT NULL,
	"signature" text NOT NULL,
	"amount" numeric(39, 0) NOT NULL,
	"micro_usd" numeric(39, 0) NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "portfolio_runs" (
	"strategy_id" uuid NOT NULL,
	"run" integer NOT NULL,
	"user_id" bigint NOT NULL,
	"profit_usd" numeric(39, 0) NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "portfolio_runs_strategy_id_run_pk" PRIMARY KEY("strategy_id","run")
);
--> statement-breakpoint
CREATE TABLE "portfolio_wallets" (
	"wallet_id" bigint PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"address" text NOT NULL,
	"group_ids" bigint[] NOT NULL,
	"micro_usd" numeric(39, 0) NOT NULL,
	"since_slot" numeric(20, 0)
);
--> statement-breakpoint
ALTER TABLE "portfolio_snapshots" ADD COLUMN "taken_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "portfolio_snapshots" ADD COLUMN "deposited" numeric(39, 0);--> statement-breakpoint
ALTER TABLE "portfolio_snapshots" ADD COLUMN "withdrawn" numeric(39, 0);--> statement-breakpoint
ALTER TABLE "portfolio_snapshots" ADD COLUMN "recorded_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "portfolio_snapshots" ADD COLUMN "origin_usd" numeric(39, 0);--> statement-breakpoint
ALTER TABLE "portfolio_accounts" ADD CONSTRAINT "portfolio_accounts_wallet_id_portfolio_wallets_wallet_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."portfolio_wallets"("wallet_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portfolio_agents" ADD CONSTRAINT "portfolio_agents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portfolio_flows" ADD CONSTRAINT "portfolio_flows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portfolio_runs" ADD CONSTRAINT "portfolio_runs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portfolio_wallets" ADD CONSTRAINT "portfolio_wallets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "portfolio_agents_user" ON "portfolio_agents" USING btree ("user_id","hour");--> statement-breakpoint
CREATE INDEX "portfolio_agents_hour" ON "portfolio_agents" USING btree ("hour");--> statement-breakpoint
CREATE UNIQUE INDEX "portfolio_flows_once" ON "portfolio_flows" USING btree ("wallet_id","signature","mint",coalesce(other_id, 0),(amount > 0));--> statement-breakpoint
CREATE INDEX "portfolio_flows_user" ON "portfolio_flows" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "portfolio_flows_at" ON "portfolio_flows" USING btree ("at");--> statement-breakpoint
CREATE INDEX "portfolio_runs_at" ON "portfolio_runs" USING btree ("at");--> statement-breakpoint
CREATE INDEX "portfolio_wallets_user" ON "portfolio_wallets" USING btree ("user_id");