CREATE TABLE "fee_payers" (
	"address" text PRIMARY KEY NOT NULL,
	"signature" text NOT NULL,
	"slot" numeric(20, 0) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "released_signatures" (
	"signature" text PRIMARY KEY NOT NULL,
	"released_at" timestamp with time zone DEFAULT now() NOT NULL
);
