import { bigint, index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** How far each settled swap moved the price of a mint of the simulated market; the move decays with time. */
export const marketImpacts = pgTable(
  'market_impacts',
  {
    operationId: uuid().notNull(),
    mint: text().notNull(),
    /** In 1e-9 of the price, negative when it fell. */
    ppb: bigint({ mode: 'number' }).notNull(),
    at: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.operationId, t.mint] }),
    index('market_impacts_mint').on(t.mint, t.at),
    index('market_impacts_at').on(t.at),
  ],
)
