-- Takes the heading off the texts of notifications, which said it before their kind and status did: what is left begins with
-- a capital letter, as new ones do. Notifications of operations, fills and corrections never had one.
UPDATE "notifications" SET "text" =
	upper(substr("text", position(': ' in "text") + 2, 1)) || substr("text", position(': ' in "text") + 3)
WHERE "operation_id" IS NULL AND (
	("kind" = 'ended' AND ("text" LIKE 'Completed successfully: %' OR "text" LIKE 'Stopped: %' OR "text" LIKE 'Error: %'))
	OR ("kind" = 'limit' AND "text" LIKE 'Limit met: %')
	OR ("kind" = 'error' AND "text" LIKE 'Error: %')
);
