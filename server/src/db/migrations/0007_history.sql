DROP INDEX "operations_status";--> statement-breakpoint
DROP INDEX "key_audit_user";--> statement-breakpoint
DROP INDEX "sign_in_codes_waiting";--> statement-breakpoint
DROP INDEX "agents_user";--> statement-breakpoint
DROP INDEX "strategies_agent";--> statement-breakpoint
DROP INDEX "strategies_user";--> statement-breakpoint
DROP INDEX "strategies_live";--> statement-breakpoint
DROP INDEX "top_up_refusals_user";--> statement-breakpoint
DROP INDEX "trading_bot_trades_placed";--> statement-breakpoint
DROP INDEX "reservations_address";--> statement-breakpoint
ALTER TABLE "portfolio_snapshots" ADD COLUMN "is_last_of_hour" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_type" ON "audit" USING btree ("user_id","type","id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "rate_windows_ends" ON "rate_windows" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "code_mailings_last" ON "code_mailings" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "sign_in_codes_live" ON "sign_in_codes" USING btree ("asker") WHERE code_hash is not null;--> statement-breakpoint
CREATE INDEX "sign_in_codes_expires" ON "sign_in_codes" USING btree ("expires_at") WHERE code_hash is not null;--> statement-breakpoint
CREATE INDEX "sign_in_codes_old" ON "sign_in_codes" USING btree (coalesce(tried_at, asked_at));--> statement-breakpoint
CREATE INDEX "devices_used" ON "devices" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX "sessions_expires" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "channel_tickets_expires" ON "channel_tickets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "channel_tickets_session" ON "channel_tickets" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "agents_deleted" ON "agents" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "portfolio_snapshots_fine" ON "portfolio_snapshots" USING btree ("at") WHERE not is_last_of_hour;--> statement-breakpoint
CREATE INDEX "notification_letters_created" ON "notification_letters" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notifications_created" ON "notifications" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "payments_user_expired" ON "payments" USING btree ("user_id","id") WHERE status = 'expired';--> statement-breakpoint
CREATE INDEX "strategies_owner" ON "strategies" USING btree ("owner") WHERE owner is not null;--> statement-breakpoint
CREATE INDEX "strategies_ended" ON "strategies" USING btree ("ended_at") WHERE ended_at is not null;--> statement-breakpoint
CREATE INDEX "strategy_logs_skipped" ON "strategy_logs" USING btree ("strategy_id","id") WHERE kind = 'skipped';--> statement-breakpoint
CREATE INDEX "strategy_orders_placed" ON "strategy_orders" USING btree ("strategy_id") WHERE status = 'placed';--> statement-breakpoint
CREATE INDEX "top_up_refusals_old" ON "top_up_refusals" USING btree ("day") WHERE over or reason = 'cap_reached';--> statement-breakpoint
CREATE INDEX "top_up_rounds_old" ON "top_up_rounds" USING btree ("day");--> statement-breakpoint
CREATE INDEX "operations_open" ON "operations" USING btree ("user_id") WHERE status in ('pending', 'running', 'resolving');--> statement-breakpoint
CREATE INDEX "reservations_exclusive" ON "reservations" USING btree ("address") WHERE exclusive and released_at_slot is null;--> statement-breakpoint
CREATE INDEX "key_exports_waiting" ON "key_exports" USING btree ("at") WHERE told_at is null;--> statement-breakpoint
CREATE INDEX "sign_in_codes_waiting" ON "sign_in_codes" USING btree ("mailed_at") WHERE mailed_at is null;--> statement-breakpoint
CREATE INDEX "agents_user" ON "agents" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "strategies_agent" ON "strategies" USING btree ("agent_id",date_trunc('milliseconds', created_at at time zone 'UTC'),"id");--> statement-breakpoint
CREATE INDEX "strategies_user" ON "strategies" USING btree ("user_id",date_trunc('milliseconds', created_at at time zone 'UTC'),"id");--> statement-breakpoint
CREATE INDEX "strategies_live" ON "strategies" USING btree ("user_id",date_trunc('milliseconds', created_at at time zone 'UTC'),"id") WHERE status in ('active', 'paused', 'stopping');--> statement-breakpoint
CREATE INDEX "top_up_refusals_user" ON "top_up_refusals" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "trading_bot_trades_placed" ON "trading_bot_trades" USING btree ("wallet_id","bot_id") WHERE status = 'placed';--> statement-breakpoint
CREATE INDEX "reservations_address" ON "reservations" USING btree ("address","mint","released_at_slot");