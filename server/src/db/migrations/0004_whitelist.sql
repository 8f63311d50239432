CREATE TABLE "whitelist_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "whitelist_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"wallet" text NOT NULL,
	"mint" text NOT NULL,
	"added_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "whitelist_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "whitelist_entries" ADD CONSTRAINT "whitelist_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "whitelist_entries_pair" ON "whitelist_entries" USING btree ("user_id","wallet","mint");--> statement-breakpoint
CREATE INDEX "whitelist_entries_user" ON "whitelist_entries" USING btree ("user_id","id");