CREATE TABLE "strategy_stretches" (
	"strategy_id" uuid NOT NULL,
	"run" integer NOT NULL,
	"begins" bigint NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"bought_base" numeric(39, 0) NOT NULL,
	"sold_base" numeric(39, 0) NOT NULL,
	"spent_quote" numeric(39, 0) NOT NULL,
	"received_quote" numeric(39, 0) NOT NULL,
	"fees_lamports" numeric(39, 0) NOT NULL,
	"priced_at" timestamp with time zone,
	"token_price" numeric(39, 0),
	"quote_price" numeric(39, 0),
	CONSTRAINT "strategy_stretches_strategy_id_run_begins_pk" PRIMARY KEY("strategy_id","run","begins")
);
--> statement-breakpoint
DROP INDEX "operations_user";--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "operation_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
UPDATE "transfers" t SET "operation_at" = o."created_at" FROM "operations" o WHERE o."id" = t."operation_id";--> statement-breakpoint
UPDATE "operations" o SET "request" = o."request" || jsonb_build_object('destination', t."destination") FROM "transfers" t WHERE o."type" = 'send' AND o."request"->>'destination' IS NULL AND jsonb_typeof(o."request") = 'object' AND t."operation_id" = o."id" AND t."position" = 0;--> statement-breakpoint
ALTER TABLE "strategy_stretches" ADD CONSTRAINT "strategy_stretches_strategy_id_strategies_id_fk" FOREIGN KEY ("strategy_id") REFERENCES "public"."strategies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "operations_type" ON "operations" USING btree ("user_id","type","status",(date_trunc('milliseconds', created_at at time zone 'UTC') + interval '0'),"id");--> statement-breakpoint
CREATE INDEX "operations_sent_begin" ON "operations" USING btree ("user_id",lower(left(request->>'destination', 6)),(request->>'destination')) WHERE type = 'send' and status <> 'failed';--> statement-breakpoint
CREATE INDEX "operations_sent_end" ON "operations" USING btree ("user_id",lower(right(request->>'destination', 6))) WHERE type = 'send' and status <> 'failed';--> statement-breakpoint
CREATE INDEX "operations_sent_ends" ON "operations" USING btree ("user_id",lower(left(request->>'destination', 3)),lower(right(request->>'destination', 3))) WHERE type = 'send' and status <> 'failed';--> statement-breakpoint
CREATE INDEX "operations_parent" ON "operations" USING btree ((request->'of'->>'operationId')) WHERE request->'of'->>'operationId' is not null;--> statement-breakpoint
CREATE INDEX "reservations_released" ON "reservations" USING btree ("released_at_slot") WHERE released_at_slot is not null;--> statement-breakpoint
CREATE INDEX "transfers_source" ON "transfers" USING btree ("source",date_trunc('milliseconds', operation_at at time zone 'UTC'),"operation_id") WHERE length(source) >= 32;--> statement-breakpoint
CREATE INDEX "transfers_destination" ON "transfers" USING btree ("destination",date_trunc('milliseconds', operation_at at time zone 'UTC'),"operation_id") WHERE length(destination) >= 32;--> statement-breakpoint
CREATE INDEX "operations_user" ON "operations" USING btree ("user_id",date_trunc('milliseconds', created_at at time zone 'UTC'),"id");--> statement-breakpoint
INSERT INTO "strategy_stretches" SELECT strategy_id, run, begins, max(ended_at), coalesce(sum(out_amount) FILTER (WHERE side = 'buy'), 0), coalesce(sum(spent) FILTER (WHERE side = 'sell'), 0), coalesce(sum(spent) FILTER (WHERE side = 'buy'), 0), coalesce(sum(out_amount) FILTER (WHERE side = 'sell'), 0), coalesce(sum(fee), 0), max(ended_at) FILTER (WHERE status = 'filled'), (array_agg(token_price ORDER BY ended_at DESC) FILTER (WHERE status = 'filled'))[1], (array_agg(quote_price ORDER BY ended_at DESC) FILTER (WHERE status = 'filled'))[1] FROM (SELECT a.*, (a.s >> a.n) << a.n AS begins FROM (SELECT o.*, age.s, length(ltrim((age.s / 200)::bit(40)::text, '0')) AS n FROM "strategy_orders" o JOIN (SELECT DISTINCT ON (strategy_id, run) strategy_id, run, at FROM "strategy_orders" ORDER BY strategy_id, run, seq, wallet_address) first ON first.strategy_id = o.strategy_id AND first.run = o.run CROSS JOIN LATERAL (SELECT greatest(0, floor(extract(epoch FROM o.ended_at - first.at)))::bigint AS s) age WHERE o.is_final AND o.status <> 'placed' AND o.ended_at IS NOT NULL) a) b GROUP BY strategy_id, run, begins;
