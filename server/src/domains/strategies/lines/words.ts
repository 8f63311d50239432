/** How figures, orders and progress read in log lines and reports. For people only. */
import { figureWords, groupThousands } from '@purser/contract/money.ts'
import type { Plan, PlanAmount } from '@purser/contract/strategies/plan.ts'
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '@purser/contract/time.ts'
import { symbolInPlan } from '@purser/contract/tokens/tokens.ts'
import type { OrderRef } from './line-types.ts'

export type Symbols = { token: string; quote: string }
export const getSymbols = (plan: Plan): Symbols => ({ token: symbolInPlan(plan), quote: plan.quote })

/** 'buy BONK with 0.1 SOL', 'sell 50% of the WIF held'. */
export function orderWords({ token, quote }: Symbols, side: 'buy' | 'sell', amount: PlanAmount): string {
  const value = figureWords(amount.value)
  if (amount.unit === 'token') return `${side} ${value} ${token}`
  if (amount.unit === 'percent')
    return side === 'buy'
      ? `buy ${token} with ${value}% of the ${quote} held`
      : `sell ${value}% of the ${token} held`
  return side === 'buy'
    ? `buy ${token} with ${value} ${amount.unit}`
    : `sell ${token} worth ${value} ${amount.unit}`
}

/** 'order 3 of 24', or 'order 3' if the count is open. */
export const orderName = (number: number, count: number | null): string =>
  count === null ? `order ${number}` : `order ${number} of ${count}`

export function orderRefWords(order: OrderRef): string {
  if ('number' in order) return orderName(order.number, order.count)
  if ('doubt' in order) return 'an order of uncertain outcome'
  return order.exit === null ? 'the sale' : `the sale on ${order.exit}`
}

export const ordersWords = (n: number): string => `${n} ${n === 1 ? 'order' : 'orders'}`
/** ' after 3 orders filled of 24'. */
export const progressWords = ({ filled, count }: { filled: number; count: number | null }): string =>
  ` after ${ordersWords(filled)} filled${count === null ? '' : ` of ${count}`}`

/** Six significant digits and never an exponent: '0.0000214303', '151.23'. */
export function priceWords(usd: number): string {
  if (!(usd > 0) || !Number.isFinite(usd)) return String(usd)
  const places = Math.min(20, Math.max(0, 5 - Math.floor(Math.log10(usd))))
  const text = usd.toFixed(places)
  return `${groupThousands(places === 0 ? text : text.replace(/\.?0+$/, ''))} USD`
}

const UNITS: [string, number][] = [
  ['day', DAY_SECONDS],
  ['hour', HOUR_SECONDS],
  ['minute', MINUTE_SECONDS],
]

/** The largest unit that divides it, else seconds: '90 minutes', '1 day'. */
export function timeWords(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const [name, size] = UNITS.find(([, s]) => seconds >= s && seconds % s === 0) ?? ['second', 1]
  const n = seconds / size
  return `${n} ${name}${n === 1 ? '' : 's'}`
}

export const percentWords = (ratio: number): string =>
  `${(Math.abs(ratio) * 100).toFixed(2).replace(/\.?0+$/, '')}%`

export const dollars = (usd: number): string =>
  `${usd < 0 ? '-' : ''}${groupThousands(Math.abs(usd).toFixed(2))} USD`
