CREATE TABLE "market_traded" (
	"mint" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "strategies" ADD COLUMN "market_quote" numeric(39, 0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "strategies" ADD COLUMN "rent_lamports" numeric(39, 0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "strategy_orders" ADD COLUMN "rent" numeric(20, 0);--> statement-breakpoint
INSERT INTO "market_traded" SELECT "input_mint" FROM "strategy_orders" WHERE "status" = 'filled'
	UNION SELECT "output_mint" FROM "strategy_orders" WHERE "status" = 'filled' UNION SELECT "mint" FROM "market_impacts"
	UNION SELECT "request"->>'inputMint' FROM "operations" WHERE "type" = 'trade' AND "status" = 'completed' AND "request" ? 'inputMint'
	UNION SELECT "request"->>'outputMint' FROM "operations" WHERE "type" = 'trade' AND "status" = 'completed' AND "request" ? 'outputMint';--> statement-breakpoint
UPDATE "strategy_orders" o SET "rent" = (p."result"->>'rent')::numeric FROM "operations" p
	WHERE o."status" <> 'placed' AND p."type" = 'trade'
	AND p."origin_key" = 'strategy:' || o."strategy_id" || ':' || o."run" || ':' || o."seq" || ':' || o."wallet_address";--> statement-breakpoint
UPDATE "strategies" s SET "rent_lamports" = r."rent" FROM (
	SELECT "strategy_id", "run", sum("rent") AS "rent" FROM "strategy_orders" WHERE "rent" > 0 GROUP BY 1, 2
) r WHERE r."strategy_id" = s."id" AND r."run" = s."run";--> statement-breakpoint
UPDATE "strategies" s SET "market_quote" = m."took" FROM (
	SELECT o."strategy_id", o."run", sum(CASE o."side"
		WHEN 'buy' THEN o."spent" - div(div(o."out_amount" * o."token_price" * power(10::numeric, q."quote"), o."quote_price"), power(10::numeric, q."token"))
		ELSE div(div(o."spent" * o."token_price" * power(10::numeric, q."quote"), o."quote_price"), power(10::numeric, q."token")) - o."out_amount"
		END) AS "took"
	FROM "strategy_orders" o JOIN (
		SELECT "id", ("state"->'terms'->>'tokenDecimals')::int AS "token", ("state"->'terms'->>'quoteDecimals')::int AS "quote" FROM "strategies"
	) q ON q."id" = o."strategy_id"
	WHERE o."status" = 'filled' AND o."token_price" > 0 AND o."quote_price" > 0 AND q."token" IS NOT NULL AND q."quote" IS NOT NULL
		AND o."spent" IS NOT NULL AND o."out_amount" IS NOT NULL
	GROUP BY 1, 2
) m WHERE m."strategy_id" = s."id" AND m."run" = s."run";
