import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { operations } from '../transfers/transfers.tables.ts'

/** Why a trade was refused before it was signed, for who asked for it; its operation holds the sentence. */
export const tradeRefusals = pgTable('trade_refusals', {
  operationId: uuid()
    .primaryKey()
    .references(() => operations.id, { onDelete: 'cascade' }),
  code: text({ enum: ['late', 'price', 'lost', 'market'] }).notNull(),
})
