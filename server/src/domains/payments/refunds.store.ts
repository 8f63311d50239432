/** Refunds of receipts. One whose operation has ended without paying counts as none. */
import { sql } from 'drizzle-orm'
import { SOL_MINT } from '@purser/contract/tokens.ts'
import type { Db } from '../../db/client.ts'
import { failedRefund } from './payments.store.ts'

/** Lamports of a payment that were sent back, or are on their way. */
export async function refundedOf(db: Db, paymentId: number): Promise<bigint> {
  const { rows } = (await db.execute(sql`
    select coalesce(sum(f.amount), 0)::text as sum from payment_refunds f
    where f.payment_id = ${paymentId} and f.mint = ${SOL_MINT} and not ${sql.raw(failedRefund('f'))}`)) as {
    rows: { sum: string }[]
  }
  return BigInt(rows[0]?.sum ?? 0)
}
