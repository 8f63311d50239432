/** How the SOL of an approved payment is to be spread over wallets of its owner. */
import type { PlanRow } from '@purser/contract/payments/payment-distributions.ts'
import { formatFixed, formatUnits, MoneyError, parseUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import type * as z from 'zod/mini'
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { Fault, invalid } from '../../../kernel/fault.ts'
import type { OwnedWallet } from '../../wallets/index.ts'
import { holdPayment } from '../change-state.ts'
import { type PaymentRow, savePayment } from '../payments.store.ts'
import { type FundsParts, requirePayable } from './execute.ts'
import { sumRefunded } from '../refunds/refunds.store.ts'
import { deleteLines, insertLines, wereExecuted } from './lines.store.ts'

export type PlanParts = FundsParts & { clock: Clock }
type Row = z.infer<typeof PlanRow>

/** Both amounts with six decimals, or exact where six would round one of them. */
function formatAmounts(total: bigint, available: bigint): { total: string; available: string } {
  const six = (lamports: bigint) => formatFixed(lamports, SOL_DECIMALS, 6)
  const all = (lamports: bigint) => formatUnits(lamports, SOL_DECIMALS)
  const exact = [total, available].some((lamports) => lamports % 1_000n !== 0n)
  return exact
    ? { total: all(total), available: all(available) }
    : { total: six(total), available: six(available) }
}

/** Lamports of one row; 0 for what is not positive. Throws invalid_input. */
function parseLamports({ amount_sol }: Row, i: number): bigint {
  try {
    return parseUnits(amount_sol, SOL_DECIMALS)
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error
    if (error.problem === 'negative') return 0n
    throw invalid(`distributions.${i}.amount_sol`, error.message)
  }
}

/** Throws payment_plan_empty and invalid_input. */
function readRows(rows: Row[]): bigint[] {
  const amounts = rows.map(parseLamports)
  if (!amounts.some((lamports) => lamports > 0n)) throw new Fault('payment_plan_empty')
  const none = amounts.findIndex((lamports) => lamports <= 0n)
  if (none >= 0) throw invalid(`distributions.${none}.amount_sol`, 'must be above 0')
  const twice = rows.findIndex(({ wallet_id }, i) => rows.findIndex((row) => row.wallet_id === wallet_id) < i)
  if (twice >= 0) throw invalid(`distributions.${twice}.wallet_id`, 'is listed twice')
  return amounts
}

/** In the caller's transaction: lamports that lines may have. */
async function computeAvailable(tx: Db, { id, amountSol, receivedLamports }: PaymentRow): Promise<bigint> {
  const netReceived = receivedLamports - (await sumRefunded(tx, id))
  const fixed = amountSol ?? 0n
  return netReceived < fixed ? netReceived : fixed
}

/**
 * Throws not_found, payment_state, payment_plan_empty, payment_plan_exceeds, insufficient_balance for a plan that cannot be
 * paid with its fees, and invalid_input.
 */
export async function planLines(parts: PlanParts, userId: number, id: number, rows: Row[]): Promise<void> {
  const { db, clock, wallets } = parts
  // A payment of another user is answered like one that does not exist, whatever is planned.
  const payment = await db.transaction((tx) => holdPayment(tx, userId, id))
  const targets: OwnedWallet[] = await wallets.lookups.getByIds(
    userId,
    rows.map(({ wallet_id }) => wallet_id),
  )
  const amounts = readRows(rows)
  const total = amounts.reduce((sum, lamports) => sum + lamports, 0n)
  const isPlannable = payment.status === 'approved' && payment.plannedAt === null
  if (isPlannable && total <= (await computeAvailable(db, payment)))
    await requirePayable(parts, payment, amounts)
  await db.transaction(async (tx) => {
    await wallets.changes.hold(tx, userId, { ids: targets.map((wallet) => wallet.id) })
    const row = await holdPayment(tx, userId, id)
    if (row.status !== 'approved') throw new Fault('payment_state', { code: 'not_approved' })
    if (row.plannedAt !== null) throw new Fault('payment_state', { code: 'already_planned' })
    const own = targets.findIndex(({ address }) => address === row.walletAddress)
    if (own >= 0) throw invalid(`distributions.${own}.wallet_id`, 'is the paying wallet')
    const available = await computeAvailable(tx, row)
    if (total > available) throw new Fault('payment_plan_exceeds', formatAmounts(total, available))
    await insertLines(
      tx,
      targets.map((wallet, position) => ({
        paymentId: id,
        position,
        walletId: wallet.id,
        walletName: wallet.name,
        walletAddress: wallet.address,
        amount: amounts[position] ?? 0n,
      })),
    )
    await savePayment(tx, id, { plannedAt: new Date(clock.now()) })
  })
}

/** Discards a plan of which no line was executed. Throws not_found and payment_state. */
export async function discardPlan({ db }: Pick<PlanParts, 'db'>, userId: number, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await holdPayment(tx, userId, id)
    if (row.plannedAt === null) throw new Fault('payment_state', { code: 'not_planned' })
    if (await wereExecuted(tx, id)) throw new Fault('payment_state', { code: 'lines_begun' })
    await deleteLines(tx, id)
    await savePayment(tx, id, { plannedAt: null })
  })
}
