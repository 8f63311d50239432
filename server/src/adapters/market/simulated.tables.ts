import { bigint, index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** The price impact of settled swaps on the mints of the simulated market; it decays with time. */
export const marketImpacts = pgTable(
  'market_impacts',
  {
    operationId: uuid().notNull(),
    mint: text().notNull(),
    /** Parts per billion of the price; negative: it fell. */
    ppb: bigint({ mode: 'number' }).notNull(),
    at: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.operationId, t.mint] }),
    index('market_impacts_mint').on(t.mint, t.at),
    index('market_impacts_at').on(t.at),
  ],
)

/** Mints that somebody has traded here: the price of any other is this market's invention, and worthless. */
export const marketTraded = pgTable('market_traded', { mint: text().primaryKey() })
