/** Carries an order out, wallet by wallet through the engine, and tells what came of it. */
import { formatUnits, parseUnitsDown, SOL_DECIMALS } from '@purser/contract/money.ts'
import { type Clock, pause } from '../../kernel/clock.ts'
import { isFault } from '../../kernel/fault.ts'
import { describe, type Log } from '../../kernel/log.ts'
import type { RefusalCode, Trading } from '../market/index.ts'
import type { Operation, Transfers } from '../transfers/index.ts'
import type { Wallets } from '../wallets/index.ts'
import type { Asset } from './sizing.ts'
import { DIGITS, units } from './step-position.ts'
import type { StrategyEvent, StrategyState } from './step.ts'
import type { Figures, OrderRow, StrategyRow } from './strategies.store.ts'

export type OrdersParts = {
  trading: Trading
  transfers: Transfers
  wallets: Wallets
  log: Log
  signal: AbortSignal
  clock: Clock
}

/** Why a leg failed, where that is known by a code: its wallet lacks funds, or its trade was refused before it was signed. */
type LegCode = 'funds' | RefusalCode | null
type Leg = { order: OrderRow; result: Result; code: LegCode }

/** What an order's legs came to; `codes` are those of the legs that failed. */
export type Carried = {
  legs: OrderRow[]
  codes: LegCode[]
  spent: bigint
  received: bigint
  fees: bigint
}

/** `nothingNew`: legs that were never submitted are given up. `doubted` is told once the outcome of a leg is not certain. */
type Following = { nothingNew: () => boolean; doubted: () => void }

/** How soon a wish to stop is looked at again while an order waits. */
const WAIT_MS = 1_000
const RETRY_MS = 1_000
const PRICE_DECIMALS = 12

export const originOf = (order: Pick<OrderRow, 'strategyId' | 'run' | 'seq' | 'walletAddress'>): string =>
  `strategy:${order.strategyId}:${order.run}:${order.seq}:${order.walletAddress}`

type Result = {
  inAmount?: string
  outAmount?: string
  fee?: string
  rent?: string
  inPriceUsd?: string | null
  outPriceUsd?: string | null
}

/**
 * Submits each leg, which does nothing when it was submitted before, and waits for the end of all. null: the process is
 * stopping; the next one goes on. What its decision does not cover any more is given up.
 */
export async function carryOut(
  parts: OrdersParts,
  row: StrategyRow,
  orders: OrderRow[],
  following: Following,
): Promise<Carried | null> {
  const done = await Promise.all(orders.map((order) => carryLeg(parts, row, order, following)))
  if (done.includes(null)) return null
  const legs = done.filter((leg) => leg !== null)
  // A leg that failed has no amounts, but a fee where it failed on the chain.
  const sum = (pick: (result: Result) => string | undefined) =>
    legs.reduce((all, { result }) => all + BigInt(pick(result) ?? '0'), 0n)
  const endedAt = new Date(parts.clock.now())
  return {
    legs: legs.map(({ order, result }) => ({ ...order, ...endOf(order.side, result), endedAt })),
    codes: legs.flatMap(({ order, code }) => (order.status === 'failed' ? [code] : [])),
    spent: sum((r) => r.inAmount),
    received: sum((r) => r.outAmount),
    fees: sum((r) => r.fee),
  }
}

const FAILED = 'The transaction failed.'
const receivedOf = ({ outAmount }: Result): bigint => BigInt(outAmount ?? '0')

/** The leg as its operation has it by now. */
export function legBy(order: OrderRow, { status, error, result }: Ended): OrderRow {
  const told = (result ?? {}) as Result
  const ended = { ...order, ...endOf(order.side, told), profit: null }
  return status === 'completed'
    ? { ...ended, status: 'filled', outAmount: receivedOf(told), error: null }
    : { ...ended, status: 'failed', outAmount: null, error: error ?? FAILED }
}
type Ended = Pick<Operation, 'status' | 'error' | 'result'>

/** What the trade's result tells of the leg; a leg that failed has a fee at the most. */
function endOf(side: OrderRow['side'], result: Result) {
  const price = (text: string | null | undefined) => (text ? parseUnitsDown(text, PRICE_DECIMALS) : null)
  const [input, output] = [price(result.inPriceUsd), price(result.outPriceUsd)]
  return {
    spent: result.inAmount === undefined ? null : BigInt(result.inAmount),
    fee: result.fee === undefined ? null : BigInt(result.fee),
    tokenPrice: side === 'buy' ? output : input,
    quotePrice: side === 'buy' ? input : output,
  }
}

/**
 * The legs with their parts of the profit that the sale brought, by what each received; what division leaves over is the
 * last one's. Nothing for a sale of tokens that the strategy had not bought.
 */
export function sharedProfit(carried: Carried, before: StrategyState, after: StrategyState): OrderRow[] {
  const { legs, received } = carried
  if (legs[0]?.side !== 'sell' || before.held === '0' || received === 0n) return legs
  const decimals = after.terms?.quoteDecimals
  if (decimals === undefined) return legs
  const whole = (units(after.realised) - units(before.realised)) / 10n ** BigInt(DIGITS - decimals)
  let left = whole
  const sold = legs.filter((leg) => leg.status === 'filled')
  return legs.map((leg) => {
    if (leg.status !== 'filled') return leg
    const profit = leg === sold.at(-1) ? left : (whole * (leg.outAmount ?? 0n)) / received
    left -= profit
    return { ...leg, profit }
  })
}

