/**
 * Sends what a receipt brought back. Its origin key is the receipt and the number of the refund, so that a database restored
 * from a backup meets the operation that the journal has restored. What can be refunded is counted in the transaction that
 * writes the operation.
 */
import type { RefundBody, RefundPreview } from '@purser/contract/payments/payment-refunds.ts'
import { paymentTexts } from '@purser/contract/payments/payment-texts.ts'
import { formatUnits, SOL_DECIMALS, toJsonAmount } from '@purser/contract/money.ts'
import { assetSymbol, SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type * as z from 'zod/mini'
import type { Db } from '../../../db/client.ts'
import { writeAudit } from '../../../kernel/audit.store.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { readPositive } from '../../../kernel/solana/amounts.ts'
import { Fault, isFault } from '../../../kernel/fault.ts'
import type { UserMutex } from '../../../kernel/concurrency/keyed-mutex.ts'
import { toLamports } from '../../../kernel/solana/worth.ts'
import type { AccountReads } from '../../../ports/chain.ts'
import type { Market } from '../../../ports/market.ts'
import { readTerms, type Sends, spreadFees } from '../../distributions/index.ts'
import type { Operation, Transfers } from '../../transfers/index.ts'
import type { Wallets } from '../../wallets/index.ts'
import { sol } from '../amounts.ts'
import { holdPayment, isAsShown } from '../change-state.ts'
import type { Caller } from '../links/create-link.ts'
import { findPayment, type PaymentRow, savePayment } from '../payments.store.ts'
import type { ReceiptRow } from '../views.store.ts'
import { lockReceipt } from '../receipts/receipts.store.ts'
import { sumPlanned } from '../lines/lines.store.ts'
import * as store from './refunds.store.ts'
import { adopt, toOrigin, REFUND } from './restored.ts'

export type RefundParts = {
  db: Db
  clock: Clock
  chain: Pick<AccountReads, 'rentExempt'>
  transfers: Transfers
  wallets: Wallets
  sends: Sends
  market: Pick<Market, 'priceUsd'>
  runExclusive: UserMutex
}
type Body = z.infer<typeof RefundBody>
type RefundRequest = { caller: Caller; paymentId: number; body: Body }

const MOST_NUMBERS = 50

/**
 * The most that can be refunded of a receipt now, and why no more. Read in the transaction that writes the operation.
 */
async function computeMost(db: Db, payment: PaymentRow, receipt: ReceiptRow) {
  const most = receipt.amount - (await store.refundedOfReceipt(db, receipt.id))
  if (payment.plannedAt === null || receipt.mint !== SOL_MINT) return { most, planned: false }
  const refunded = await store.sumRefunded(db, payment.id)
  const left = payment.receivedLamports - refunded - (await sumPlanned(db, payment.id))
  return left < most ? { most: left < 0n ? 0n : left, planned: true } : { most, planned: false }
}

/** Throws payment_receipt. */
async function requireLeft(db: Db, payment: PaymentRow, receipt: ReceiptRow, amount: bigint | null) {
  const { most, planned } = await computeMost(db, payment, receipt)
  const figures = { most: formatUnits(most, receipt.decimals), unit: assetSymbol(receipt.mint) }
  if (most === 0n && !planned) throw new Fault('payment_receipt', { code: 'refunded' })
  if (most === 0n || (amount !== null && amount > most))
    throw new Fault('payment_receipt', { code: planned ? 'distributed' : 'too_much', ...figures })
  return most
}

/** Base units above 0; null: all. Throws amount_refused and invalid_input. */
function readAmount({ amount }: Body, { decimals }: ReceiptRow): bigint | null {
  if (amount === undefined) return null
  const units = readPositive('amount', amount, decimals)
  if (units === null) throw new Fault('amount_refused', { code: 'not_positive' })
  return units
}

/** Fees of this refund and of former payments that a refund of all may be short of. */
const MOST_FEES = 20n

/** The amount of a full refund. For SOL the fees are deducted if the wallet holds no more than that. */
async function computePayable(
  { transfers }: RefundParts,
  receipt: ReceiptRow,
  most: bigint,
): Promise<bigint> {
  if (receipt.mint !== SOL_MINT) return most
  const [[free = 0n], terms] = await Promise.all([
    transfers.funds.free([receipt.recipient]),
    readTerms(transfers, 'spread', receipt.recipient),
  ])
  const fee = spreadFees(1, terms.size, terms.price)
  const payable = free - fee
  return payable < most && most - payable <= MOST_FEES * fee && payable > 0n ? payable : most
}

async function find({ db }: RefundParts, { caller: { userId }, paymentId, body }: RefundRequest) {
  const payment = await findPayment(db, userId, paymentId)
  if (!payment) throw new Fault('not_found', { what: 'Payment' })
  const receipt = await store.findReceipt(db, paymentId, body.receipt_id)
  if (!receipt) throw new Fault('not_found', { what: 'Receipt' })
  if (receipt.state !== 'final') throw new Fault('payment_receipt', { code: receipt.state })
  return { payment, receipt }
}

/** Checked and planned; nothing is written. */
async function plan(parts: RefundParts, asked: RefundRequest) {
  const { db, transfers, wallets, sends } = parts
  const { caller, body } = asked
  const { payment, receipt } = await find(parts, asked)
  // A former refund that was sent after all must not be sent again.
  const failed = await store.listFailed(db, payment.id)
  if (failed.length > 0) await transfers.operator.recheck(...failed)
  const to = body.to ?? receipt.from
  if (to === null) throw new Fault('payment_receipt', { code: 'payer_unknown' })
  const wanted = readAmount(body, receipt)
  const most = await requireLeft(db, payment, receipt, wanted)
  const amount = wanted ?? (await computePayable(parts, receipt, most))
  const withheld = wanted === null ? most - amount : 0n
  // Another user may have imported the same key.
  const held = await wallets.lookups.listOfAnyone([payment.walletAddress])
  const source = held.find((one) => one.userId === caller.userId)
  if (!source) throw new Fault('not_found', { what: 'Wallet' })
  const isPayer = to === receipt.from
  const send = {
    to,
    amount: formatUnits(amount, receipt.decimals),
    ...(receipt.mint === SOL_MINT ? {} : { mint: receipt.mint }),
  }
  const planned = await sends.plan(caller.userId, source.id, send, { needsPair: !isPayer })
  return { ...planned, payment, receipt, amount, withheld, isPayer }
}
type Plan = Awaited<ReturnType<typeof plan>>

async function submit(
  parts: RefundParts,
  { caller, body }: RefundRequest,
  { payment, receipt, amount, withheld, source, recipient, planned, allow }: Plan,
  { number, requestKey, halts }: { number: number; requestKey: string; halts: number },
): Promise<Operation> {
  const { clock, transfers, wallets } = parts
  const { userId, client, device } = caller
  const { movement, spends, symbol } = planned
  const ids = [source.id, ...(recipient.own ? [recipient.own.id] : [])]
  return transfers.submit.submit({
    userId,
    type: REFUND,
    originKey: toOrigin(receipt, number),
    request: { ...planned.request, destination: recipient.address },
    movements: [movement],
    spends,
    halts,
    async within(tx, operationId) {
      await wallets.changes.hold(tx, userId, { ids })
      await allow(tx)
      const now = await holdPayment(tx, userId, payment.id, body.revision)
      const held = await lockReceipt(tx, receipt.id)
      if (!held) throw new Fault('not_found', { what: 'Receipt' })
      await requireLeft(tx, now, held, amount + withheld)
      await store.insertRefund(tx, {
        paymentId: payment.id,
        receiptId: receipt.id,
        number,
        operationId,
        requestKey,
        to: recipient.address,
        mint: receipt.mint,
        decimals: receipt.decimals,
        amount,
        withheld,
        createdAt: new Date(clock.now()),
      })
      await savePayment(tx, payment.id, {})
      const figure = toJsonAmount(amount, receipt.decimals)
      const detail = {
        payment: payment.id,
        operation: operationId,
        to: recipient.address,
        amount: figure,
        token: symbol,
      }
      await writeAudit(tx, { userId, type: 'payment-refund', detail, address: client, device })
    },
  })
}

/** Resolves once the operation is written; the same request is the same refund. */
export async function refund(parts: RefundParts, asked: RefundRequest, requestKey: string): Promise<void> {
  const { db, transfers } = parts
  const halts = await transfers.submit.halts(asked.caller.userId)
  await parts.runExclusive(asked.caller.userId, `${REFUND}:${asked.paymentId}`, async () => {
    for (let tries = 0; tries < MOST_NUMBERS; tries++) {
      if (await store.findRequested(db, requestKey)) return
      const { payment, receipt } = await find(parts, asked)
      const number = (await store.lastNumber(db, receipt.id)) + 1
      const known = await transfers.lookups.findSubmitted(toOrigin(receipt, number))
      if (known) {
        const restored = await adopt(parts, receipt, number, known)
        const wanted = readAmount(asked.body, receipt)
        const to = asked.body.to ?? receipt.from
        // It is what is asked for now, so it is the answer: a repeated request must not be paid twice.
        if (restored?.to === to && (wanted === null || restored.amount === wanted)) return
        continue
      }
      if (!isAsShown(payment, asked.body.revision)) throw new Fault('payment_changed')
      await transfers.funds.requireIdle([payment.walletAddress])
      const planned = await plan(parts, asked)
      const { recipient, isPayer } = planned
      if (!isPayer) parts.sends.requireConfirmed(recipient, asked.body.confirmed ?? [])
      const operation = await submit(parts, asked, planned, { number, requestKey, halts })
      const written = await store.findByOperation(db, operation.id)
      if (written?.requestKey === requestKey) return
    }
    throw new Fault('changed_meanwhile', { what: 'payment' })
  })
}

/** Whoever pays again and again from accounts that he closes has the desk open them anew: not silently at a loss. */
async function proposalToKeep(
  { market }: RefundParts,
  { rent, amount, receipt: { mint, decimals } }: { rent: bigint; amount: bigint; receipt: ReceiptRow },
): Promise<string | null> {
  if (rent === 0n || mint === SOL_MINT) return null
  try {
    const [price, solPrice] = await Promise.all([market.priceUsd(mint), market.priceUsd(SOL_MINT)])
    if (!solPrice) return null
    const worth = price ? toLamports(amount, { decimals, price, solPrice }) : null
    if (worth !== null && worth >= rent) return null
    const text = (lamports: bigint) => formatUnits(lamports, SOL_DECIMALS)
    return paymentTexts.keepInstead({ rent: text(rent), worth: worth === null ? null : text(worth) })
  } catch (error) {
    if (isFault(error, 'market_away')) return null
    throw error
  }
}

/** Previews a refund. Nothing moves. */
export async function previewRefund(
  parts: RefundParts,
  asked: RefundRequest,
): Promise<z.infer<typeof RefundPreview>> {
  const made = await plan(parts, asked)
  const { planned, amount, receipt, recipient, isPayer } = made
  const { movement, spends, request } = planned
  const { userId } = asked.caller
  const [{ error, warnings }, keep, limit] = await Promise.all([
    parts.sends.preview(made),
    proposalToKeep(parts, { rent: planned.rent.lamports, amount, receipt }),
    parts.transfers.submit.checkLimit({ userId, type: REFUND, request, movements: [movement], spends }),
  ])
  return {
    to: recipient.address,
    symbol: planned.symbol,
    amount: toJsonAmount(amount, receipt.decimals),
    fees: sol(planned.fee),
    rent: sol(planned.rent.lamports),
    source: { before: sol(planned.source.sol.before), after: sol(planned.source.sol.after) },
    error,
    keep,
    warnings: [...(isPayer ? [paymentTexts.payerAddress] : []), ...warnings.map(({ message }) => message)],
    ...limit,
  }
}
