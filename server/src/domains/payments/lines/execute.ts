/**
 * Executes lines of a plan, each once. A run is one operation; its origin key is the payment's reference and the number of
 * the run, so that a database restored from a backup meets the operation that the journal has restored, and pays nothing
 * again. The lines are claimed in the transaction that writes the operation.
 */
import { formatUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { Fault, isFault } from '../../../kernel/fault.ts'
import type { UserMutex } from '../../../kernel/concurrency/keyed-mutex.ts'
import type { AccountReads, Balances } from '../../../ports/chain.ts'
import { distributePacking, readTerms, spreadFees } from '../../distributions/index.ts'
import {
  transactionFee,
  type Operation,
  type Spend,
  type Submit,
  type Transfers,
} from '../../transfers/index.ts'
import type { OwnedWallet, Wallets } from '../../wallets/index.ts'
import { recordLines } from '../ended.ts'
import type { PaymentEvents } from '../events.ts'
import { lockPayment, type PaymentRow, findPayment, savePayment } from '../payments.store.ts'
import { statusOfLine } from '../view.ts'
import { listLines, type ShownLine } from '../views.store.ts'
import { FEE_PAYER_ROOM, type LinesRequest, PAYMENT } from './kind.ts'
import { adoptLines, claimLines, listOpenPlans } from './lines.store.ts'

export type ExecuteParts = {
  db: Db
  chain: Pick<AccountReads, 'rentExempt'> & Pick<Balances, 'lamports'>
  transfers: Transfers
  wallets: Wallets
  runExclusive: UserMutex
  clock: Pick<Clock, 'now'>
  events: PaymentEvents
}
/** Parts that tell whether lines can be paid. */
export type FundsParts = Pick<ExecuteParts, 'db' | 'chain' | 'transfers' | 'wallets'>
type Run = { payment: PaymentRow; source: OwnedWallet; lines: ShownLine[]; halts: number }
/** `runs`: how many lines each operation pays, and lamports of all of them. */
type Payable = { source: OwnedWallet; runs: number[]; total: bigint }

/** Runs that a restored journal may hold, and others that came in between. */
const MOST_RUNS = 50
/** Wallets of the user that are asked whether they can pay a fee. */
const FEE_PAYERS_ASKED = 20

const text = (lamports: bigint) => formatUnits(lamports < 0n ? 0n : lamports, SOL_DECIMALS)
const toOrigin = ({ reference }: PaymentRow, run: number) => `${PAYMENT}:${reference}:${run}`

const lacking = (source: OwnedWallet, has: bigint, needs: bigint) =>
  new Fault('insufficient_balance', { wallet: source.name, has: text(has), needs: text(needs), unit: 'SOL' })

/** The first wallet of the user, the default one before others, that can pay this besides. */
async function otherPayer(
  { transfers, wallets }: FundsParts,
  source: OwnedWallet,
  needs: bigint,
): Promise<OwnedWallet | null> {
  const { userId, id } = source
  const first = await wallets.lookups.findDefault(userId)
  const held = (await wallets.lookups.list(userId)).slice(0, FEE_PAYERS_ASKED)
  const candidates = [...(first ? [first] : []), ...held.filter((wallet) => wallet.id !== first?.id)]
  const others = candidates.filter((wallet) => wallet.id !== id)
  const free = await transfers.funds.free(others.map(({ address }) => address))
  return others.find((_, i) => (free[i] ?? 0n) >= needs) ?? null
}

/** The wallet that pays; another user may have imported the same key. Throws not_found. */
async function findSource({ wallets }: Pick<ExecuteParts, 'wallets'>, { userId, walletAddress }: PaymentRow) {
  const source = (await wallets.lookups.listOfAnyone([walletAddress])).find((one) => one.userId === userId)
  if (!source) throw new Fault('not_found', { what: 'Wallet' })
  return source
}

/**
 * A new plan can be paid with its fees, beside all lines that the wallet still has to pay. While the chain is away nobody
 * knows, and executing looks again. Throws insufficient_balance and not_found.
 */
export async function requirePayable(
  parts: FundsParts,
  payment: PaymentRow,
  amounts: bigint[],
): Promise<void> {
  const source = await findSource(parts, payment)
  const open = await listOpenPlans(parts.db, payment.userId, payment.walletAddress)
  const lamports = [...open.map((plan) => plan.lamports), ...amounts]
  try {
    await planFunds(parts, {
      source,
      // Each payment is executed by itself.
      runs: [...open.map((plan) => plan.lines), amounts.length],
      total: lamports.reduce((sum, amount) => sum + amount, 0n),
    })
  } catch (error) {
    if (!isFault(error, 'chain_away')) throw error
  }
}

const requestTerms = ({ format, price }: Awaited<ReturnType<typeof readTerms>>) => ({
  format,
  price: price.toString(),
})

/**
 * Chooses the fee payer, and calculates the amount that leaves each wallet. Throws insufficient_balance and chain_away.
 */
async function planFunds(parts: FundsParts, { source, runs, total }: Payable) {
  const { chain, transfers } = parts
  const [rent, [free = 0n], terms] = await Promise.all([
    chain.rentExempt(0),
    transfers.funds.free([source.address]),
    readTerms(transfers, 'spread', source.address),
  ])
  const fee = runs.reduce((sum, lines) => sum + spreadFees(lines, terms.size, terms.price), 0n)
  const common = { mint: SOL_MINT, decimals: SOL_DECIMALS, symbol: 'SOL' }
  const spend = (amount: bigint): Spend => ({
    ...common,
    address: source.address,
    walletName: source.name,
    amount,
    exclusive: true,
    lacking: (now) => lacking(source, now, amount),
  })
  /** A wallet keeps what an account must hold, or nothing. */
  const leaves = (amount: bigint) => free - amount === 0n || free - amount >= rent
  if (total > free) throw lacking(source, free, total + fee)
  if (total + fee <= free && leaves(total + fee)) {
    const [lines = 0] = runs
    const later = terms.later(lines, free - total - fee - rent)
    return { rent, terms, more: later.request, spends: [spend(total + fee + later.extra)] }
  }
  if (!leaves(total)) throw lacking(source, free, total + fee + rent)
  const size = terms.size - FEE_PAYER_ROOM
  const packing = distributePacking({ ...requestTerms(terms), source: source.address }, async () => [])
  const rows = Array.from({ length: size }) as never[]
  // Never more than so many full ones.
  const transactions = runs.reduce((sum, lines) => sum + Math.ceil(lines / size), 0)
  const dearest = transactionFee(2, packing.budget(rows)) * BigInt(transactions)
  const payer = await otherPayer(parts, source, dearest + rent)
  if (!payer) throw lacking(source, free, total + fee)
  const paying: Spend = {
    ...common,
    address: payer.address,
    walletName: payer.name,
    amount: dearest,
    keep: rent,
  }
  return {
    rent,
    terms,
    more: { feePayer: { address: payer.address, size } },
    spends: [spend(total), paying],
  }
}

const toMovement = (source: string, { walletId, walletName, walletAddress, amount }: ShownLine) => ({
  walletId,
  walletName,
  source,
  destination: walletAddress,
  mint: SOL_MINT,
  amount,
})

/** Checks all lines of a new plan against the limits of real money. */
export const limitOfLines = (
  { transfers }: Pick<ExecuteParts, 'transfers'>,
  userId: number,
  lines: ShownLine[],
): ReturnType<Submit['checkLimit']> =>
  transfers.submit.checkLimit({
    userId,
    type: PAYMENT,
    request: {},
    movements: lines.map((line) => toMovement('', line)),
    spends: [],
  })

/** Writes the operation of this run, or returns the one that has its key. */
async function submit(parts: ExecuteParts, run: Run): Promise<Operation> {
  const { chain, transfers, wallets } = parts
  const { payment, source, lines, halts } = run
  const { userId, id } = payment
  await transfers.funds.requireIdle([source.address])
  const total = lines.reduce((sum, { amount }) => sum + amount, 0n)
  const { rent, terms, more, spends } = await planFunds(parts, { source, runs: [lines.length], total })
  const request: LinesRequest = {
    reference: payment.reference,
    lines: lines.map((line) => line.id),
    ...requestTerms(terms),
    source: source.address,
    sourceWalletId: source.id,
    ...more,
  }
  const held = await chain.lamports(lines.map(({ walletAddress }) => walletAddress as OwnedWallet['address']))
  const number = payment.run + 1
  return transfers.submit.submit({
    userId,
    type: PAYMENT,
    originKey: toOrigin(payment, number),
    request,
    movements: lines.map((line, i) => ({
      ...toMovement(source.address, line),
      error: !held[i] && line.amount < rent ? tooSmall(rent) : null,
    })),
    spends,
    halts,
    async within(tx, operationId) {
      // A wallet that is deleted at this moment neither pays nor is paid.
      const ids = lines.flatMap(({ walletId }) => walletId ?? [])
      await wallets.changes.hold(tx, userId, { ids: [source.id, ...ids] })
      const now = await lockPayment(tx, id)
      const claimed = await claimLines(tx, operationId, request.lines)
      if (now?.run !== payment.run || now.plannedAt === null || claimed !== lines.length)
        throw new Fault('changed_meanwhile', { what: 'payment' })
      await savePayment(tx, id, { run: number })
    },
  })
}

const tooSmall = (rent: bigint) =>
  `Transaction results in an account with insufficient funds for rent: a new account must hold at least ${text(rent)} SOL`

/** An operation that has the key of a run and was not written by it: its transfers are those of lines. */
async function adopt(parts: ExecuteParts, payment: PaymentRow, operation: Operation): Promise<void> {
  await parts.db.transaction(async (tx) => {
    const now = await lockPayment(tx, payment.id)
    if (!now || now.run !== payment.run) return
    await adoptLines(tx, payment.id, operation.id)
    await savePayment(tx, payment.id, { run: payment.run + 1 })
    // It may have ended before these lines were known to be its own.
    await recordLines(tx, parts, operation.id, payment.id)
  })
}

/** Those of them that nothing executes, as they are after another look at what has failed. */
async function openLines(parts: ExecuteParts, paymentId: number, ids: Set<number> | null) {
  const { db, transfers } = parts
  const wanted = (all: ShownLine[]) => all.filter(({ id }) => ids === null || ids.has(id))
  const read = async () => wanted(await listLines(db, [paymentId]))
  const before = await read()
  const failed = before.filter((line) => statusOfLine(line) === 'failed')
  for (const operationId of new Set(failed.flatMap((line) => line.operationId ?? [])))
    await transfers.operator.recheck(operationId)
  const lines = failed.length > 0 ? await read() : before
  return { lines, open: lines.filter((line) => ['pending', 'failed'].includes(statusOfLine(line))) }
}

/**
 * All lines of a payment, or one. Resolves once the operation is written; lines that are under way or paid are answered as
 * they are. Throws not_found, payment_state, insufficient_balance, funds_in_flight, stopped_meanwhile and chain_away.
 */
export async function executeLines(
  parts: ExecuteParts,
  { userId, paymentId, lineId }: { userId: number; paymentId: number; lineId: number | null },
): Promise<ShownLine[]> {
  const { db, transfers } = parts
  const halts = await transfers.submit.halts(userId)
  const ids = lineId === null ? null : new Set([lineId])
  return parts.runExclusive(userId, `${PAYMENT}:${paymentId}`, async () => {
    for (let tries = 0; tries < MOST_RUNS; tries++) {
      const payment = await findPayment(db, userId, paymentId)
      if (!payment) throw new Fault('not_found', { what: 'Payment' })
      if (payment.plannedAt === null) throw new Fault('payment_state', { code: 'not_planned' })
      const { lines, open } = await openLines(parts, paymentId, ids)
      if (open.length === 0) return lines
      const known = await transfers.lookups.findSubmitted(toOrigin(payment, payment.run + 1))
      if (known) {
        await adopt(parts, payment, known)
        continue
      }
      // Lines whose wallet was deleted stay open, and hold up no others.
      const payable = open.filter(({ walletId }) => walletId !== null)
      if (payable.length === 0) {
        if (lines.some((line) => statusOfLine(line) === 'executing')) return lines
        throw new Fault('not_found', { what: 'Wallet' })
      }
      const source = await findSource(parts, payment)
      try {
        const operation = await submit(parts, { payment, source, lines: payable, halts })
        await adopt(parts, payment, operation)
        if (payable.length < open.length) return (await openLines(parts, paymentId, ids)).lines
      } catch (error) {
        // Another process may have executed them meanwhile: what they are now is the answer.
        const now = await openLines(parts, paymentId, ids)
        if (now.open.length === 0) return now.lines
        throw error
      }
    }
    throw new Fault('changed_meanwhile', { what: 'payment' })
  })
}
