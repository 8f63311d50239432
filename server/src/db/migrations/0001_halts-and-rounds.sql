CREATE TABLE "operation_halts" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "top_up_settings" ADD COLUMN "round_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "operation_halts" ADD CONSTRAINT "operation_halts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;