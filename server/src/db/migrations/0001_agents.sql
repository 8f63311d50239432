CREATE TABLE "trade_refusals" (
	"operation_id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "strategy_logs" ADD COLUMN "kind" text DEFAULT 'engine' NOT NULL;--> statement-breakpoint
ALTER TABLE "strategy_orders" ADD COLUMN "min_out" numeric(39, 0);--> statement-breakpoint
ALTER TABLE "strategy_orders" ADD COLUMN "deadline" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "trade_refusals" ADD CONSTRAINT "trade_refusals_operation_id_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."operations"("id") ON DELETE cascade ON UPDATE no action;