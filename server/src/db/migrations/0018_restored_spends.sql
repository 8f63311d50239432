CREATE TABLE "restored_spends" (
	"operation_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"email" text NOT NULL,
	"amount" numeric(39, 0) NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "restored_spends_operation_id_position_pk" PRIMARY KEY("operation_id","position")
);
--> statement-breakpoint
CREATE INDEX "restored_spends_email" ON "restored_spends" USING btree ("email");