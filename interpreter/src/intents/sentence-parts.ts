/** Parts of the sentences that several types share. */
import { groupThousands } from '@purser/contract/money.ts'
import type { Plan, PlanAmount, Risk } from '@purser/contract/strategies/plan.ts'
import { anyLimitWords, limitsIn } from '@purser/contract/strategies/limits/words.ts'
import { amountWords, length, plain } from './sentence-amounts.ts'

/** Prices and exits that are not known yet, by their field. */
export type Waits = { waiting: ReadonlyMap<string, number>; prices: ReadonlyMap<string, number | string> }
export const nothingWaits: Waits = { waiting: new Map(), prices: new Map() }

type Sided = { trade_direction: Plan['trade_direction']; quote: Plan['quote'] }
/** 'Buy BONK for 0.5 SOL', 'Sell 20% of the BONK held for SOL'. */
export function trade(plan: Sided, amount: PlanAmount, name: string, total = ''): string {
  const text = amountWords(amount, plan.trade_direction === 'sell' ? name : plan.quote, name) + total
  const own =
    amount.unit === 'token' ||
    amount.unit === name ||
    (amount.unit === 'percent' && plan.trade_direction === 'sell')
  if (plan.trade_direction === 'buy')
    return own
      ? `Buy ${text}${plan.quote === 'USDC' ? ' with USDC' : ''}`
      : `Buy ${name} for ${text}${plan.quote === 'USDC' && amount.unit === 'USD' ? ' in USDC' : ''}`
  return own
    ? `Sell ${text} for ${plan.quote}`
    : `Sell ${name} worth ${text}${amount.unit === plan.quote ? '' : ` for ${plan.quote}`}`
}

/** '$1.8', or '10% below today's price' while the market's is not known. */
export function price(value: number | string, field: string, { waiting }: Waits): string {
  const percent = waiting.get(field)
  if (percent === undefined) return `$${groupThousands(plain(value))}`
  return `${plain(Math.abs(percent))}% ${percent < 0 ? 'below' : 'above'} today's price`
}

export const lasting = (plan: { duration_days?: number | undefined }): string =>
  plan.duration_days === undefined ? '' : `, for ${length(Math.round(plan.duration_days * 86_400))}`

/** ', with a stop loss of 10%, a daily loss limit of 1 SOL'; empty where none is set. */
export function riskWords(risk: Risk | undefined, quote: string, name: string): string {
  if (!risk) return ''
  const amount = (limit: PlanAmount) => amountWords(limit, quote, name).replace(/ of the .* held$/, '')
  const words = limitsIn(risk).map(([field, value]) =>
    anyLimitWords[field].sentence(value, { time: length, amount }),
  )
  return words.length === 0 ? '' : `, with ${words.join(', ')}`
}
