ALTER TABLE "webhook_deliveries" ADD COLUMN "url" text;--> statement-breakpoint
UPDATE "webhook_deliveries" SET "url" = "webhooks"."url" FROM "webhooks"
WHERE "webhooks"."id" = "webhook_deliveries"."webhook_id" AND "webhook_deliveries"."status" = 'waiting';
