/** A plan in one plain sentence. */
import type { Plan, PlanAmount } from '@purser/contract/plan.ts'

const UNITS: [number, string][] = [
  [604_800, 'week'],
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
]

/** 7200 is '2 hours', 3600 'hour', 5400 '1 hour 30 minutes'. */
export function period(seconds: number): string {
  for (const [size, name] of UNITS) {
    if (seconds % size === 0) return seconds === size ? name : `${seconds / size} ${name}s`
  }
  return `${Math.round(seconds * 1000) / 1000} seconds`
}

const length = (seconds: number) => (/^\d/.test(period(seconds)) ? period(seconds) : `1 ${period(seconds)}`)
/** Never in powers of ten. */
const plain = (value: number | string) => {
  const text = String(value)
  const match = /^(\d)(?:\.(\d+))?e([+-])(\d+)$/.exec(text)
  if (!match) return text
  const digits = match[1]! + (match[2] ?? '')
  const power = Number(match[4])
  return match[3] === '-' ? `0.${'0'.repeat(power - 1)}${digits}` : digits.padEnd(power + 1, '0')
}

function amountText(amount: PlanAmount, plan: Omit<Plan, 'goal'>, name: string): string {
  const value = plain(amount.value)
  if (amount.unit === 'USD') return `$${value}`
  if (amount.unit === 'percent') {
    const held = plan.trade_direction === 'sell' ? name : plan.quote
    return value === '100' ? `all ${held} held` : `${value} % of the ${held} held`
  }
  return `${value} ${amount.unit === 'token' ? name : amount.unit}`
}

type Draft = Plan extends infer P ? (P extends Plan ? Omit<P, 'goal'> : never) : never

export function goalOf(plan: Draft, name: string): string {
  const amount = plan.strategy_type === 'swap' ? plan.amount : plan.amount_per_order
  const text = amountText(amount, plan, name)
  const own =
    amount.unit === 'token' ||
    amount.unit === name ||
    (amount.unit === 'percent' && plan.trade_direction === 'sell')
  const what =
    plan.trade_direction === 'buy'
      ? own
        ? `Buy ${text}${plan.quote === 'USDC' ? ' with USDC' : ''}`
        : `Buy ${name} for ${text}${plan.quote === 'USDC' && amount.unit === 'USD' ? ' in USDC' : ''}`
      : own
        ? `Sell ${text} for ${plan.quote}`
        : `Sell ${name} worth ${text}${amount.unit === plan.quote ? '' : ` for ${plan.quote}`}`
  const slippage = plan.slippage_bps === 100 ? '' : `, with at most ${plan.slippage_bps / 100} % slippage`
  if (plan.strategy_type === 'swap') return `${what}, once${slippage}.`
  const bounds = [
    plan.min_price_usd === undefined ? '' : `above $${plain(plan.min_price_usd)}`,
    plan.max_price_usd === undefined ? '' : `below $${plain(plan.max_price_usd)}`,
  ].filter(Boolean)
  return [
    `${what} every ${period(plan.interval_seconds)}`,
    plan.order_count === undefined
      ? ''
      : `, ${plan.order_count} ${plan.order_count === 1 ? 'time' : 'times'}`,
    plan.duration_days === undefined ? '' : `, for ${length(Math.round(plan.duration_days * 86_400))}`,
    plan.order_count === undefined && plan.duration_days === undefined
      ? ' until stopped or out of funds'
      : '',
    bounds.length ? `, only while the price is ${bounds.join(' and ')}` : '',
    `${slippage}.`,
  ].join('')
}
