/** Changes of a payment by its owner: approve, accept, expire. Each in a transaction that holds the payment. */
import type { Payment } from '@purser/contract/payments/payments.ts'
import type { Db } from '../../db/client.ts'
import { formatUnits, SOL_DECIMALS, USD_DECIMALS } from '@purser/contract/money.ts'
import { writeAudit } from '../../kernel/audit.store.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Caller } from './links/create-link.ts'
import type { PaymentEvents } from './events.ts'
import type { PaymentState } from './parts.ts'
import type { Decisions } from './payments.ts'
import { findPayment, lockPayment, type PaymentRow, savePayment } from './payments.store.ts'
import { getPayment } from './read-payment.ts'
import { sumRefunded } from './refunds/refunds.store.ts'
import { adoptAll } from './refunds/restored.ts'
import { collectIssues } from './view.ts'

export type ChangeParts = { db: Db; clock: Clock; events: PaymentEvents }
type Change = { caller: Caller; id: number; revision: number | undefined }

export function createDecisions(state: PaymentState): Decisions {
  return {
    approve: (caller, id, revision) => decide(state, approve, { caller, id, revision }),
    accept: (caller, id, revision) => decide(state, accept, { caller, id, revision }),
    expire: (caller, id, revision) => decide(state, expire, { caller, id, revision }),
  }
}

async function decide(state: PaymentState, verb: typeof approve, change: Change): Promise<Payment> {
  const {
    id,
    caller: { userId },
  } = change
  // The verb itself refuses a payment of another user.
  if (await findPayment(state.db, userId, id)) await adoptAll(state, id)
  await verb(state, change)
  state.publishChange(userId)
  return getPayment(state, userId, id)
}

/** Whether the payment is as it was shown, except for negligible changes; without a revision it is. */
export const isAsShown = (row: PaymentRow, revision: number | undefined): boolean =>
  revision === undefined || (revision >= row.decidableFrom && revision <= row.revision)

/** The payment of this user as it was shown, held until the transaction ends. Throws not_found and payment_changed. */
export async function holdPayment(
  tx: Db,
  userId: number,
  id: number,
  revision?: number,
): Promise<PaymentRow> {
  if (!(await findPayment(tx, userId, id))) throw new Fault('not_found', { what: 'Payment' })
  const row = await lockPayment(tx, id)
  if (!row) throw new Fault('not_found', { what: 'Payment' })
  if (!isAsShown(row, revision)) throw new Fault('payment_changed')
  return row
}

/** The audit detail of a payment, with amounts as text. */
const toDetail = (row: PaymentRow) => ({
  payment: row.id,
  amount_usd: formatUnits(row.amountUsd, USD_DECIMALS),
  received_usd: formatUnits(row.creditedUsd, USD_DECIMALS),
  received_sol: formatUnits(row.receivedLamports, SOL_DECIMALS),
})

/** Fixes what was received and is not refunded, and its rate. */
async function approve({ db, clock, events }: ChangeParts, { caller, id, revision }: Change): Promise<void> {
  const { userId, client, device } = caller
  await db.transaction(async (tx) => {
    const row = await holdPayment(tx, userId, id, revision)
    if (row.status === 'approved') throw new Fault('payment_state', { code: 'already_approved' })
    const netReceived = row.receivedLamports - (await sumRefunded(tx, id))
    if (row.status !== 'paid' || netReceived <= 0n) throw new Fault('payment_state', { code: 'not_paid' })
    await savePayment(tx, id, {
      status: 'approved',
      approvedAt: new Date(clock.now()),
      amountSol: netReceived,
      exchangeRate: row.rate,
    })
    const detail = { ...toDetail(row), approved_sol: formatUnits(netReceived, SOL_DECIMALS) }
    await writeAudit(tx, { userId, type: 'payment-approve', detail, address: client, device })
    await events.add(tx, { userId, paymentId: id, type: 'payment.approved' })
  })
}

/** Takes a short or late payment as paid. */
async function accept({ db, clock, events }: ChangeParts, { caller, id, revision }: Change): Promise<void> {
  const { userId, client, device } = caller
  await db.transaction(async (tx) => {
    const row = await holdPayment(tx, userId, id, revision)
    const open = row.status === 'pending' || row.status === 'expired'
    const netReceived = row.receivedLamports - (await sumRefunded(tx, id))
    if (!open || netReceived <= 0n) throw new Fault('payment_state', { code: 'nothing_to_accept' })
    await savePayment(tx, id, { status: 'paid', paidAt: new Date(clock.now()), accepted: true })
    const detail = { ...toDetail(row), issues: collectIssues(row).join(' ') }
    await writeAudit(tx, { userId, type: 'payment-accept', detail, address: client, device })
    await events.add(tx, { userId, paymentId: id, type: 'payment.paid' })
  })
}

/** Ends the link now; a receipt that becomes final later is late. */
async function expire(
  { db, clock, events }: ChangeParts,
  { caller: { userId }, id, revision }: Change,
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await holdPayment(tx, userId, id, revision)
    if (row.status !== 'pending') throw new Fault('payment_state', { code: 'not_pending' })
    const now = new Date(clock.now())
    const expiresAt = row.expiresAt < now ? row.expiresAt : now
    await savePayment(tx, id, { status: 'expired', expiresAt })
    await events.add(tx, { userId, paymentId: id, type: 'payment.expired' })
  })
}
