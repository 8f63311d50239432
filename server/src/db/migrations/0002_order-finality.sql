ALTER TABLE "strategy_orders" ADD COLUMN "is_exit" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "strategy_orders" ADD COLUMN "is_final" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "strategy_orders_not_final" ON "strategy_orders" USING btree ("strategy_id","run","seq","wallet_address") WHERE status <> 'placed' and not is_final;