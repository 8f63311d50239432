CREATE TABLE "market_clock" (
	"id" integer PRIMARY KEY NOT NULL,
	"speed" integer NOT NULL,
	"ahead_ms" bigint NOT NULL,
	"gained_ms" bigint NOT NULL,
	"counted_at" timestamp with time zone NOT NULL,
	"version" integer NOT NULL,
	"stretch" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trading_bot_trades" (
	"id" uuid PRIMARY KEY NOT NULL,
	"bot_id" uuid NOT NULL,
	"run" integer NOT NULL,
	"user_id" bigint NOT NULL,
	"wallet_id" bigint,
	"wallet_name" text NOT NULL,
	"wallet_address" text NOT NULL,
	"class" text NOT NULL,
	"side" text NOT NULL,
	"mint" text NOT NULL,
	"symbol" text NOT NULL,
	"decimals" smallint NOT NULL,
	"currency" text NOT NULL,
	"amount" numeric(20, 0) NOT NULL,
	"expected" numeric(20, 0) NOT NULL,
	"min_out" numeric(20, 0) NOT NULL,
	"slippage_bps" integer NOT NULL,
	"deadline" timestamp with time zone NOT NULL,
	"price_usd" numeric(39, 0) NOT NULL,
	"value_usd" numeric(39, 0) NOT NULL,
	"status" text NOT NULL,
	"spent" numeric(20, 0),
	"received" numeric(20, 0),
	"fee" numeric(20, 0),
	"rent" numeric(20, 0),
	"error" text,
	"is_final" boolean DEFAULT false NOT NULL,
	"market_time" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trading_bot_wallets" (
	"bot_id" uuid NOT NULL,
	"wallet_id" bigint NOT NULL,
	"due_at" timestamp with time zone,
	"last_turn_at" timestamp with time zone,
	"class" text,
	"skip" text,
	"trades" integer DEFAULT 0 NOT NULL,
	"token_change" numeric(39, 0) DEFAULT 0 NOT NULL,
	"currency_change" numeric(39, 0) DEFAULT 0 NOT NULL,
	"fees" numeric(39, 0) DEFAULT 0 NOT NULL,
	"last_trade_at" timestamp with time zone,
	CONSTRAINT "trading_bot_wallets_bot_id_wallet_id_pk" PRIMARY KEY("bot_id","wallet_id")
);
--> statement-breakpoint
CREATE TABLE "trading_bots" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"group_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"parameters" jsonb NOT NULL,
	"parameter_status" text NOT NULL,
	"status" text DEFAULT 'inactive' NOT NULL,
	"owner" text,
	"run" integer DEFAULT 0 NOT NULL,
	"start_key" text,
	"stop_key" text,
	"started_at" timestamp with time zone,
	"symbol" text DEFAULT '' NOT NULL,
	"decimals" smallint DEFAULT 0 NOT NULL,
	"notice" text,
	"trades" integer DEFAULT 0 NOT NULL,
	"buys" integer DEFAULT 0 NOT NULL,
	"whale_trades" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"volume_usd" numeric(39, 0) DEFAULT 0 NOT NULL,
	"fees" numeric(39, 0) DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "trading_bots_groupId_unique" UNIQUE("group_id")
);
--> statement-breakpoint
ALTER TABLE "trading_bot_trades" ADD CONSTRAINT "trading_bot_trades_bot_id_trading_bots_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."trading_bots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trading_bot_trades" ADD CONSTRAINT "trading_bot_trades_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trading_bot_trades" ADD CONSTRAINT "trading_bot_trades_wallet_id_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."wallets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trading_bot_wallets" ADD CONSTRAINT "trading_bot_wallets_bot_id_trading_bots_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."trading_bots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trading_bot_wallets" ADD CONSTRAINT "trading_bot_wallets_wallet_id_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."wallets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trading_bots" ADD CONSTRAINT "trading_bots_group_id_wallet_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."wallet_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trading_bots" ADD CONSTRAINT "trading_bots_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "trading_bot_trades_newest" ON "trading_bot_trades" USING btree ("bot_id","created_at","id");--> statement-breakpoint
CREATE INDEX "trading_bot_trades_wallet" ON "trading_bot_trades" USING btree ("wallet_id");--> statement-breakpoint
CREATE INDEX "trading_bot_trades_old" ON "trading_bot_trades" USING btree ("created_at") WHERE is_final;--> statement-breakpoint
CREATE UNIQUE INDEX "trading_bot_trades_placed" ON "trading_bot_trades" USING btree ("bot_id","wallet_id") WHERE status = 'placed';--> statement-breakpoint
CREATE INDEX "trading_bot_trades_open" ON "trading_bot_trades" USING btree ("id") WHERE status <> 'placed' and not is_final;--> statement-breakpoint
CREATE INDEX "trading_bot_wallets_due" ON "trading_bot_wallets" USING btree ("bot_id","due_at");--> statement-breakpoint
CREATE INDEX "trading_bot_wallets_wallet" ON "trading_bot_wallets" USING btree ("wallet_id");--> statement-breakpoint
CREATE INDEX "trading_bots_user" ON "trading_bots" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "trading_bots_live" ON "trading_bots" USING btree ("id") WHERE status <> 'inactive';