CREATE TABLE "wallet_values" (
	"user_id" bigint NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"micro_usd" jsonb NOT NULL,
	CONSTRAINT "wallet_values_user_id_hour_pk" PRIMARY KEY("user_id","hour")
);
--> statement-breakpoint
ALTER TABLE "wallet_values" ADD CONSTRAINT "wallet_values_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "wallet_values_hour" ON "wallet_values" USING btree ("hour");