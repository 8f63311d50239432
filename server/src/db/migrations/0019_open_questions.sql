ALTER TABLE "agents" ADD COLUMN "asked" jsonb;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "question_id" bigint;