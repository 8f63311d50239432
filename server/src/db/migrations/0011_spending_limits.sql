CREATE TABLE "spending_limits" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"per_day" numeric(20, 0) NOT NULL,
	"per_order" numeric(20, 0) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "open_spends" (
	"operation_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"user_id" bigint NOT NULL,
	"amount" numeric(39, 0) NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "open_spends_operation_id_position_pk" PRIMARY KEY("operation_id","position")
);
--> statement-breakpoint
CREATE TABLE "spent_minutes" (
	"user_id" bigint NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	"amount" numeric(39, 0) NOT NULL,
	CONSTRAINT "spent_minutes_user_id_minute_pk" PRIMARY KEY("user_id","minute")
);
--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "whitelist_only" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "whitelist_only" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "wallets" ADD COLUMN "imported_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "spending_limits" ADD CONSTRAINT "spending_limits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "open_spends" ADD CONSTRAINT "open_spends_operation_id_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."operations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "open_spends" ADD CONSTRAINT "open_spends_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spent_minutes" ADD CONSTRAINT "spent_minutes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "open_spends_user" ON "open_spends" USING btree ("user_id");