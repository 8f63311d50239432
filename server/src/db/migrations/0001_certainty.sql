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
CREATE TABLE "code_mailings" (
	"email" text PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"times" jsonb NOT NULL,
	"last_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" bigint NOT NULL,
	"token_hash" text NOT NULL,
	"used_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trade_refusals" (
	"operation_id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL
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
CREATE TABLE "released_signatures" (
	"signature" text PRIMARY KEY NOT NULL,
	"released_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "sign_in_codes_email_purpose";--> statement-breakpoint
ALTER TABLE "sign_in_codes" ALTER COLUMN "code_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_in_codes" ALTER COLUMN "expires_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ALTER COLUMN "agent_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ALTER COLUMN "strategy_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_in_codes" ADD COLUMN "asker" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_in_codes" ADD COLUMN "long" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_in_codes" ADD COLUMN "tried_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sign_in_codes" ADD COLUMN "asked_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_in_codes" ADD COLUMN "mailed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sign_in_codes" ADD COLUMN "used_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "device" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_mails" ADD COLUMN "operation_id" uuid;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "operation_id" uuid;--> statement-breakpoint
ALTER TABLE "strategy_logs" ADD COLUMN "kind" text DEFAULT 'engine' NOT NULL;--> statement-breakpoint
ALTER TABLE "strategy_orders" ADD COLUMN "is_exit" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "strategy_orders" ADD COLUMN "min_out" numeric(39, 0);--> statement-breakpoint
ALTER TABLE "strategy_orders" ADD COLUMN "deadline" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "strategy_orders" ADD COLUMN "is_final" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "top_up_settings" ADD COLUMN "round_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "finalized_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "signed_slot" numeric(20, 0);--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "finalized" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "key_exports" ADD COLUMN "about" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trade_refusals" ADD CONSTRAINT "trade_refusals_operation_id_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."operations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operation_halts" ADD CONSTRAINT "operation_halts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_user" ON "audit" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "devices_token_hash" ON "devices" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "devices_user" ON "devices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sign_in_codes_email" ON "sign_in_codes" USING btree ("email","asked_at");--> statement-breakpoint
CREATE INDEX "sign_in_codes_waiting" ON "sign_in_codes" USING btree ("mailed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "notification_mails_operation" ON "notification_mails" USING btree ("operation_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_operation" ON "notifications" USING btree ("operation_id","created_at");--> statement-breakpoint
CREATE INDEX "strategy_orders_not_final" ON "strategy_orders" USING btree ("strategy_id","run","seq","wallet_address") WHERE status <> 'placed' and not is_final;--> statement-breakpoint
CREATE INDEX "operations_not_finalized" ON "operations" USING btree ("updated_at") WHERE finalized_at is null;--> statement-breakpoint
CREATE INDEX "transactions_not_final" ON "transactions" USING btree ("ended_at","signature") WHERE state in ('confirmed', 'failed') and not finalized;--> statement-breakpoint
CREATE INDEX "transactions_dead" ON "transactions" USING btree ("ended_at","signature") WHERE state in ('dead', 'released');--> statement-breakpoint
UPDATE "operations" SET "finalized_at" = "updated_at" WHERE "status" IN ('completed', 'partial', 'failed');--> statement-breakpoint
UPDATE "transactions" SET "finalized" = true WHERE "state" IN ('confirmed', 'failed');--> statement-breakpoint
UPDATE "transactions" t SET "state" = 'signed' WHERE t."state" IN ('refused', 'expired') AND t."operation_id" IN (SELECT "id" FROM "operations" WHERE "finalized_at" IS NULL) AND NOT EXISTS (SELECT 1 FROM "transactions" n WHERE n."operation_id" = t."operation_id" AND n."attempt" > t."attempt" AND (t."positions" IS NULL OR n."positions" IS NULL OR n."positions" && t."positions"));--> statement-breakpoint
UPDATE "transactions" SET "state" = 'dead', "ended_at" = now() WHERE "state" IN ('expired', 'refused') AND "operation_id" IN (SELECT "id" FROM "operations" WHERE "finalized_at" IS NULL);--> statement-breakpoint
UPDATE "transactions" SET "state" = 'dead', "ended_at" = "created_at" WHERE "state" IN ('expired', 'refused');
