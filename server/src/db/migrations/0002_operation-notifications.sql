ALTER TABLE "notifications" ALTER COLUMN "agent_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ALTER COLUMN "strategy_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_mails" ADD COLUMN "operation_id" uuid;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "operation_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "notification_mails_operation" ON "notification_mails" USING btree ("operation_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_operation" ON "notifications" USING btree ("operation_id","created_at");