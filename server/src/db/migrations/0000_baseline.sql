CREATE TABLE "audit" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"type" text NOT NULL,
	"detail" jsonb NOT NULL,
	"address" text NOT NULL,
	"device" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
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
	"seen_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "candle_pools" (
	"mint" text PRIMARY KEY NOT NULL,
	"pool" text NOT NULL,
	"chosen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "candle_series" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "candle_series_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"mint" text NOT NULL,
	"seconds" integer NOT NULL,
	"begins_at" bigint,
	"claimed_until" timestamp with time zone,
	"read_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "candle_spans" (
	"series_id" integer NOT NULL,
	"starts" bigint NOT NULL,
	"ends" bigint NOT NULL,
	CONSTRAINT "candle_spans_series_id_starts_pk" PRIMARY KEY("series_id","starts")
);
--> statement-breakpoint
CREATE TABLE "candles" (
	"series_id" integer NOT NULL,
	"time" bigint NOT NULL,
	"open" double precision NOT NULL,
	"high" double precision NOT NULL,
	"low" double precision NOT NULL,
	"close" double precision NOT NULL,
	"volume" double precision NOT NULL,
	CONSTRAINT "candles_series_id_time_pk" PRIMARY KEY("series_id","time")
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
CREATE TABLE "market_traded" (
	"mint" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "code_mailings" (
	"email" text PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"times" jsonb NOT NULL,
	"last_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"purpose" text NOT NULL,
	"asker" text DEFAULT '' NOT NULL,
	"code_hash" text,
	"long" boolean DEFAULT false NOT NULL,
	"tries_left" integer NOT NULL,
	"tried_at" timestamp with time zone,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"mailed_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" bigint NOT NULL,
	"token_hash" text NOT NULL,
	"used_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" bigint NOT NULL,
	"token_hash" text NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "spending_limits" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"per_day" numeric(20, 0) NOT NULL,
	"per_order" numeric(20, 0) NOT NULL
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
	"whitelist_only" boolean,
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
	"unsaid" jsonb,
	"last_plan_hash" text,
	"pending" jsonb,
	"asked" jsonb,
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
	"plan_id" bigint,
	"question_id" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "portfolio_snapshots" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "portfolio_snapshots_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"group_id" bigint,
	"at" timestamp with time zone NOT NULL,
	"lamports" numeric(39, 0) NOT NULL,
	"micro_usd" numeric(39, 0),
	"total_lamports" numeric(39, 0),
	"taken_at" timestamp with time zone,
	"deposited" numeric(39, 0),
	"withdrawn" numeric(39, 0),
	"recorded_since" timestamp with time zone,
	"origin_usd" numeric(39, 0),
	"is_last_of_hour" boolean DEFAULT false NOT NULL
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
CREATE TABLE "wallet_values" (
	"user_id" bigint NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"micro_usd" jsonb NOT NULL,
	CONSTRAINT "wallet_values_user_id_hour_pk" PRIMARY KEY("user_id","hour")
);
--> statement-breakpoint
CREATE TABLE "distribution_templates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "distribution_templates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"mint" text,
	"mode" text NOT NULL,
	"wallets" integer NOT NULL,
	"form" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "trade_refusals" (
	"operation_id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_mails" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notification_mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"agent_name" text NOT NULL,
	"operation_id" uuid,
	"text" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"letter_id" uuid
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
CREATE TABLE "notification_settings" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"settings" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"agent_id" bigint,
	"agent_name" text NOT NULL,
	"strategy_id" uuid,
	"operation_id" uuid,
	"status" text,
	"text" text NOT NULL,
	"read" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_mails" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"payment_id" bigint,
	"about" text,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payment_lines" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"wallet_id" bigint NOT NULL,
	"wallet_name" text NOT NULL,
	"wallet_address" text NOT NULL,
	"amount" numeric(20, 0) NOT NULL,
	"operation_id" uuid,
	"transfer_position" integer
);
--> statement-breakpoint
CREATE TABLE "payment_quotes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_quotes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_id" bigint NOT NULL,
	"lamports" numeric(20, 0) NOT NULL,
	"usd" numeric(20, 0) NOT NULL,
	"rate" numeric(39, 0) NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"valid_until" timestamp with time zone NOT NULL,
	"received" numeric(20, 0) DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_receipts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_receipts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_id" bigint NOT NULL,
	"recipient" text NOT NULL,
	"signature" text NOT NULL,
	"state" text NOT NULL,
	"mint" text NOT NULL,
	"amount" numeric(20, 0) NOT NULL,
	"decimals" integer NOT NULL,
	"credited_usd" numeric(20, 0),
	"unpriced" boolean DEFAULT false NOT NULL,
	"rate" numeric(39, 0),
	"late" boolean DEFAULT false NOT NULL,
	"from" text,
	"slot" numeric(20, 0) NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"named" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_refunds" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_refunds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_id" bigint NOT NULL,
	"receipt_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"operation_id" uuid NOT NULL,
	"request_key" text NOT NULL,
	"to" text NOT NULL,
	"mint" text NOT NULL,
	"decimals" integer NOT NULL,
	"amount" numeric(20, 0) NOT NULL,
	"withheld" numeric(20, 0) DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payment_settings" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"tolerance" integer DEFAULT 0 NOT NULL,
	"wallet_id" bigint
);
--> statement-breakpoint
CREATE TABLE "payment_unread" (
	"recipient" text NOT NULL,
	"signature" text NOT NULL,
	"block_time" bigint,
	"next_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_wallets" (
	"address" text PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"cursor" text,
	"backlog_before" text,
	"backlog_cursor" text,
	"backlog_began_at" timestamp with time zone,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"reference" text NOT NULL,
	"amount_usd" numeric(20, 0) NOT NULL,
	"status" text NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"decidable_from" integer DEFAULT 1 NOT NULL,
	"tolerance" integer NOT NULL,
	"payer_email" text,
	"payer_name" text,
	"return_url" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"approved_at" timestamp with time zone,
	"accepted" boolean DEFAULT false NOT NULL,
	"wallet_id" bigint,
	"wallet_name" text NOT NULL,
	"wallet_address" text NOT NULL,
	"credited_usd" numeric(20, 0) DEFAULT 0 NOT NULL,
	"in_time_usd" numeric(20, 0) DEFAULT 0 NOT NULL,
	"received_lamports" numeric(20, 0) DEFAULT 0 NOT NULL,
	"priced_lamports" numeric(20, 0) DEFAULT 0 NOT NULL,
	"rate" numeric(39, 0),
	"late" boolean DEFAULT false NOT NULL,
	"wrong_token" boolean DEFAULT false NOT NULL,
	"received" boolean DEFAULT false NOT NULL,
	"amount_sol" numeric(20, 0),
	"exchange_rate" numeric(39, 0),
	"run" integer DEFAULT 0 NOT NULL,
	"planned_at" timestamp with time zone,
	"distributed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "webhook_bodies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"event" text NOT NULL,
	"payment_id" bigint,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"webhook_id" bigint NOT NULL,
	"body_id" uuid NOT NULL,
	"url" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"response_status" integer,
	"problem" text,
	"created_at" timestamp with time zone NOT NULL,
	"last_attempt_at" timestamp with time zone,
	"next_attempt_at" timestamp with time zone,
	"owner" text
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "webhooks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"url" text NOT NULL,
	"host" text NOT NULL,
	"events" text[] NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"sealed_secret" "bytea" NOT NULL,
	"failing_since" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
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
	"closing" boolean DEFAULT false NOT NULL,
	"any_price_since" bigint,
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
	"market_quote" numeric(39, 0) DEFAULT 0 NOT NULL,
	"rent_lamports" numeric(39, 0) DEFAULT 0 NOT NULL,
	"owner" text,
	"held_since" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"end_prices" jsonb
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
	"kind" text DEFAULT 'engine' NOT NULL,
	"data" jsonb,
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
	"is_exit" boolean DEFAULT false NOT NULL,
	"min_out" numeric(39, 0),
	"deadline" timestamp with time zone,
	"status" text NOT NULL,
	"out_amount" numeric(39, 0),
	"error" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"spent" numeric(39, 0),
	"fee" numeric(20, 0),
	"rent" numeric(20, 0),
	"profit" numeric(39, 0),
	"token_price" numeric(39, 0),
	"quote_price" numeric(39, 0),
	"ended_at" timestamp with time zone,
	"is_final" boolean DEFAULT false NOT NULL,
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
CREATE TABLE "strategy_stretches" (
	"strategy_id" uuid NOT NULL,
	"run" integer NOT NULL,
	"begins" bigint NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"bought_base" numeric(39, 0) NOT NULL,
	"sold_base" numeric(39, 0) NOT NULL,
	"spent_quote" numeric(39, 0) NOT NULL,
	"received_quote" numeric(39, 0) NOT NULL,
	"fees_lamports" numeric(39, 0) NOT NULL,
	"priced_at" timestamp with time zone,
	"token_price" numeric(39, 0),
	"quote_price" numeric(39, 0),
	CONSTRAINT "strategy_stretches_strategy_id_run_begins_pk" PRIMARY KEY("strategy_id","run","begins")
);
--> statement-breakpoint
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
	"day" date NOT NULL,
	"at" timestamp with time zone NOT NULL
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
	"round_at" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "open_spends" (
	"operation_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"user_id" bigint NOT NULL,
	"amount" numeric(39, 0) NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "open_spends_operation_id_position_pk" PRIMARY KEY("operation_id","position")
);
--> statement-breakpoint
CREATE TABLE "restored_spends" (
	"operation_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"email" text NOT NULL,
	"amount" numeric(39, 0) NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "restored_spends_operation_id_position_pk" PRIMARY KEY("operation_id","position")
);
--> statement-breakpoint
CREATE TABLE "spent_minutes" (
	"user_id" bigint NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	"amount" numeric(39, 0) NOT NULL,
	CONSTRAINT "spent_minutes_user_id_minute_pk" PRIMARY KEY("user_id","minute")
);
--> statement-breakpoint
CREATE TABLE "fee_payers" (
	"address" text PRIMARY KEY NOT NULL,
	"signature" text NOT NULL,
	"slot" numeric(20, 0) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operation_halts" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"count" integer NOT NULL
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
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finalized_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "released_signatures" (
	"signature" text PRIMARY KEY NOT NULL,
	"released_at" timestamp with time zone DEFAULT now() NOT NULL
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
	"signed_slot" numeric(20, 0),
	"state" text NOT NULL,
	"ended_at" timestamp with time zone,
	"finalized" boolean DEFAULT false NOT NULL,
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
	"refusal" text,
	"operation_at" timestamp with time zone DEFAULT now() NOT NULL,
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
	"sealed_key" "bytea" NOT NULL,
	"former_key" "bytea",
	"resealed_to" bigint DEFAULT 0 NOT NULL,
	"stale_since" timestamp with time zone,
	"unopened" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk_secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"sealed_secret" "bytea" NOT NULL
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
	"about" text DEFAULT '' NOT NULL,
	"wallets" integer NOT NULL,
	"client" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"mailed_at" timestamp with time zone
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
	"imported_at" timestamp with time zone,
	"key_out_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "candle_spans" ADD CONSTRAINT "candle_spans_series_id_candle_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."candle_series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spending_limits" ADD CONSTRAINT "spending_limits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_tickets" ADD CONSTRAINT "channel_tickets_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_plan_id_shown_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."shown_plans"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shown_plans" ADD CONSTRAINT "shown_plans_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portfolio_accounts" ADD CONSTRAINT "portfolio_accounts_wallet_id_portfolio_wallets_wallet_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."portfolio_wallets"("wallet_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portfolio_agents" ADD CONSTRAINT "portfolio_agents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portfolio_flows" ADD CONSTRAINT "portfolio_flows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portfolio_runs" ADD CONSTRAINT "portfolio_runs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portfolio_snapshots" ADD CONSTRAINT "portfolio_snapshots_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portfolio_snapshots" ADD CONSTRAINT "portfolio_snapshots_group_id_wallet_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."wallet_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portfolio_wallets" ADD CONSTRAINT "portfolio_wallets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_accounts" ADD CONSTRAINT "token_accounts_wallet_id_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."wallets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_looks" ADD CONSTRAINT "token_looks_wallet_id_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."wallets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_values" ADD CONSTRAINT "wallet_values_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "distribution_templates" ADD CONSTRAINT "distribution_templates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trade_refusals" ADD CONSTRAINT "trade_refusals_operation_id_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."operations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_mails" ADD CONSTRAINT "notification_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_mails" ADD CONSTRAINT "notification_mails_letter_id_notification_letters_id_fk" FOREIGN KEY ("letter_id") REFERENCES "public"."notification_letters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_letters" ADD CONSTRAINT "notification_letters_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_mails" ADD CONSTRAINT "payment_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_mails" ADD CONSTRAINT "payment_mails_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_lines" ADD CONSTRAINT "payment_lines_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_quotes" ADD CONSTRAINT "payment_quotes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_receipts" ADD CONSTRAINT "payment_receipts_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_receipt_id_payment_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."payment_receipts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_settings" ADD CONSTRAINT "payment_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_settings" ADD CONSTRAINT "payment_settings_wallet_id_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."wallets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_unread" ADD CONSTRAINT "payment_unread_recipient_payment_wallets_address_fk" FOREIGN KEY ("recipient") REFERENCES "public"."payment_wallets"("address") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_wallets" ADD CONSTRAINT "payment_wallets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_wallet_id_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."wallets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_bodies" ADD CONSTRAINT "webhook_bodies_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_body_id_webhook_bodies_id_fk" FOREIGN KEY ("body_id") REFERENCES "public"."webhook_bodies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "strategies" ADD CONSTRAINT "strategies_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "strategy_halts" ADD CONSTRAINT "strategy_halts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "strategy_logs" ADD CONSTRAINT "strategy_logs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "strategy_orders" ADD CONSTRAINT "strategy_orders_strategy_id_strategies_id_fk" FOREIGN KEY ("strategy_id") REFERENCES "public"."strategies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "strategy_steps" ADD CONSTRAINT "strategy_steps_strategy_id_strategies_id_fk" FOREIGN KEY ("strategy_id") REFERENCES "public"."strategies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "strategy_stretches" ADD CONSTRAINT "strategy_stretches_strategy_id_strategies_id_fk" FOREIGN KEY ("strategy_id") REFERENCES "public"."strategies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "created_tokens" ADD CONSTRAINT "created_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_grants" ADD CONSTRAINT "token_grants_token_id_created_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."created_tokens"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "whitelist_entries" ADD CONSTRAINT "whitelist_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "top_up_refusals" ADD CONSTRAINT "top_up_refusals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "top_up_rounds" ADD CONSTRAINT "top_up_rounds_operation_id_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."operations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "top_up_rounds" ADD CONSTRAINT "top_up_rounds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "top_up_settings" ADD CONSTRAINT "top_up_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "top_up_settings" ADD CONSTRAINT "top_up_settings_funding_wallet_id_wallets_id_fk" FOREIGN KEY ("funding_wallet_id") REFERENCES "public"."wallets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trading_bot_trades" ADD CONSTRAINT "trading_bot_trades_bot_id_trading_bots_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."trading_bots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trading_bot_trades" ADD CONSTRAINT "trading_bot_trades_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trading_bot_trades" ADD CONSTRAINT "trading_bot_trades_wallet_id_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."wallets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trading_bot_wallets" ADD CONSTRAINT "trading_bot_wallets_bot_id_trading_bots_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."trading_bots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trading_bot_wallets" ADD CONSTRAINT "trading_bot_wallets_wallet_id_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."wallets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trading_bots" ADD CONSTRAINT "trading_bots_group_id_wallet_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."wallet_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trading_bots" ADD CONSTRAINT "trading_bots_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "open_spends" ADD CONSTRAINT "open_spends_operation_id_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."operations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "open_spends" ADD CONSTRAINT "open_spends_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spent_minutes" ADD CONSTRAINT "spent_minutes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operation_halts" ADD CONSTRAINT "operation_halts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
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
CREATE INDEX "audit_user" ON "audit" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "audit_type" ON "audit" USING btree ("user_id","type","id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "rate_windows_ends" ON "rate_windows" USING btree ("ends_at");--> statement-breakpoint
CREATE UNIQUE INDEX "candle_series_mint" ON "candle_series" USING btree ("mint","seconds");--> statement-breakpoint
CREATE INDEX "candle_series_read" ON "candle_series" USING btree ("read_at");--> statement-breakpoint
CREATE INDEX "market_impacts_mint" ON "market_impacts" USING btree ("mint","at");--> statement-breakpoint
CREATE INDEX "market_impacts_at" ON "market_impacts" USING btree ("at");--> statement-breakpoint
CREATE INDEX "code_mailings_last" ON "code_mailings" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "sign_in_codes_email" ON "sign_in_codes" USING btree ("email","asked_at");--> statement-breakpoint
CREATE INDEX "sign_in_codes_waiting" ON "sign_in_codes" USING btree ("mailed_at") WHERE mailed_at is null;--> statement-breakpoint
CREATE INDEX "sign_in_codes_live" ON "sign_in_codes" USING btree ("asker") WHERE code_hash is not null;--> statement-breakpoint
CREATE INDEX "sign_in_codes_expires" ON "sign_in_codes" USING btree ("expires_at") WHERE code_hash is not null;--> statement-breakpoint
CREATE INDEX "sign_in_codes_old" ON "sign_in_codes" USING btree (coalesce(tried_at, asked_at));--> statement-breakpoint
CREATE UNIQUE INDEX "devices_token_hash" ON "devices" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "devices_user" ON "devices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "devices_used" ON "devices" USING btree ("used_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token_hash" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "channel_tickets_expires" ON "channel_tickets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "channel_tickets_session" ON "channel_tickets" USING btree ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "agents_user" ON "agents" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "agents_external" ON "agents" USING btree ("external_id");--> statement-breakpoint
CREATE INDEX "agents_deleted" ON "agents" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "chat_messages_agent" ON "chat_messages" USING btree ("agent_id","id");--> statement-breakpoint
CREATE INDEX "chat_messages_plan" ON "chat_messages" USING btree ("plan_id") WHERE plan_id is not null;--> statement-breakpoint
CREATE INDEX "shown_plans_agent" ON "shown_plans" USING btree ("agent_id","id");--> statement-breakpoint
CREATE INDEX "portfolio_agents_user" ON "portfolio_agents" USING btree ("user_id","hour");--> statement-breakpoint
CREATE INDEX "portfolio_agents_hour" ON "portfolio_agents" USING btree ("hour");--> statement-breakpoint
CREATE UNIQUE INDEX "portfolio_flows_once" ON "portfolio_flows" USING btree ("wallet_id","signature","mint",coalesce(other_id, 0),(amount > 0));--> statement-breakpoint
CREATE INDEX "portfolio_flows_user" ON "portfolio_flows" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "portfolio_flows_at" ON "portfolio_flows" USING btree ("at");--> statement-breakpoint
CREATE INDEX "portfolio_runs_at" ON "portfolio_runs" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "portfolio_snapshots_once" ON "portfolio_snapshots" USING btree ("user_id",coalesce(group_id, 0),"at");--> statement-breakpoint
CREATE INDEX "portfolio_snapshots_at" ON "portfolio_snapshots" USING btree ("at");--> statement-breakpoint
CREATE INDEX "portfolio_snapshots_fine" ON "portfolio_snapshots" USING btree ("at") WHERE not is_last_of_hour;--> statement-breakpoint
CREATE INDEX "portfolio_wallets_user" ON "portfolio_wallets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "wallet_values_hour" ON "wallet_values" USING btree ("hour");--> statement-breakpoint
CREATE UNIQUE INDEX "distribution_templates_name" ON "distribution_templates" USING btree ("user_id","kind","name");--> statement-breakpoint
CREATE INDEX "notification_mails_waiting" ON "notification_mails" USING btree ("user_id","at") WHERE letter_id is null;--> statement-breakpoint
CREATE INDEX "notification_mails_letter" ON "notification_mails" USING btree ("letter_id");--> statement-breakpoint
CREATE UNIQUE INDEX "notification_mails_operation" ON "notification_mails" USING btree ("operation_id","at");--> statement-breakpoint
CREATE INDEX "notification_letters_next" ON "notification_letters" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "notification_letters_created" ON "notification_letters" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notifications_user" ON "notifications" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "notifications_created" ON "notifications" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE not read;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_operation" ON "notifications" USING btree ("operation_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_mails_receipt" ON "payment_mails" USING btree ("payment_id") WHERE kind = 'receipt';--> statement-breakpoint
CREATE INDEX "payment_mails_user" ON "payment_mails" USING btree ("user_id","kind","created_at");--> statement-breakpoint
CREATE INDEX "payment_mails_waiting" ON "payment_mails" USING btree ("created_at") WHERE sent_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_lines_wallet" ON "payment_lines" USING btree ("payment_id","wallet_address");--> statement-breakpoint
CREATE INDEX "payment_lines_operation" ON "payment_lines" USING btree ("operation_id");--> statement-breakpoint
CREATE INDEX "payment_quotes_payment" ON "payment_quotes" USING btree ("payment_id","made_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_receipts_signature" ON "payment_receipts" USING btree ("recipient","signature","mint");--> statement-breakpoint
CREATE INDEX "payment_receipts_payment" ON "payment_receipts" USING btree ("payment_id","id");--> statement-breakpoint
CREATE INDEX "payment_receipts_arriving" ON "payment_receipts" USING btree ("recipient","id") WHERE state = 'arriving';--> statement-breakpoint
CREATE INDEX "payment_receipts_unseen" ON "payment_receipts" USING btree ("recipient","id") WHERE state = 'unseen';--> statement-breakpoint
CREATE INDEX "payment_receipts_unpriced" ON "payment_receipts" USING btree ("recipient","id") WHERE state = 'final' and unpriced;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_refunds_number" ON "payment_refunds" USING btree ("receipt_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_refunds_request" ON "payment_refunds" USING btree ("request_key");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_refunds_operation" ON "payment_refunds" USING btree ("operation_id");--> statement-breakpoint
CREATE INDEX "payment_refunds_payment" ON "payment_refunds" USING btree ("payment_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_unread_signature" ON "payment_unread" USING btree ("recipient","signature");--> statement-breakpoint
CREATE INDEX "payment_unread_due" ON "payment_unread" USING btree ("recipient","next_at");--> statement-breakpoint
CREATE INDEX "payment_wallets_due" ON "payment_wallets" USING btree ("next_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_reference" ON "payments" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "payments_user" ON "payments" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "payments_open" ON "payments" USING btree ("user_id","id") WHERE status in ('pending', 'paid') or (status = 'expired' and received);--> statement-breakpoint
CREATE INDEX "payments_user_expired" ON "payments" USING btree ("user_id","id") WHERE status = 'expired';--> statement-breakpoint
CREATE INDEX "payments_approved" ON "payments" USING btree ("user_id","approved_at","id") WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX "payments_pending" ON "payments" USING btree ("wallet_address","expires_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "payments_expired" ON "payments" USING btree ("wallet_address","expires_at") WHERE status = 'expired';--> statement-breakpoint
CREATE INDEX "payments_wallet" ON "payments" USING btree ("wallet_address");--> statement-breakpoint
CREATE INDEX "payments_planned" ON "payments" USING btree ("user_id") WHERE planned_at is not null and distributed_at is null;--> statement-breakpoint
CREATE INDEX "webhook_bodies_created" ON "webhook_bodies" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_bodies_user" ON "webhook_bodies" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_webhook" ON "webhook_deliveries" USING btree ("webhook_id","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries" USING btree ("webhook_id","next_attempt_at") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_created" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_body" ON "webhook_deliveries" USING btree ("body_id");--> statement-breakpoint
CREATE INDEX "webhooks_user" ON "webhooks" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "strategies_agent" ON "strategies" USING btree ("agent_id",date_trunc('milliseconds', created_at at time zone 'UTC'),"id");--> statement-breakpoint
CREATE INDEX "strategies_user" ON "strategies" USING btree ("user_id",date_trunc('milliseconds', created_at at time zone 'UTC'),"id");--> statement-breakpoint
CREATE INDEX "strategies_live" ON "strategies" USING btree ("user_id",date_trunc('milliseconds', created_at at time zone 'UTC'),"id") WHERE status in ('active', 'paused', 'stopping');--> statement-breakpoint
CREATE INDEX "strategies_owner" ON "strategies" USING btree ("owner") WHERE owner is not null;--> statement-breakpoint
CREATE INDEX "strategies_ended" ON "strategies" USING btree ("ended_at") WHERE ended_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "strategies_origin" ON "strategies" USING btree ("origin_key");--> statement-breakpoint
CREATE UNIQUE INDEX "strategies_one_live" ON "strategies" USING btree ("agent_id") WHERE status in ('active', 'paused', 'stopping');--> statement-breakpoint
CREATE INDEX "strategy_logs_agent" ON "strategy_logs" USING btree ("agent_id","id");--> statement-breakpoint
CREATE INDEX "strategy_logs_strategy" ON "strategy_logs" USING btree ("strategy_id","id");--> statement-breakpoint
CREATE INDEX "strategy_logs_skipped" ON "strategy_logs" USING btree ("strategy_id","id") WHERE kind = 'skipped';--> statement-breakpoint
CREATE INDEX "strategy_orders_placed" ON "strategy_orders" USING btree ("strategy_id") WHERE status = 'placed';--> statement-breakpoint
CREATE INDEX "strategy_orders_not_final" ON "strategy_orders" USING btree ("strategy_id","run","seq","wallet_address") WHERE status <> 'placed' and not is_final;--> statement-breakpoint
CREATE INDEX "strategy_steps_run" ON "strategy_steps" USING btree ("strategy_id","run","id");--> statement-breakpoint
CREATE UNIQUE INDEX "created_tokens_mint" ON "created_tokens" USING btree ("mint");--> statement-breakpoint
CREATE INDEX "created_tokens_user" ON "created_tokens" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "created_tokens_operation" ON "created_tokens" USING btree ("operation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "token_grants_once" ON "token_grants" USING btree ("token_id","email");--> statement-breakpoint
CREATE INDEX "token_grants_email" ON "token_grants" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "whitelist_entries_pair" ON "whitelist_entries" USING btree ("user_id","wallet","mint");--> statement-breakpoint
CREATE INDEX "whitelist_entries_user" ON "whitelist_entries" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "top_up_refusals_low" ON "top_up_refusals" USING btree ("user_id","wallet_id") WHERE reason = 'funding_low' and not over;--> statement-breakpoint
CREATE UNIQUE INDEX "top_up_refusals_cap" ON "top_up_refusals" USING btree ("user_id","day") WHERE reason = 'cap_reached' and not over;--> statement-breakpoint
CREATE UNIQUE INDEX "top_up_refusals_guard" ON "top_up_refusals" USING btree ("user_id","wallet_id","reason") WHERE reason in ('too_often', 'limit') and not over;--> statement-breakpoint
CREATE INDEX "top_up_refusals_user" ON "top_up_refusals" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "top_up_refusals_old" ON "top_up_refusals" USING btree ("day") WHERE over or reason = 'cap_reached';--> statement-breakpoint
CREATE INDEX "top_up_rounds_day" ON "top_up_rounds" USING btree ("user_id","day");--> statement-breakpoint
CREATE INDEX "top_up_rounds_old" ON "top_up_rounds" USING btree ("day");--> statement-breakpoint
CREATE INDEX "trading_bot_trades_newest" ON "trading_bot_trades" USING btree ("bot_id","created_at","id");--> statement-breakpoint
CREATE INDEX "trading_bot_trades_wallet" ON "trading_bot_trades" USING btree ("wallet_id");--> statement-breakpoint
CREATE INDEX "trading_bot_trades_old" ON "trading_bot_trades" USING btree ("created_at") WHERE is_final;--> statement-breakpoint
CREATE UNIQUE INDEX "trading_bot_trades_placed" ON "trading_bot_trades" USING btree ("wallet_id","bot_id") WHERE status = 'placed';--> statement-breakpoint
CREATE INDEX "trading_bot_trades_open" ON "trading_bot_trades" USING btree ("id") WHERE status <> 'placed' and not is_final;--> statement-breakpoint
CREATE INDEX "trading_bot_wallets_due" ON "trading_bot_wallets" USING btree ("bot_id","due_at");--> statement-breakpoint
CREATE INDEX "trading_bot_wallets_wallet" ON "trading_bot_wallets" USING btree ("wallet_id");--> statement-breakpoint
CREATE INDEX "trading_bots_user" ON "trading_bots" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "trading_bots_live" ON "trading_bots" USING btree ("id") WHERE status <> 'inactive';--> statement-breakpoint
CREATE INDEX "open_spends_user" ON "open_spends" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "restored_spends_email" ON "restored_spends" USING btree ("email");--> statement-breakpoint
CREATE INDEX "operations_not_finalized" ON "operations" USING btree ("updated_at") WHERE finalized_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "operations_origin" ON "operations" USING btree ("origin_key");--> statement-breakpoint
CREATE INDEX "operations_user" ON "operations" USING btree ("user_id",date_trunc('milliseconds', created_at at time zone 'UTC'),"id");--> statement-breakpoint
CREATE INDEX "operations_type" ON "operations" USING btree ("user_id","type","status",(date_trunc('milliseconds', created_at at time zone 'UTC') + interval '0'),"id");--> statement-breakpoint
CREATE INDEX "operations_sent_begin" ON "operations" USING btree ("user_id",lower(left(request->>'destination', 6)),(request->>'destination')) WHERE type = 'send' and status <> 'failed';--> statement-breakpoint
CREATE INDEX "operations_sent_end" ON "operations" USING btree ("user_id",lower(right(request->>'destination', 6))) WHERE type = 'send' and status <> 'failed';--> statement-breakpoint
CREATE INDEX "operations_sent_ends" ON "operations" USING btree ("user_id",lower(left(request->>'destination', 3)),lower(right(request->>'destination', 3))) WHERE type = 'send' and status <> 'failed';--> statement-breakpoint
CREATE INDEX "operations_parent" ON "operations" USING btree ((request->'of'->>'operationId')) WHERE request->'of'->>'operationId' is not null;--> statement-breakpoint
CREATE INDEX "operations_open" ON "operations" USING btree ("user_id") WHERE status in ('pending', 'running', 'resolving');--> statement-breakpoint
CREATE INDEX "reservations_released" ON "reservations" USING btree ("released_at_slot") WHERE released_at_slot is not null;--> statement-breakpoint
CREATE INDEX "reservations_address" ON "reservations" USING btree ("address","mint","released_at_slot");--> statement-breakpoint
CREATE INDEX "reservations_exclusive" ON "reservations" USING btree ("address") WHERE exclusive and released_at_slot is null;--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_attempt" ON "transactions" USING btree ("operation_id","attempt");--> statement-breakpoint
CREATE INDEX "transactions_not_final" ON "transactions" USING btree ("ended_at","signature") WHERE state in ('confirmed', 'failed') and not finalized;--> statement-breakpoint
CREATE INDEX "transactions_dead" ON "transactions" USING btree ("ended_at","signature") WHERE state in ('dead', 'released');--> statement-breakpoint
CREATE INDEX "transfers_source" ON "transfers" USING btree ("source",date_trunc('milliseconds', operation_at at time zone 'UTC'),"operation_id") WHERE length(source) >= 32;--> statement-breakpoint
CREATE INDEX "transfers_destination" ON "transfers" USING btree ("destination",date_trunc('milliseconds', operation_at at time zone 'UTC'),"operation_id") WHERE length(destination) >= 32;--> statement-breakpoint
CREATE INDEX "wallet_group_members_wallet" ON "wallet_group_members" USING btree ("wallet_id");--> statement-breakpoint
CREATE INDEX "key_exports_waiting" ON "key_exports" USING btree ("at") WHERE mailed_at is null;--> statement-breakpoint
CREATE INDEX "wallet_groups_user" ON "wallet_groups" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_groups_one_default" ON "wallet_groups" USING btree ("user_id") WHERE is_default;--> statement-breakpoint
CREATE INDEX "wallets_user" ON "wallets" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "wallets_address" ON "wallets" USING btree ("address");--> statement-breakpoint
CREATE UNIQUE INDEX "wallets_user_address" ON "wallets" USING btree ("user_id","address");--> statement-breakpoint
CREATE UNIQUE INDEX "wallets_one_default" ON "wallets" USING btree ("user_id") WHERE is_default;--> statement-breakpoint
-- Written by hand, as drizzle-kit knows no storage parameters. A transfer is written when it is planned, and again with its
-- outcome. Where there is room for that on its page, none of its three indexes has to change: 10,000 outcomes cost half.
ALTER TABLE "transfers" SET (fillfactor = 60);
