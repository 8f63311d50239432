/** The limits of an order's decision: the least that it must bring, and the latest time for sending it. */
import { parseUnitsDown } from '@purser/contract/money.ts'
import { typeFacts, type Plan } from '@purser/contract/strategies/plan.ts'
import { PRICE_DECIMALS, type Quote } from '../../../ports/market.ts'

/** An order is sent within this time, or its interval if that is shorter. */
const AT_MOST_MS = 60_000
const BPS = 10_000n
/** Beyond this the market is too thin for an order, whatever slippage its plan allows. An exit is sold all the same. */
export const MAX_IMPACT_BPS = 1_000

/** Whether it is the sale that ends a strategy, or that of a bracket, which may guard earlier holdings. */
export const isSoldAnyway = (plan: Plan, side: 'buy' | 'sell', isExit: boolean): boolean =>
  isExit || (typeFacts(plan).guards === true && side === 'sell')

/** The price that an order of this plan waits for, decimal USD; null for one that is due by time or an exit. */
export function findLimitPrice(plan: Plan, side: 'buy' | 'sell', isExit: boolean): string | null {
  if (isExit) return null
  const price = typeFacts(plan).orderPrice?.(plan, side) ?? null
  return price === null ? null : String(price)
}

/** null: it may be sent as long as its price holds. */
export function computeDeadline(plan: Plan, side: 'buy' | 'sell', isExit: boolean, now: number): Date | null {
  if (findLimitPrice(plan, side, isExit) !== null) return null
  return new Date(
    now +
      (isExit
        ? AT_MOST_MS
        : Math.min(AT_MOST_MS, (typeFacts(plan).intervalSeconds?.(plan) ?? Infinity) * 1000)),
  )
}

/** Base units of the output that the whole order must bring: by its quote, or by the price that it waits for. */
export function computeMinOut(plan: Plan, side: 'buy' | 'sell', isExit: boolean, quote: Quote): bigint {
  const own = findLimitPrice(plan, side, isExit)
  if (own === null) return quote.minOutAmount
  const limit = parseUnitsDown(own, PRICE_DECIMALS)
  const now = side === 'buy' ? quote.outPriceUsd : quote.inPriceUsd
  const atLimit = side === 'buy' ? (quote.outAmount * now) / limit : (quote.outAmount * limit) / now
  return (atLimit * (BPS - BigInt(quote.slippageBps))) / BPS
}
