/** Orders as the steps decided them, and as they were placed and sent. */
import { figureWords, MoneyError, parseUnits, parseUnitsDown, unitsWords } from '@purser/contract/money.ts'
import type { Plan, PlanAmount } from '@purser/contract/strategies/plan.ts'
import { symbolInPlan } from '@purser/contract/tokens/tokens.ts'
import { exact } from '../backtest/history.ts'
import type { OrderRow } from '../rows.ts'
import type { Order, StrategyEvent, StrategyState } from '../engine/types.ts'
import {
  type ReplayContext,
  type RecordedStep,
  type LiveOrder,
  NO_PARTS,
  POLL_MS,
  range,
} from './replay-context.ts'
import { holdingsAt } from './replay.ts'

export function liveOrders(rows: OrderRow[]): Map<number, LiveOrder> {
  const orders = new Map<number, LiveOrder>()
  for (const row of rows) {
    const known = orders.get(row.seq)
    const order: LiveOrder = known ?? {
      seq: row.seq,
      side: row.side,
      at: row.at.getTime(),
      ...NO_PARTS,
    }
    order.legs++
    order.wanted += row.inAmount
    if (row.status === 'placed') order.open++
    if (row.status === 'failed') order.error ??= row.error
    if (row.status === 'filled') {
      order.filled++
      order.spent += row.inAmount
      order.received = (order.received ?? 0n) + (row.outAmount ?? 0n)
    }
    orders.set(row.seq, order)
  }
  return orders
}

const amountWords = (plan: Plan, { value, unit }: PlanAmount): string =>
  unit === 'token'
    ? `${figureWords(value)} ${symbolInPlan(plan)}`
    : unit === 'percent'
      ? `${value}%`
      : `${figureWords(value)} ${unit}`

export const orderWords = (plan: Plan, order: Pick<Order, 'side' | 'amount'>): string =>
  `${order.side} ${amountWords(plan, order.amount)}`

export function liveWords(context: ReplayContext, live: LiveOrder, units = live.wanted): string {
  const { plan, conditions } = context
  return live.side === 'buy'
    ? `buy with ${unitsWords(units, conditions.quoteDecimals)} ${plan.quote}`
    : `sell ${unitsWords(units, conditions.tokenDecimals)} ${symbolInPlan(plan)}`
}

/** The same amount, caps included. */
export const isSameAmount = (a: Order, b: Order): boolean =>
  a.amount.value === b.amount.value &&
  a.amount.unit === b.amount.unit &&
  a.atMost === b.atMost &&
  a.upTo === b.upTo

const NEAR = 1e-6

/**
 * For orders that depend on the holdings: whether it lies within the amounts at the lowest and the highest prices of
 * the moment.
 */
export function isWithin(
  context: ReplayContext,
  before: StrategyState,
  recorded: RecordedStep,
  order: Order,
): boolean {
  const { event } = recorded
  if (event.type !== 'tick' || !event.holdings) return false
  const window = [event.now - Math.max(recorded.gapMs, POLL_MS), recorded.at + POLL_MS] as const
  const [tokens, quotes] = [range(context.token, ...window), range(context.quote, ...window)]
  const amounts = [tokens.low, tokens.high].flatMap((token) =>
    [quotes.low, quotes.high].flatMap((quote) => {
      const holdings = holdingsAt(event.holdings ?? { token: '0', quote: '0' }, token, quote)
      const polled: StrategyEvent = { ...event, priceUsd: token, holdings }
      const [found] = context.compiled.step(before, polled).orders
      return found && found.side === order.side ? [Number(found.amount.value)] : []
    }),
  )
  const amount = Number(order.amount.value)
  return (
    amounts.length > 0 &&
    amount >= Math.min(...amounts) * (1 - NEAR) &&
    amount <= Math.max(...amounts) * (1 + NEAR)
  )
}

/** The order in base units, at least and at most; null if that is not known. */
export function expectedUnits(
  context: ReplayContext,
  order: Order,
  recorded: RecordedStep,
  base: Record<string, string> | null,
): { least: bigint; most: bigint } | null {
  const { plan, conditions } = context
  const isBuy = order.side === 'buy'
  const decimals = isBuy ? conditions.quoteDecimals : conditions.tokenDecimals
  const { value, unit } = order.amount
  const cut = (units: bigint) => {
    const most = order.atMost === undefined ? units : parseUnitsDown(order.atMost, decimals)
    return most < units ? most : units
  }
  try {
    if (unit === (isBuy ? plan.quote : 'token')) {
      const units = cut(parseUnits(value, decimals))
      return { least: order.upTo ? 1n : units, most: units }
    }
    if (unit === 'percent') {
      if (base === null) return null
      const share = parseUnitsDown(value, 6)
      const whole = Object.values(base).reduce((sum, one) => sum + (BigInt(one) * share) / 100_000_000n, 0n)
      return { least: 1n, most: cut(whole) }
    }
  } catch (error) {
    if (error instanceof MoneyError) return null
    throw error
  }
  // The plan's own schema makes SOL the quote if an amount is in SOL.
  if (unit === 'SOL') return null
  const window = [recorded.event.now - POLL_MS, recorded.at + POLL_MS] as const
  const [tokens, quotes] = [range(context.token, ...window), range(context.quote, ...window)]
  const [input, other] = isBuy ? [quotes, tokens] : [tokens, quotes]
  const worth =
    unit === 'token' || unit === plan.quote
      ? other
      : unit === 'USDC'
        ? { low: 0.99, high: 1.01 }
        : { low: 1, high: 1 }
  const units = (worthUsd: number, inputUsd: number) =>
    (parseUnitsDown(value, 18) * exact(worthUsd) * 10n ** BigInt(decimals)) / exact(inputUsd) / 10n ** 18n
  const least = cut(units(worth.low * (1 - NEAR), input.high))
  return { least: order.upTo ? 1n : least, most: cut(units(worth.high * (1 + NEAR), input.low)) }
}

/** The holdings after this order. */
export function heldAfter(
  holds: { token: string; quote: string },
  live: LiveOrder,
): { token: string; quote: string } {
  const [spent, received] = [live.spent, live.received ?? 0n]
  const [token, quote] =
    live.side === 'buy'
      ? [BigInt(holds.token) + received, BigInt(holds.quote) - spent]
      : [BigInt(holds.token) - spent, BigInt(holds.quote) + received]
  return { token: token.toString(), quote: quote.toString() }
}