async function carryLeg(
  parts: OrdersParts,
  row: StrategyRow,
  order: OrderRow,
  { nothingNew, doubted }: Following,
): Promise<Leg | null> {
  const { signal } = parts
  const failed = (error: string, code: LegCode, result: Result = {}): Leg => ({
    order: { ...order, status: 'failed' as const, error },
    result,
    code,
  })
  while (!signal.aborted) {
    try {
      const known = await parts.transfers.findByOrigin(originOf(order))
      const isOpen = !known || known.status === 'pending'
      const operation =
        isOpen && nothingNew()
          ? await giveUp(parts, row, order)
          : isOpen && isLate(parts, order)
            ? await parts.trading.giveUpLate({ userId: row.userId, originKey: originOf(order) })
            : (known ?? (await submit(parts, row, order)))
      const ended = await parts.transfers.ended(operation.id, WAIT_MS, signal)
      if (ended.status === 'failed')
        return failed(ended.error ?? FAILED, await parts.trading.refusalOf(ended.id), ended.result ?? {})
      if (ended.status === 'completed') {
        const result = (ended.result ?? {}) as Result
        const filled = { ...order, status: 'filled' as const, outAmount: receivedOf(result) }
        return { order: filled, result, code: null }
      }
      if (ended.status === 'resolving') doubted()
    } catch (error) {
      // The chain or the database is away, or the funds are in flight elsewhere: nothing is lost, the order waits.
      const waits = !isFault(error) || error.status >= 500 || isFault(error, 'funds_in_flight')
      if (isFault(error) && !waits)
        return failed(error.message, isFault(error, 'insufficient_balance') ? 'funds' : null)
      if (!isFault(error))
        parts.log.error(
          { strategy: row.id, ...describe(error) },
          'an order could not be carried on and is tried again',
        )
      await pause(RETRY_MS, signal)
    }
  }
  return null
}

const isLate = ({ clock }: OrdersParts, { deadline }: OrderRow): boolean =>
  deadline !== null && clock.now() > deadline.getTime()

/** Makes sure that it never goes out: a submit that is late meets the ended operation. */
const giveUp = (parts: OrdersParts, row: StrategyRow, order: OrderRow): Promise<Operation> =>
  parts.transfers.cancel(
    { userId: row.userId, type: 'trade', originKey: originOf(order) },
    'It was not sent: the strategy was paused or stopped before.',
  )

async function submit(parts: OrdersParts, row: StrategyRow, order: OrderRow): Promise<Operation> {
  const [wallet] = await parts.wallets.owned(row.userId, [order.walletAddress])
  if (!wallet) throw new Error('owned() answers a wallet for each address')
  return parts.trading.trade({
    userId: row.userId,
    wallet,
    inputMint: order.inputMint,
    outputMint: order.outputMint,
    inAmount: order.inAmount,
    slippageBps: row.plan.slippage_bps,
    minOut: order.minOut,
    deadline: order.deadline,
    originKey: originOf(order),
    context: { strategyId: row.id, seq: order.seq },
  })
}

/** The figures after this order. */
export function book(figures: Figures, side: 'buy' | 'sell', carried: Carried): Figures {
  const { spent, received, fees } = carried
  const feesLamports = figures.feesLamports + fees
  return side === 'buy'
    ? {
        ...figures,
        feesLamports,
        boughtBase: figures.boughtBase + received,
        spentQuote: figures.spentQuote + spent,
      }
    : {
        ...figures,
        feesLamports,
        soldBase: figures.soldBase + spent,
        receivedQuote: figures.receivedQuote + received,
      }
}

/** What the strategy is told of its order. */
export function eventOf(
  carried: Carried,
  side: 'buy' | 'sell',
  input: Asset,
  output: Asset,
  at: { now: number; quoteUsd: number; solUsd: number },
): StrategyEvent {
  const { now } = at
  const seq = carried.legs[0]?.seq ?? 0
  const failures = carried.legs.filter((leg) => leg.status === 'failed')
  // Where one was held back by its limits, that is why the order is skipped.
  const told = carried.codes.findIndex((code) => code === 'late' || code === 'price')
  const firstError = failures[Math.max(0, told)]?.error ?? ''
  if (failures.length === carried.legs.length)
    return {
      type: 'failed',
      now,
      seq,
      reason: sentence(firstError),
      fatal: false,
      ...(carried.codes.every((code) => code === 'funds') ? { outOfFunds: true } : {}),
      ...(carried.codes.some((code) => code === 'late' || code === 'price') ? { skipped: true } : {}),
    }
  const gone = formatUnits(carried.spent, input.decimals)
  const came = formatUnits(carried.received, output.decimals)
  const [tokens, quote] = side === 'buy' ? [came, gone] : [gone, came]
  return {
    type: 'filled',
    now,
    seq,
    spent: `${gone} ${input.symbol}`,
    received: `${came} ${output.symbol}`,
    tokens,
    quote,
    usd: Number(quote) * at.quoteUsd,
    feesUsd: Number(formatUnits(carried.fees, SOL_DECIMALS)) * at.solUsd,
    ...(failures.length > 0
      ? { note: `${failures.length} of ${carried.legs.length} wallets did not trade: ${firstError}` }
      : {}),
  }
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)
