/** How figures read in a strategy's log. Prices here are for the eye only. */
import type { Plan, PlanAmount } from '@purser/contract/plan.ts'
import { symbolOf } from '@purser/contract/tokens.ts'

/** 'buy BONK with 0.1 SOL', 'sell 50 % of the WIF held'. */
export function orderWords(plan: Plan, side: 'buy' | 'sell', amount: PlanAmount): string {
  const token = symbolOf(plan.token_address)
  if (amount.unit === 'token') return `${side} ${amount.value} ${token}`
  if (amount.unit === 'percent')
    return side === 'buy'
      ? `buy ${token} with ${amount.value} % of the ${plan.quote} held`
      : `sell ${amount.value} % of the ${token} held`
  return side === 'buy'
    ? `buy ${token} with ${amount.value} ${amount.unit}`
    : `sell ${token} worth ${amount.value} ${amount.unit}`
}

/** Six significant digits and never an exponent: '0.0000214303', '151.23'. */
export function priceWords(usd: number): string {
  if (!(usd > 0) || !Number.isFinite(usd)) return String(usd)
  const places = Math.min(20, Math.max(0, 5 - Math.floor(Math.log10(usd))))
  const text = usd.toFixed(places)
  return `${places === 0 ? text : text.replace(/\.?0+$/, '')} USD`
}

const UNITS: [string, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** The largest unit that divides it, else seconds: '90 minutes', '1 day'. */
export function timeWords(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const [name, size] = UNITS.find(([, s]) => seconds >= s && seconds % s === 0) ?? ['second', 1]
  const n = seconds / size
  return `${n} ${name}${n === 1 ? '' : 's'}`
}

/** '0.1 SOL', '5 BONK'. */
export const amountText = (plan: Plan, { value, unit }: PlanAmount): string =>
  `${value} ${unit === 'token' ? symbolOf(plan.token_address) : unit === 'percent' ? '%' : unit}`

export const percentWords = (ratio: number): string =>
  `${(Math.abs(ratio) * 100).toFixed(2).replace(/\.?0+$/, '')} %`

export const dollars = (usd: number): string => `${usd < 0 ? '-' : ''}${Math.abs(usd).toFixed(2)} USD`
