ALTER TABLE "operations" ADD COLUMN "finalized_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "signed_slot" numeric(20, 0);--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "finalized" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "operations_not_finalized" ON "operations" USING btree ("updated_at") WHERE finalized_at is null;--> statement-breakpoint
CREATE INDEX "transactions_not_final" ON "transactions" USING btree ("ended_at","signature") WHERE state in ('confirmed', 'failed') and not finalized;--> statement-breakpoint
CREATE INDEX "transactions_dead" ON "transactions" USING btree ("ended_at","signature") WHERE state in ('dead', 'released');--> statement-breakpoint
UPDATE "operations" SET "finalized_at" = "updated_at" WHERE "status" IN ('completed', 'partial', 'failed');--> statement-breakpoint
UPDATE "transactions" SET "finalized" = true WHERE "state" IN ('confirmed', 'failed');--> statement-breakpoint
UPDATE "transactions" SET "state" = 'signed' WHERE "state" = 'refused' AND "operation_id" IN (SELECT "id" FROM "operations" WHERE "finalized_at" IS NULL);--> statement-breakpoint
UPDATE "transactions" SET "state" = 'dead', "ended_at" = "created_at" WHERE "state" IN ('expired', 'refused');
