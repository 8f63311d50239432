CREATE TABLE "idempotency_keys" (
	"user_id" bigint NOT NULL,
	"route" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"owner" text,
	"status" integer,
	"answer" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_route_key_pk" PRIMARY KEY("user_id","route","key")
);
--> statement-breakpoint
CREATE TABLE "processes" (
	"id" text PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_windows" (
	"key" text PRIMARY KEY NOT NULL,
	"hits" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox_mails" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"secret" text,
	"ref" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "market_impacts" (
	"operation_id" uuid NOT NULL,
	"mint" text NOT NULL,
	"ppb" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "market_impacts_operation_id_mint_pk" PRIMARY KEY("operation_id","mint")
);
--> statement-breakpoint
CREATE TABLE "sign_in_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"purpose" text NOT NULL,
	"intent" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries_left" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" bigint NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "channel_tickets" (
	"ticket_hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"keys_need_code" boolean,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "agents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"name" text NOT NULL,
	"external_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"shown_plan_hash" text,
	"shown_plan" jsonb,
	"parses" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "chat_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "chat_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"agent_id" bigint NOT NULL,
	"role" text NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "portfolio_snapshots" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "portfolio_snapshots_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"group_id" bigint,
	"at" timestamp with time zone NOT NULL,
	"lamports" numeric(39, 0) NOT NULL,
	"micro_usd" numeric(39, 0),
	"total_lamports" numeric(39, 0)
);
--> statement-breakpoint
CREATE TABLE "token_accounts" (
	"wallet_id" bigint NOT NULL,
	"account" text NOT NULL,
	"mint" text NOT NULL,
	"decimals" integer NOT NULL,
	CONSTRAINT "token_accounts_wallet_id_account_pk" PRIMARY KEY("wallet_id","account")
);
--> statement-breakpoint
CREATE TABLE "token_looks" (
	"wallet_id" bigint PRIMARY KEY NOT NULL,
	"looked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_letters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"owner" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_mails" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notification_mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"agent_name" text NOT NULL,
	"text" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"letter_id" uuid
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"settings" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"agent_id" bigint NOT NULL,
	"agent_name" text NOT NULL,
	"strategy_id" uuid NOT NULL,
	"status" text,
	"text" text NOT NULL,
	"read" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "strategies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"agent_id" bigint NOT NULL,
	"agent_external_id" text NOT NULL,
	"plan" jsonb NOT NULL,
	"wallet_addresses" jsonb NOT NULL,
	"group_id" bigint,
	"status" text NOT NULL,
	"reason" text,
	"run" integer DEFAULT 1 NOT NULL,
	"state" jsonb NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"origin_key" text NOT NULL,
	"base" jsonb,
	"bought_base" numeric(39, 0) DEFAULT 0 NOT NULL,
	"sold_base" numeric(39, 0) DEFAULT 0 NOT NULL,
	"spent_quote" numeric(39, 0) DEFAULT 0 NOT NULL,
	"received_quote" numeric(39, 0) DEFAULT 0 NOT NULL,
	"fees_lamports" numeric(39, 0) DEFAULT 0 NOT NULL,
	"owner" text,
	"held_since" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "strategy_halts" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "strategy_logs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "strategy_logs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"agent_id" bigint NOT NULL,
	"agent_external_id" text NOT NULL,
	"strategy_id" uuid,
	"message" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "strategy_orders" (
	"strategy_id" uuid NOT NULL,
	"run" integer NOT NULL,
	"seq" integer NOT NULL,
	"wallet_address" text NOT NULL,
	"side" text NOT NULL,
	"input_mint" text NOT NULL,
	"output_mint" text NOT NULL,
	"in_amount" numeric(39, 0) NOT NULL,
	"status" text NOT NULL,
	"out_amount" numeric(39, 0),
	"error" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"spent" numeric(39, 0),
	"fee" numeric(20, 0),
	"profit" numeric(39, 0),
	"token_price" numeric(39, 0),
	"quote_price" numeric(39, 0),
	"ended_at" timestamp with time zone,
	CONSTRAINT "strategy_orders_strategy_id_run_seq_wallet_address_pk" PRIMARY KEY("strategy_id","run","seq","wallet_address")
);
--> statement-breakpoint
CREATE TABLE "strategy_runners" (
	"owner" text PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "strategy_steps" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "strategy_steps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"strategy_id" uuid NOT NULL,
	"run" integer NOT NULL,
	"event" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"gap_ms" bigint NOT NULL,
	"held_since" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "top_up_refusals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "top_up_refusals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"reason" text NOT NULL,
	"wallet_id" bigint NOT NULL,
	"wallet_name" text NOT NULL,
	"address" text NOT NULL,
	"funding_name" text NOT NULL,
	"funding_address" text NOT NULL,
	"day" date NOT NULL,
	"over" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "top_up_rounds" (
	"operation_id" uuid PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"day" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "top_up_settings" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"enabled" boolean NOT NULL,
	"funding_wallet_id" bigint,
	"amount" numeric(20, 0) NOT NULL,
	"minimum" numeric(20, 0) NOT NULL,
	"grouped_only" boolean NOT NULL,
	"daily_cap" numeric(20, 0),
	"version" integer NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"type" text NOT NULL,
	"origin_key" text NOT NULL,
	"status" text NOT NULL,
	"request" jsonb NOT NULL,
	"result" jsonb,
	"error" text,
	"owner" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reservations" (
	"operation_id" uuid NOT NULL,
	"address" text NOT NULL,
	"mint" text NOT NULL,
	"amount" numeric(20, 0) NOT NULL,
	"exclusive" boolean DEFAULT false NOT NULL,
	"released_at_slot" numeric(20, 0),
	CONSTRAINT "reservations_operation_id_address_mint_pk" PRIMARY KEY("operation_id","address","mint")
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"signature" text PRIMARY KEY NOT NULL,
	"operation_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	"last_valid_block_height" numeric(20, 0) NOT NULL,
	"positions" integer[],
	"state" text NOT NULL,
	"slot" numeric(20, 0),
	"fee" numeric(20, 0),
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transfers" (
	"operation_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"wallet_id" bigint,
	"wallet_name" text NOT NULL,
	"source" text NOT NULL,
	"destination" text NOT NULL,
	"mint" text NOT NULL,
	"amount" numeric(20, 0) NOT NULL,
	"status" text NOT NULL,
	"signature" text,
	"error" text,
	CONSTRAINT "transfers_operation_id_position_pk" PRIMARY KEY("operation_id","position")
);
--> statement-breakpoint
CREATE TABLE "connected_wallets" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"wallet_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "data_keys" (
	"owner" text PRIMARY KEY NOT NULL,
	"sealed_key" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wallet_group_members" (
	"group_id" bigint NOT NULL,
	"wallet_id" bigint NOT NULL,
	CONSTRAINT "wallet_group_members_group_id_wallet_id_pk" PRIMARY KEY("group_id","wallet_id")
);
--> statement-breakpoint
CREATE TABLE "key_audit" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "key_audit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"wallet_id" bigint NOT NULL,
	"address" text NOT NULL,
	"action" text NOT NULL,
	"client" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "key_exports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "key_exports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"wallets" integer NOT NULL,
	"client" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"told_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "system_wallets" (
	"role" text PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"sealed_key" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wallet_groups" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wallet_groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"color" text NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wallets" (
	"id" bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "wallets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"sealed_key" "bytea" NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_tickets" ADD CONSTRAINT "channel_tickets_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portfolio_snapshots" ADD CONSTRAINT "portfolio_snapshots_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portfolio_snapshots" ADD CONSTRAINT "portfolio_snapshots_group_id_wallet_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."wallet_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_accounts" ADD CONSTRAINT "token_accounts_wallet_id_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."wallets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_looks" ADD CONSTRAINT "token_looks_wallet_id_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."wallets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_letters" ADD CONSTRAINT "notification_letters_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_mails" ADD CONSTRAINT "notification_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_mails" ADD CONSTRAINT "notification_mails_letter_id_notification_letters_id_fk" FOREIGN KEY ("letter_id") REFERENCES "public"."notification_letters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "strategies" ADD CONSTRAINT "strategies_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "strategy_halts" ADD CONSTRAINT "strategy_halts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "strategy_logs" ADD CONSTRAINT "strategy_logs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "strategy_orders" ADD CONSTRAINT "strategy_orders_strategy_id_strategies_id_fk" FOREIGN KEY ("strategy_id") REFERENCES "public"."strategies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "strategy_steps" ADD CONSTRAINT "strategy_steps_strategy_id_strategies_id_fk" FOREIGN KEY ("strategy_id") REFERENCES "public"."strategies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "top_up_refusals" ADD CONSTRAINT "top_up_refusals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "top_up_rounds" ADD CONSTRAINT "top_up_rounds_operation_id_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."operations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "top_up_rounds" ADD CONSTRAINT "top_up_rounds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "top_up_settings" ADD CONSTRAINT "top_up_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "top_up_settings" ADD CONSTRAINT "top_up_settings_funding_wallet_id_wallets_id_fk" FOREIGN KEY ("funding_wallet_id") REFERENCES "public"."wallets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_operation_id_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."operations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_operation_id_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."operations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_operation_id_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."operations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connected_wallets" ADD CONSTRAINT "connected_wallets_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connected_wallets" ADD CONSTRAINT "connected_wallets_wallet_id_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."wallets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_group_members" ADD CONSTRAINT "wallet_group_members_group_id_wallet_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."wallet_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_group_members" ADD CONSTRAINT "wallet_group_members_wallet_id_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."wallets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_audit" ADD CONSTRAINT "key_audit_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_exports" ADD CONSTRAINT "key_exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_groups" ADD CONSTRAINT "wallet_groups_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "market_impacts_mint" ON "market_impacts" USING btree ("mint","at");--> statement-breakpoint
CREATE INDEX "market_impacts_at" ON "market_impacts" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "sign_in_codes_email_purpose" ON "sign_in_codes" USING btree ("email","purpose");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token_hash" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "agents_user" ON "agents" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "agents_external" ON "agents" USING btree ("external_id");--> statement-breakpoint
CREATE INDEX "chat_messages_agent" ON "chat_messages" USING btree ("agent_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "portfolio_snapshots_once" ON "portfolio_snapshots" USING btree ("user_id",coalesce(group_id, 0),"at");--> statement-breakpoint
CREATE INDEX "portfolio_snapshots_at" ON "portfolio_snapshots" USING btree ("at");--> statement-breakpoint
CREATE INDEX "notification_letters_next" ON "notification_letters" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "notification_mails_waiting" ON "notification_mails" USING btree ("user_id","at") WHERE letter_id is null;--> statement-breakpoint
CREATE INDEX "notification_mails_letter" ON "notification_mails" USING btree ("letter_id");--> statement-breakpoint
CREATE INDEX "notifications_user" ON "notifications" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE not read;--> statement-breakpoint
CREATE INDEX "strategies_agent" ON "strategies" USING btree ("agent_id","created_at");--> statement-breakpoint
CREATE INDEX "strategies_user" ON "strategies" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "strategies_live" ON "strategies" USING btree ("status") WHERE status in ('active', 'paused', 'stopping');--> statement-breakpoint
CREATE UNIQUE INDEX "strategies_origin" ON "strategies" USING btree ("origin_key");--> statement-breakpoint
CREATE UNIQUE INDEX "strategies_one_live" ON "strategies" USING btree ("agent_id") WHERE status in ('active', 'paused', 'stopping');--> statement-breakpoint
CREATE INDEX "strategy_logs_agent" ON "strategy_logs" USING btree ("agent_id","id");--> statement-breakpoint
CREATE INDEX "strategy_logs_strategy" ON "strategy_logs" USING btree ("strategy_id","id");--> statement-breakpoint
CREATE INDEX "strategy_steps_run" ON "strategy_steps" USING btree ("strategy_id","run","id");--> statement-breakpoint
CREATE UNIQUE INDEX "top_up_refusals_low" ON "top_up_refusals" USING btree ("user_id","wallet_id") WHERE reason = 'funding_low' and not over;--> statement-breakpoint
CREATE UNIQUE INDEX "top_up_refusals_cap" ON "top_up_refusals" USING btree ("user_id","day") WHERE reason = 'cap_reached' and not over;--> statement-breakpoint
CREATE INDEX "top_up_refusals_user" ON "top_up_refusals" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "top_up_rounds_day" ON "top_up_rounds" USING btree ("user_id","day");--> statement-breakpoint
CREATE UNIQUE INDEX "operations_origin" ON "operations" USING btree ("origin_key");--> statement-breakpoint
CREATE INDEX "operations_user" ON "operations" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "operations_status" ON "operations" USING btree ("status");--> statement-breakpoint
CREATE INDEX "reservations_address" ON "reservations" USING btree ("address","mint");--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_attempt" ON "transactions" USING btree ("operation_id","attempt");--> statement-breakpoint
CREATE INDEX "wallet_group_members_wallet" ON "wallet_group_members" USING btree ("wallet_id");--> statement-breakpoint
CREATE INDEX "key_audit_user" ON "key_audit" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "wallet_groups_user" ON "wallet_groups" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_groups_one_default" ON "wallet_groups" USING btree ("user_id") WHERE is_default;--> statement-breakpoint
CREATE INDEX "wallets_user" ON "wallets" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "wallets_address" ON "wallets" USING btree ("address");--> statement-breakpoint
CREATE UNIQUE INDEX "wallets_user_address" ON "wallets" USING btree ("user_id","address");--> statement-breakpoint
CREATE UNIQUE INDEX "wallets_one_default" ON "wallets" USING btree ("user_id") WHERE is_default;