ALTER TABLE "strategy_logs" ADD COLUMN "data" jsonb;--> statement-breakpoint
-- Gives lines written before lines had kinds the kind that their text shows, once: the only place that reads the text of a
-- line. What matches nothing stays 'engine'. Lines of users are not touched.
UPDATE "strategy_logs" SET "kind" = CASE
	WHEN "message" LIKE 'Initializing: %' THEN 'starting'
	WHEN "message" LIKE 'Initialized: %' THEN 'started'
	WHEN "message" LIKE 'Placed %' THEN 'placed'
	WHEN "message" LIKE 'Bought %' THEN 'bought'
	WHEN "message" LIKE 'Sold %' THEN 'sold'
	WHEN "message" LIKE 'Skipped %' THEN 'skipped'
	WHEN "message" LIKE 'Error: %' THEN 'error'
	WHEN "message" LIKE '% are not sold yet. %' THEN 'unsold'
	WHEN "message" LIKE 'Waiting: the market gives no price%' THEN 'no-price'
	WHEN "message" LIKE 'Waiting: what came of %' THEN 'doubt'
	WHEN "message" LIKE 'Guarding from %' THEN 'entered'
	WHEN "message" LIKE 'All orders are done: %' THEN 'guarding'
	WHEN "message" LIKE 'Limit met: %' THEN 'limit-hit'
	WHEN "message" LIKE 'Cooldown: %' THEN 'cooldown'
	WHEN "message" LIKE 'Paused %' THEN 'paused'
	WHEN "message" LIKE 'Resumed %' THEN 'resumed'
	WHEN "message" LIKE 'Stopping: %' THEN 'stopping'
	WHEN "message" LIKE 'Ending: %' THEN 'ending'
	WHEN "message" LIKE 'Completed successfully: %' THEN 'completed'
	WHEN "message" LIKE 'Stopped: %' THEN 'stopped'
	WHEN "message" LIKE 'Corrected: %' THEN 'corrected'
	ELSE 'engine' END
WHERE "kind" = 'engine';
