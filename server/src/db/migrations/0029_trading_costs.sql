CREATE TABLE "market_traded" (
	"mint" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "strategies" ADD COLUMN "market_quote" numeric(39, 0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "strategies" ADD COLUMN "rent_lamports" numeric(39, 0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "strategy_orders" ADD COLUMN "rent" numeric(20, 0);--> statement-breakpoint
INSERT INTO "market_traded" SELECT "input_mint" FROM "strategy_orders" WHERE "status" = 'filled'
	UNION SELECT "output_mint" FROM "strategy_orders" WHERE "status" = 'filled' UNION SELECT "mint" FROM "market_impacts";--> statement-breakpoint
UPDATE "strategy_orders" o SET "rent" = (p."result"->>'rent')::numeric FROM "operations" p
	WHERE o."status" <> 'placed' AND p."type" = 'trade'
	AND p."origin_key" = 'strategy:' || o."strategy_id" || ':' || o."run" || ':' || o."seq" || ':' || o."wallet_address";--> statement-breakpoint
UPDATE "strategies" s SET "rent_lamports" = r."rent" FROM (
	SELECT "strategy_id", "run", sum("rent") AS "rent" FROM "strategy_orders" WHERE "rent" > 0 GROUP BY 1, 2
) r WHERE r."strategy_id" = s."id" AND r."run" = s."run";
