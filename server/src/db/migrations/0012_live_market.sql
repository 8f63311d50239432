CREATE TABLE "candle_pools" (
	"mint" text PRIMARY KEY NOT NULL,
	"pool" text NOT NULL,
	"chosen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "candle_series" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "candle_series_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"mint" text NOT NULL,
	"seconds" integer NOT NULL,
	"begins_at" bigint,
	"claimed_until" timestamp with time zone,
	"read_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "candle_spans" (
	"series_id" integer NOT NULL,
	"starts" bigint NOT NULL,
	"ends" bigint NOT NULL,
	CONSTRAINT "candle_spans_series_id_starts_pk" PRIMARY KEY("series_id","starts")
);
--> statement-breakpoint
CREATE TABLE "candles" (
	"series_id" integer NOT NULL,
	"time" bigint NOT NULL,
	"open" double precision NOT NULL,
	"high" double precision NOT NULL,
	"low" double precision NOT NULL,
	"close" double precision NOT NULL,
	"volume" double precision NOT NULL,
	CONSTRAINT "candles_series_id_time_pk" PRIMARY KEY("series_id","time")
);
--> statement-breakpoint
ALTER TABLE "candle_spans" ADD CONSTRAINT "candle_spans_series_id_candle_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."candle_series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "candle_series_mint" ON "candle_series" USING btree ("mint","seconds");--> statement-breakpoint
CREATE INDEX "candle_series_read" ON "candle_series" USING btree ("read_at");