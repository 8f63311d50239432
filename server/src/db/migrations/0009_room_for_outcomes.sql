-- A transfer is written when it is planned, and again with its outcome. Where there is room for that on its page, none of
-- its three indexes has to change: 10,000 outcomes cost half.
ALTER TABLE "transfers" SET (fillfactor = 60);
