/** Records the end of operations that pay lines and refunds: the revision rises, and a completion is reported once. */
import type { Db } from '../../db/client.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Transfers } from '../transfers/index.ts'
import type { PaymentEvents } from './events.ts'
import { listExecuted } from './lines/lines.store.ts'
import { lockPayment, savePayment } from './payments.store.ts'
import { findByOperation, saveEnd } from './refunds/refunds.store.ts'

export type EndedParts = {
  db: Db
  clock: Pick<Clock, 'now'>
  events: PaymentEvents
  transfers: Pick<Transfers, 'lookups'>
}

type LinesParts = Pick<EndedParts, 'clock' | 'events'>

/** Every transfer of the operation has an outcome. May be called again. */
export async function linesEnded(
  { db, ...parts }: LinesParts & { db: Db },
  operationId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { paymentId } of await listExecuted(tx, operationId))
      await recordLines(tx, parts, operationId, paymentId)
  })
}

/** In the caller's transaction. The revision rises, and once all lines are paid, that is reported, once. */
export async function recordLines(
  tx: Db,
  { clock, events }: LinesParts,
  operationId: string,
  paymentId: number,
): Promise<void> {
  const row = await lockPayment(tx, paymentId)
  if (!row) return
  // Read under the lock: another operation may have ended meanwhile.
  const now = (await listExecuted(tx, operationId)).find((one) => one.paymentId === paymentId)
  const complete = (now?.allPaid ?? false) && row.distributedAt === null
  await savePayment(tx, paymentId, complete ? { distributedAt: new Date(clock.now()) } : {})
  if (complete) await events.add(tx, { userId: row.userId, paymentId, type: 'payment.distributed' })
}

export async function refundEnded(
  { db, clock, events, transfers }: EndedParts,
  operationId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const refund = await findByOperation(tx, operationId)
    const row = refund && (await lockPayment(tx, refund.paymentId))
    if (!row || !(await saveEnd(tx, operationId, new Date(clock.now())))) return
    await savePayment(tx, row.id, {})
    const [moved] = await transfers.lookups.listMovements(operationId, tx)
    if (moved?.status === 'confirmed')
      await events.add(tx, { userId: row.userId, paymentId: row.id, type: 'payment.refunded' })
  })
}
