import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { time } from '../../../db/columns.ts'
import { users } from '../../accounts/accounts.tables.ts'
import { payments } from '../payments.tables.ts'

/** E-mails about payments, written with what they report, until a mail server has taken them. */
export const paymentMails = pgTable(
  'payment_mails',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** 'receipt': to the payer. The others: to the user. */
    kind: text({ enum: ['receipt', 'webhook_off', 'webhook_changed'] }).notNull(),
    /** The payment of a receipt. */
    paymentId: bigint({ mode: 'number' }).references(() => payments.id, { onDelete: 'cascade' }),
    /** Which webhook was switched off, by the origin of its address; or what became of one, as a sentence. */
    about: text(),
    createdAt: time().notNull(),
    sentAt: time(),
  },
  (t) => [
    uniqueIndex('payment_mails_receipt').on(t.paymentId).where(sql`kind = 'receipt'`),
    index('payment_mails_user').on(t.userId, t.kind, t.createdAt),
    index('payment_mails_waiting').on(t.createdAt).where(sql`sent_at is null`),
  ],
)
