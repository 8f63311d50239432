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
CREATE UNIQUE INDEX "payment_mails_receipt" ON "payment_mails" USING btree ("payment_id") WHERE kind = 'receipt';--> statement-breakpoint
CREATE INDEX "payment_mails_user" ON "payment_mails" USING btree ("user_id","kind","created_at");--> statement-breakpoint
CREATE INDEX "payment_mails_waiting" ON "payment_mails" USING btree ("created_at") WHERE sent_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_lines_wallet" ON "payment_lines" USING btree ("payment_id","wallet_address");--> statement-breakpoint
CREATE INDEX "payment_lines_operation" ON "payment_lines" USING btree ("operation_id");--> statement-breakpoint
CREATE INDEX "payment_quotes_payment" ON "payment_quotes" USING btree ("payment_id","made_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_receipts_signature" ON "payment_receipts" USING btree ("recipient","signature","mint");--> statement-breakpoint
CREATE INDEX "payment_receipts_payment" ON "payment_receipts" USING btree ("payment_id","id");--> statement-breakpoint
CREATE INDEX "payment_receipts_arriving" ON "payment_receipts" USING btree ("recipient","id") WHERE state = 'arriving';--> statement-breakpoint
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
CREATE INDEX "payments_approved" ON "payments" USING btree ("user_id","approved_at","id") WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX "payments_pending" ON "payments" USING btree ("wallet_address","expires_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "payments_expired" ON "payments" USING btree ("wallet_address","expires_at") WHERE status = 'expired';--> statement-breakpoint
CREATE INDEX "payments_wallet" ON "payments" USING btree ("wallet_address");--> statement-breakpoint
CREATE INDEX "webhook_bodies_created" ON "webhook_bodies" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_bodies_user" ON "webhook_bodies" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_webhook" ON "webhook_deliveries" USING btree ("webhook_id","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries" USING btree ("webhook_id","next_attempt_at") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_created" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_body" ON "webhook_deliveries" USING btree ("body_id");--> statement-breakpoint
CREATE INDEX "webhooks_user" ON "webhooks" USING btree ("user_id","id");