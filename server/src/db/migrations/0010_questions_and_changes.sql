ALTER TABLE "agents" ADD COLUMN "unsaid" jsonb;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "last_plan_hash" text;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "pending" jsonb;