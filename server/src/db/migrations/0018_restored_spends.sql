CREATE TABLE "restored_spends" (
	"operation_id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"amount" numeric(39, 0) NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "restored_spends_email" ON "restored_spends" USING btree ("email");