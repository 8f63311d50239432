CREATE TABLE "payment_unread" (
	"recipient" text NOT NULL,
	"signature" text NOT NULL,
	"block_time" bigint,
	"next_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payment_unread" ADD CONSTRAINT "payment_unread_recipient_payment_wallets_address_fk" FOREIGN KEY ("recipient") REFERENCES "public"."payment_wallets"("address") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_unread_signature" ON "payment_unread" USING btree ("recipient","signature");--> statement-breakpoint
CREATE INDEX "payment_unread_due" ON "payment_unread" USING btree ("recipient","next_at");--> statement-breakpoint
CREATE INDEX "payments_expired" ON "payments" USING btree ("wallet_address","expires_at") WHERE status = 'expired';