import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { operations } from '../transfers/transfers.tables.ts'

/** Why a trade was refused before it was signed; the sentence is in its operation. */
export const tradeRefusals = pgTable('trade_refusals', {
  operationId: uuid()
    .primaryKey()
    .references(() => operations.id, { onDelete: 'cascade' }),
  code: text({ enum: ['late', 'price', 'lost', 'market'] }).notNull(),
})
