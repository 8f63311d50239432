CREATE TABLE "desk_secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"sealed_secret" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "processes" ADD COLUMN "started_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "data_keys" ADD COLUMN "former_key" "bytea";--> statement-breakpoint
ALTER TABLE "data_keys" ADD COLUMN "resealed_to" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "data_keys" ADD COLUMN "stale_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "data_keys" ADD COLUMN "unopened" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Codes that were mailed before are hashed with a pepper of the master key: none of them is right any more.
UPDATE "sign_in_codes" SET "code_hash" = NULL WHERE "code_hash" IS NOT NULL AND "asker" <> 'operator';
