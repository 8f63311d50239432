import type { Payment } from '@purser/contract/payments/payments.ts'
import type { Db } from '../../db/client.ts'
import { Fault } from '../../kernel/fault.ts'
import { findPayment } from './payments.store.ts'
import { type ViewParts, viewRows } from './view.ts'
import { atOneMoment } from './views.store.ts'

/** Throws not_found for a payment that is not the user's. */
export const getPayment = (parts: ViewParts, userId: number, id: number): Promise<Payment> =>
  atOneMoment(parts.db, (tx) => readPayment(parts, tx, userId, id))

/** Does the same in the caller's transaction. */
export async function readPayment(parts: ViewParts, tx: Db, userId: number, id: number): Promise<Payment> {
  const row = await findPayment(tx, userId, id)
  const [payment] = row ? await viewRows(parts, tx, [row]) : []
  if (!payment) throw new Fault('not_found', { what: 'Payment' })
  return payment
}
