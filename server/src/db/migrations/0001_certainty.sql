CREATE TABLE "operation_halts" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "top_up_settings" ADD COLUMN "round_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "finalized_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "signed_slot" numeric(20, 0);--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "finalized" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "operation_halts" ADD CONSTRAINT "operation_halts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "operations_not_finalized" ON "operations" USING btree ("updated_at") WHERE finalized_at is null;--> statement-breakpoint
CREATE INDEX "transactions_not_final" ON "transactions" USING btree ("ended_at","signature") WHERE state in ('confirmed', 'failed') and not finalized;--> statement-breakpoint
CREATE INDEX "transactions_dead" ON "transactions" USING btree ("ended_at","signature") WHERE state in ('dead', 'released');--> statement-breakpoint
UPDATE "operations" SET "finalized_at" = "updated_at" WHERE "status" IN ('completed', 'partial', 'failed');--> statement-breakpoint
UPDATE "transactions" SET "finalized" = true WHERE "state" IN ('confirmed', 'failed');--> statement-breakpoint
UPDATE "transactions" SET "state" = 'signed' WHERE "state" = 'refused' AND "operation_id" IN (SELECT "id" FROM "operations" WHERE "finalized_at" IS NULL);--> statement-breakpoint
UPDATE "transactions" SET "state" = 'dead', "ended_at" = "created_at" WHERE "state" IN ('expired', 'refused');
