/** Payments as their owner sees them. */
import { toJsonAmount } from '@purser/contract/money.ts'
import type {
  Payment,
  PaymentIssue,
  PaymentLine,
  PaymentReceipt,
} from '@purser/contract/payments/payments.ts'
import { assetSymbol, SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Db } from '../../db/client.ts'
import { isEnough, percent, rateText, sol, usd } from './amounts.ts'
import { isOpen } from './receipts/net.ts'
import { listByIds, type PaymentRow } from './payments.store.ts'
import {
  listLines,
  listReceipts,
  listRefunds,
  type ShownLine,
  type ShownReceipt,
  type ShownRefund,
} from './views.store.ts'

export type ViewParts = { db: Db; publicUrl: URL }

export const toLink = (publicUrl: URL, reference: string): string =>
  new URL(`/pay/${reference}`, publicUrl).href

export function collectIssues(row: PaymentRow): PaymentIssue[] {
  const { creditedUsd, amountUsd, tolerance, receivedLamports } = row
  const short = receivedLamports > 0n && !isEnough(creditedUsd, amountUsd, tolerance)
  return [
    ...(short ? (['short'] as const) : []),
    ...(creditedUsd > amountUsd ? (['over'] as const) : []),
    ...(row.late ? (['late'] as const) : []),
    ...(row.wrongToken ? (['wrong_token'] as const) : []),
  ]
}

/** The credit of the parts of these receipts that are sent back or on their way back, rounded up. */
const refundedUsd = (receipts: ShownReceipt[]): bigint =>
  receipts.reduce((sum, { creditedUsd, refunded, amount }) => {
    const whole = (creditedUsd ?? 0n) * refunded
    return sum + (whole === 0n ? 0n : (whole + amount - 1n) / amount)
  }, 0n)

const viewReceipt = (row: ShownReceipt): PaymentReceipt => ({
  id: row.id,
  signature: row.signature,
  state: row.state,
  mint: row.mint === SOL_MINT ? null : row.mint,
  symbol: assetSymbol(row.mint),
  amount: toJsonAmount(row.amount, row.decimals),
  amount_usd: row.creditedUsd === null ? null : usd(row.creditedUsd),
  exchange_rate: row.rate === null ? null : rateText(row.rate),
  late: row.late,
  from: row.from,
  at: row.at.toISOString(),
  refunded: toJsonAmount(row.refunded, row.decimals),
})

const ENDED: readonly (string | null)[] = ['completed', 'partial', 'failed']
/** A line whose transfer has failed in an operation that goes on is not free yet. */
export function statusOfLine({ operationId, transfer, operation }: ShownLine): PaymentLine['status'] {
  if (operationId === null) return 'pending'
  if (transfer === 'confirmed') return 'completed'
  return transfer === 'failed' && ENDED.includes(operation) ? 'failed' : 'executing'
}

export function viewLine(row: ShownLine): PaymentLine {
  const status = statusOfLine(row)
  return {
    id: row.id,
    wallet_id: row.walletId,
    wallet_name: row.walletName,
    wallet_address: row.walletAddress,
    amount_sol: sol(row.amount),
    status,
    tx_hash: row.signature,
    error: status === 'failed' ? row.error : null,
    operation_id: row.operationId,
  }
}

function toDistributionStatus(lines: PaymentLine[]): Payment['distribution_status'] {
  if (lines.length === 0) return 'none'
  if (lines.every(({ status }) => status === 'completed')) return 'completed'
  return lines.some(({ status }) => status !== 'pending') ? 'partial' : 'planned'
}

const viewRefund = (row: ShownRefund): Payment['refunds'][number] => ({
  receipt_id: row.receiptId,
  operation_id: row.operationId,
  to: row.to,
  symbol: assetSymbol(row.mint),
  amount: toJsonAmount(row.amount, row.decimals),
  status: row.status,
  tx_hash: row.signature,
  error: row.error,
  created_at: row.createdAt.toISOString(),
})

type Belongings = { receipts: ShownReceipt[]; refunds: ShownRefund[]; lines: ShownLine[] }

function view(publicUrl: URL, row: PaymentRow, { receipts, refunds, lines }: Belongings): Payment {
  const distributions = lines.map(viewLine)
  const sumSol = (state: PaymentReceipt['state']) =>
    receipts
      .filter((receipt) => receipt.state === state && receipt.mint === SOL_MINT)
      .reduce((sum, { amount }) => sum + amount, 0n)
  const received = row.receivedLamports > 0n ? row.receivedLamports : null
  const amount = row.amountSol ?? received
  const rate = row.exchangeRate ?? row.rate
  const back = isOpen(row) ? refundedUsd(receipts) : 0n
  return {
    id: row.id,
    reference_id: row.reference,
    payment_link: toLink(publicUrl, row.reference),
    amount_usd: usd(row.amountUsd),
    status: row.status,
    issues: collectIssues({ ...row, creditedUsd: row.creditedUsd - back }),
    revision: row.revision,
    amount_sol: amount === null ? null : sol(amount),
    exchange_rate: rate === null ? null : rateText(rate),
    received_usd: usd(row.creditedUsd),
    arriving_sol: sol(sumSol('arriving')),
    unseen_sol: sol(sumSol('unseen')),
    tolerance_percent: percent(row.tolerance),
    payer_email: row.payerEmail,
    payer_name: row.payerName,
    return_url: row.returnUrl,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    paid_at: row.paidAt?.toISOString() ?? null,
    approved_at: row.approvedAt?.toISOString() ?? null,
    accepted: row.accepted,
    wallet: { id: row.walletId, name: row.walletName, address: row.walletAddress },
    receipts: receipts.map(viewReceipt),
    refunds: refunds.map(viewRefund),
    distribution_status: toDistributionStatus(distributions),
    distributions,
    planned_at: row.plannedAt?.toISOString() ?? null,
    distributed_at: row.distributedAt?.toISOString() ?? null,
  }
}

function byPayment<T extends { paymentId: number }>(rows: T[]): Map<number, T[]> {
  const map = new Map<number, T[]>()
  for (const row of rows) {
    const list = map.get(row.paymentId)
    if (list) list.push(row)
    else map.set(row.paymentId, [row])
  }
  return map
}

/** These rows as they are shown, in their order. Three statements, however many there are. `db` may be a transaction. */
export async function viewRows(
  { publicUrl }: Pick<ViewParts, 'publicUrl'>,
  db: Db,
  rows: PaymentRow[],
): Promise<Payment[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const receipts = byPayment(await listReceipts(db, ids))
  const refunds = byPayment(await listRefunds(db, ids))
  const planned = rows.filter(({ plannedAt }) => plannedAt !== null).map(({ id }) => id)
  const lines = byPayment(planned.length === 0 ? [] : await listLines(db, planned))
  return rows.map((row) =>
    view(publicUrl, row, {
      receipts: receipts.get(row.id) ?? [],
      refunds: refunds.get(row.id) ?? [],
      lines: lines.get(row.id) ?? [],
    }),
  )
}

/** Payments by id, in the order of `ids`; those that are not there are left out. `db` may be a transaction. */
export async function viewPayments(db: Db, publicUrl: URL, ids: number[]): Promise<Payment[]> {
  const found = new Map((await listByIds(db, ids)).map((row) => [row.id, row]))
  return viewRows(
    { publicUrl },
    db,
    ids.flatMap((id) => found.get(id) ?? []),
  )
}
