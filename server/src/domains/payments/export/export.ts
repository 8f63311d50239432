/** Payments, and what was paid out of them, as csv for accounting. Amounts are exact, times in UTC. */
import type { StreamedFile } from '@purser/contract/endpoint.ts'
import { formatUnits, SOL_DECIMALS, USD_DECIMALS } from '@purser/contract/money.ts'
import { DAY_MS } from '@purser/contract/time.ts'
import { assetSymbol, SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { csvChunks } from '../../../kernel/csv.ts'
import { invalid } from '../../../kernel/fault.ts'
import { PRICE_DECIMALS } from '../../../ports/market.ts'
import { toUsd } from '../amounts.ts'
import type { PaymentRow } from '../payments.store.ts'
import { collectIssues, toLink, statusOfLine } from '../view.ts'
import { listLines, listRefunds, type ShownLine, type ShownRefund } from '../views.store.ts'
import { listPaid, listSpent, type PaidRow, type Place, type Span } from './export.store.ts'

export type PaymentExports = ReturnType<typeof createPaymentExports>
type Days = { from?: string | undefined; to?: string | undefined }
/** A column: its name, and its text of a row. */
type Column<T> = [name: string, cell: (row: T) => string]

/** Rows in memory at once; of payments whose lines are read, fewer: each may have 1,000 of them. */
const PORTION = 1_000
const PAYMENTS = 25

const time = (at: Date | null) => at?.toISOString() ?? ''
const yes = (is: boolean) => (is ? 'yes' : 'no')
const usd = (micro: bigint | null) => (micro === null ? '' : formatUnits(micro, USD_DECIMALS))
const sol = (lamports: bigint | null) => (lamports === null ? '' : formatUnits(lamports, SOL_DECIMALS))
const price = (rate: bigint | null) => (rate === null ? '' : formatUnits(rate, PRICE_DECIMALS))
/** The approved rate, or else the rate of what has been credited so far. */
const getRate = (payment: PaymentRow) => payment.exchangeRate ?? payment.rate

const paidColumns = (publicUrl: URL): Column<PaidRow>[] => [
  ['Payment ID', ({ payment }) => String(payment.id)],
  ['Reference', ({ payment }) => payment.reference],
  ['Link', ({ payment }) => toLink(publicUrl, payment.reference)],
  ['Status', ({ payment }) => payment.status],
  ['Issues', ({ payment }) => collectIssues(payment).join(' ')],
  ['Accepted', ({ payment }) => yes(payment.accepted)],
  ['Created (UTC)', ({ payment }) => time(payment.createdAt)],
  ['Expires (UTC)', ({ payment }) => time(payment.expiresAt)],
  ['Paid (UTC)', ({ payment }) => time(payment.paidAt)],
  ['Approved (UTC)', ({ payment }) => time(payment.approvedAt)],
  ['Payer e-mail', ({ payment }) => payment.payerEmail ?? ''],
  ['Payer name', ({ payment }) => payment.payerName ?? ''],
  ['Due USD', ({ payment }) => usd(payment.amountUsd)],
  ['Credited USD', ({ payment }) => usd(payment.creditedUsd)],
  ['Received SOL', ({ payment }) => sol(payment.receivedLamports)],
  ['Approved SOL', ({ payment }) => sol(payment.amountSol)],
  ['Rate (USD per SOL)', ({ payment }) => price(getRate(payment))],
  ['Wallet', ({ payment }) => payment.walletName],
  ['Wallet address', ({ payment }) => payment.walletAddress],
  ['Receipt ID', ({ receipt }) => (receipt ? String(receipt.id) : '')],
  ['Receipt state', ({ receipt }) => receipt?.state ?? ''],
  ['Received (UTC)', ({ receipt }) => time(receipt?.at ?? null)],
  ['Symbol', ({ receipt }) => (receipt ? assetSymbol(receipt.mint) : '')],
  ['Mint', ({ receipt }) => receipt?.mint ?? ''],
  ['Amount', ({ receipt }) => (receipt ? formatUnits(receipt.amount, receipt.decimals) : '')],
  ['Value USD', ({ receipt }) => usd(receipt?.creditedUsd ?? null)],
  ['Receipt rate (USD per SOL)', ({ receipt }) => price(receipt?.rate ?? null)],
  ['Late', ({ receipt }) => (receipt ? yes(receipt.late) : '')],
  ['From', ({ receipt }) => receipt?.from ?? ''],
  ['Signature', ({ receipt }) => receipt?.signature ?? ''],
  ['Slot', ({ receipt }) => (receipt ? String(receipt.slot) : '')],
  ['Refunded', ({ receipt }) => (receipt ? formatUnits(receipt.refunded, receipt.decimals) : '')],
]

/** An outgoing payment: a line of a distribution, or a refund. */
type Spent = {
  payment: PaymentRow
  kind: 'distribution' | 'refund'
  /** The line, or else `receiptId`: the receipt that is refunded. */
  lineId: number | null
  receiptId: number | null
  at: Date | null
  status: string
  mint: string
  amount: string
  valueUsd: bigint | null
  toName: string
  to: string
  operationId: string | null
  signature: string | null
  error: string | null
}

const SPENT_COLUMNS: Column<Spent>[] = [
  ['Kind', ({ kind }) => kind],
  ['Line ID', ({ lineId }) => lineId?.toString() ?? ''],
  ['Receipt ID', ({ receiptId }) => receiptId?.toString() ?? ''],
  ['Payment ID', ({ payment }) => String(payment.id)],
  ['Reference', ({ payment }) => payment.reference],
  ['Planned or asked for (UTC)', ({ at }) => time(at)],
  ['Status', ({ status }) => status],
  ['Symbol', ({ mint }) => assetSymbol(mint)],
  ['Mint', ({ mint }) => mint],
  ['Amount', ({ amount }) => amount],
  ['Rate (USD per SOL)', ({ payment, mint }) => (mint === SOL_MINT ? price(getRate(payment)) : '')],
  ['Value USD', ({ valueUsd }) => usd(valueUsd)],
  ['From', ({ payment }) => payment.walletAddress],
  ['To wallet', ({ toName }) => toName],
  ['To', ({ to }) => to],
  ['Operation ID', ({ operationId }) => operationId ?? ''],
  ['Signature', ({ signature }) => signature ?? ''],
  ['Error', ({ error }) => error ?? ''],
]

const computeValue = (payment: PaymentRow, mint: string, units: bigint): bigint | null => {
  const rate = getRate(payment)
  return mint === SOL_MINT && rate !== null ? toUsd(units, rate) : null
}

function spentLine(payment: PaymentRow, line: ShownLine): Spent {
  const status = statusOfLine(line)
  return {
    ...line,
    payment,
    status,
    kind: 'distribution',
    lineId: line.id,
    receiptId: null,
    at: payment.plannedAt,
    mint: SOL_MINT,
    amount: sol(line.amount),
    valueUsd: computeValue(payment, SOL_MINT, line.amount),
    toName: line.walletName,
    to: line.walletAddress,
    error: status === 'failed' ? line.error : null,
  }
}

const spentRefund = (payment: PaymentRow, refund: ShownRefund): Spent => ({
  ...refund,
  payment,
  kind: 'refund',
  lineId: null,
  at: refund.createdAt,
  amount: formatUnits(refund.amount, refund.decimals),
  valueUsd: computeValue(payment, refund.mint, refund.amount),
  toName: '',
})

/** Both days are included. */
function toSpan({ from, to }: Days): Span {
  const day = (name: string, text: string) => {
    const at = Date.parse(`${text}T00:00:00Z`)
    if (Number.isNaN(at)) throw invalid(name, 'must be a day, such as 2026-11-22')
    return at
  }
  return {
    ...(from === undefined ? {} : { from: new Date(day('from', from)) }),
    ...(to === undefined ? {} : { until: new Date(day('to', to) + DAY_MS) }),
  }
}

export function createPaymentExports({ db, clock, publicUrl }: { db: Db; clock: Clock; publicUrl: URL }) {
  /** `read` answers the portion after a place, and the next place; undefined: there is no more. */
  async function streamFile<T, P>(
    name: string,
    columns: Column<T>[],
    begin: P,
    read: (after: P) => Promise<{ rows: T[]; next: P | undefined }>,
  ): Promise<StreamedFile> {
    // Before the answer begins: what cannot be read at all is an error and no file.
    const first = await read(begin)
    const cells = (rows: T[]) => rows.map((row) => columns.map(([, cell]) => cell(row)))
    async function* portions() {
      yield [columns.map(([title]) => title), ...cells(first.rows)]
      for (let { next } = first; next !== undefined; ) {
        const part = await read(next)
        yield cells(part.rows)
        next = part.next
      }
    }
    const day = new Date(clock.now()).toISOString().slice(0, 10)
    return { filename: `${name}_${day}.csv`, chunks: csvChunks(portions()) }
  }

  async function readPaid(userId: number, span: Span, after: Place) {
    const rows = await listPaid(db, userId, { ...span, after, limit: PORTION })
    const last = rows.length === PORTION ? rows.at(-1) : undefined
    const next = last && { paymentId: last.payment.id, receiptId: last.receipt?.id ?? 0 }
    return { rows, next }
  }

  async function readSpent(userId: number, span: Span, after: number) {
    const found = await listSpent(db, userId, { ...span, after, limit: PAYMENTS })
    const ids = found.map(({ id }) => id)
    const [lines, refunds] =
      ids.length === 0 ? [[], []] : [await listLines(db, ids), await listRefunds(db, ids)]
    const rows = found.flatMap((payment) => [
      ...lines.filter((one) => one.paymentId === payment.id).map((line) => spentLine(payment, line)),
      ...refunds.filter((one) => one.paymentId === payment.id).map((one) => spentRefund(payment, one)),
    ])
    return { rows, next: found.length === PAYMENTS ? found.at(-1)?.id : undefined }
  }

  return {
    /** A row for each receipt, and one for a payment without any. */
    async payments(userId: number, days: Days): Promise<StreamedFile> {
      const span = toSpan(days)
      const begin: Place = { paymentId: 0, receiptId: 0 }
      return streamFile('payments', paidColumns(publicUrl), begin, (after) => readPaid(userId, span, after))
    },

    /** A row for each line of a distribution and each refund. */
    async distributions(userId: number, days: Days): Promise<StreamedFile> {
      const span = toSpan(days)
      return streamFile('payment_distributions', SPENT_COLUMNS, 0, (after) => readSpent(userId, span, after))
    },
  }
}
