-- Codes for keys named no purpose: those that were mailed serve nothing and expire, the others could not say what for.
DELETE FROM "sign_in_codes" WHERE "purpose" = 'keys' AND "mailed_at" IS NULL;--> statement-breakpoint
UPDATE "sign_in_codes" SET "purpose" = "intent" WHERE "purpose" = 'sign-in';--> statement-breakpoint
ALTER TABLE "sign_in_codes" DROP COLUMN "intent";
