DROP INDEX "operations_status";--> statement-breakpoint
DROP INDEX "reservations_address";--> statement-breakpoint
CREATE INDEX "operations_open" ON "operations" USING btree ("user_id") WHERE status in ('pending', 'running', 'resolving');--> statement-breakpoint
CREATE INDEX "reservations_exclusive" ON "reservations" USING btree ("address") WHERE exclusive and released_at_slot is null;--> statement-breakpoint
CREATE INDEX "reservations_address" ON "reservations" USING btree ("address","mint","released_at_slot");