/** The limits of an order's decision: how little it may bring, and how late it may be sent. */
import { parseUnitsDown } from '@purser/contract/money.ts'
import { type Plan, TIMEFRAME_SECONDS } from '@purser/contract/plan.ts'
import { PRICE_DECIMALS, type Quote } from '../../../ports/market.ts'

/** An order is sent within this, or its interval where that is shorter. */
const AT_MOST_MS = 60_000
const BPS = 10_000n
/** Beyond this the market is too thin for an order, whatever slippage its plan allows. An exit is sold all the same. */
export const MAX_IMPACT_BPS = 1_000

/** The sale that ends a strategy, and that of a bracket, which may guard what was held before it. */
export const isSoldAnyway = (plan: Plan, side: 'buy' | 'sell', isExit: boolean): boolean =>
  isExit || (plan.strategy_type === 'bracket' && side === 'sell')

/** The price that an order of this plan waits for, decimal USD; null for one that is due by time or an exit. */
export function waitsFor(plan: Plan, side: 'buy' | 'sell', isExit: boolean): string | null {
  if (isExit) return null
  if (plan.strategy_type === 'limit') return String(plan.limit_price_usd)
  const isEntry = plan.strategy_type === 'bracket' && plan.trade_direction === 'buy' && side === 'buy'
  return isEntry && plan.entry_price_usd !== undefined ? String(plan.entry_price_usd) : null
}

function intervalOf(plan: Plan): number {
  switch (plan.strategy_type) {
    case 'dca':
    case 'rebalance':
      return plan.interval_seconds
    case 'twap':
      return plan.order_interval_seconds
    case 'rsi':
    case 'ma_cross':
      return TIMEFRAME_SECONDS[plan.timeframe]
    default:
      return Infinity
  }
}

/** null: it may be sent as long as its price holds. */
export function deadlineOf(plan: Plan, side: 'buy' | 'sell', isExit: boolean, now: number): Date | null {
  if (waitsFor(plan, side, isExit) !== null) return null
  return new Date(now + (isExit ? AT_MOST_MS : Math.min(AT_MOST_MS, intervalOf(plan) * 1000)))
}

/** Base units of the output that the whole order must bring: by its quote, or by the price that it waits for. */
export function minOutOf(plan: Plan, side: 'buy' | 'sell', isExit: boolean, quote: Quote): bigint {
  const own = waitsFor(plan, side, isExit)
  if (own === null) return quote.minOutAmount
  const limit = parseUnitsDown(own, PRICE_DECIMALS)
  const now = side === 'buy' ? quote.outPriceUsd : quote.inPriceUsd
  const atLimit = side === 'buy' ? (quote.outAmount * now) / limit : (quote.outAmount * limit) / now
  return (atLimit * (BPS - BigInt(quote.slippageBps))) / BPS
}
