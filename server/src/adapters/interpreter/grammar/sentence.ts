/** A plan in one plain sentence, which reads back as the same plan. */
import type { Plan, PlanAmount } from '@purser/contract/plan.ts'
import { amountWords, length, period, plain } from './sentence-amounts.ts'
import { riskWords } from './sentence-risk.ts'

type Draft = Plan extends infer P ? (P extends Plan ? Omit<P, 'goal'> : never) : never
type Of<T extends Plan['strategy_type']> = Extract<Draft, { strategy_type: T }>
/** Prices and exits that are not known yet, by their field. */
export type Waiting = { waiting: Map<string, number>; prices: Map<string, number | string> }
const none: Waiting = { waiting: new Map(), prices: new Map() }

/** 'Buy BONK for 0.5 SOL', 'Sell 20 % of the BONK held for SOL'. */
function trade(plan: Draft, amount: PlanAmount, name: string, total = ''): string {
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

/** '$1.8', or '10 % below today's price' while the market's is not known. */
function price(value: number | string, field: string, { waiting }: Waiting): string {
  const percent = waiting.get(field)
  if (percent === undefined) return `$${plain(value)}`
  return `${plain(Math.abs(percent))} % ${percent < 0 ? 'below' : 'above'} today's price`
}

const lasting = (plan: Draft) =>
  plan.duration_days === undefined ? '' : `, for ${length(Math.round(plan.duration_days * 86_400))}`

function dca(plan: Of<'dca'>, name: string, waits: Waiting): string {
  const bounds = [
    plan.min_price_usd === undefined ? '' : `above ${price(plan.min_price_usd, 'min_price_usd', waits)}`,
    plan.max_price_usd === undefined ? '' : `below ${price(plan.max_price_usd, 'max_price_usd', waits)}`,
  ].filter(Boolean)
  return [
    `${trade(plan, plan.amount_per_order, name)} every ${period(plan.interval_seconds)}`,
    plan.order_count === undefined
      ? ''
      : `, ${plan.order_count} ${plan.order_count === 1 ? 'time' : 'times'}`,
    lasting(plan),
    plan.order_count === undefined && plan.duration_days === undefined
      ? ' until stopped or out of funds'
      : '',
    bounds.length ? `, only while the price is ${bounds.join(' and ')}` : '',
  ].join('')
}

function limit(plan: Of<'limit'>, name: string, waits: Waiting): string {
  const expires = plan.expires_in_seconds === undefined ? '' : `, good for ${length(plan.expires_in_seconds)}`
  const at = price(plan.limit_price_usd, 'limit_price_usd', waits)
  return `${trade(plan, plan.amount, name)} at a limit price of ${at}${expires}${lasting(plan)}`
}

function bracket(plan: Of<'bracket'>, name: string, waits: Waiting): string {
  const at = (field: 'stop_loss_percent' | 'take_profit_percent') =>
    waits.prices.has(field) ? `at $${plain(waits.prices.get(field)!)}` : `of ${plain(plan[field]!)} %`
  const exits = [
    plan.stop_loss_percent === undefined ? '' : `a stop loss ${at('stop_loss_percent')}`,
    plan.take_profit_percent === undefined ? '' : `a take profit ${at('take_profit_percent')}`,
    plan.trailing_stop_percent === undefined ? '' : `a trailing stop of ${plan.trailing_stop_percent} %`,
    plan.time_limit_seconds === undefined ? '' : `a time limit of ${length(plan.time_limit_seconds)}`,
  ].filter(Boolean)
  const entry =
    plan.entry_price_usd === undefined
      ? ''
      : ` at an entry price of ${price(plan.entry_price_usd, 'entry_price_usd', waits)}`
  const what =
    plan.trade_direction === 'buy'
      ? trade(plan, plan.amount, name)
      : `Protect ${trade(plan, plan.amount, name)
          .replace(/^Sell /, '')
          .replace(/ for (SOL|USDC)$/, ' against $1')}`
  return `${what}${entry}, with ${exits.join(' and ')}${lasting(plan)}`
}

function signal(plan: Of<'rsi'> | Of<'ma_cross'>, name: string): string {
  const each = `with ${amountWords(plan.amount_per_trade, plan.quote, name)} per trade`
  const pair = `${name} against ${plan.quote}`
  if (plan.strategy_type === 'rsi')
    return `Trade ${pair} on RSI(${plan.length}) of ${plan.timeframe} candles: buy below ${plan.buy_below} and sell above ${plan.sell_above}, ${each}${lasting(plan)}`
  return `Trade ${pair} on the ${plan.kind.toUpperCase()} ${plan.fast_length}/${plan.slow_length} crossover of ${plan.timeframe} candles, ${each}${lasting(plan)}`
}

function body(plan: Draft, name: string, waits: Waiting): string {
  const pair = `${name} against ${plan.quote}`
  switch (plan.strategy_type) {
    case 'swap':
      return `${trade(plan, plan.amount, name)}, once`
    case 'dca':
      return dca(plan, name, waits)
    case 'twap':
      return `${trade(plan, plan.total_amount, name, ' in total')}, in equal slices over ${length(plan.total_duration_seconds)}, one every ${period(plan.order_interval_seconds)}${lasting(plan)}`
    case 'limit':
      return limit(plan, name, waits)
    case 'bracket':
      return bracket(plan, name, waits)
    case 'grid':
      return `Trade a grid of ${pair}, ${plan.grid_levels} ${plan.spacing} levels between ${price(plan.lower_price_usd, 'lower_price_usd', waits)} and ${price(plan.upper_price_usd, 'upper_price_usd', waits)}, with ${amountWords(plan.total_amount, plan.quote, name)}${lasting(plan)}`
    case 'rsi':
    case 'ma_cross':
      return signal(plan, name)
    case 'rebalance':
      return `Rebalance ${pair} to ${plan.target_percent} % every ${period(plan.interval_seconds)} when it is off by ${plan.threshold_percent} %${lasting(plan)}`
  }
}

export function goalOf(plan: Draft, name: string, waits: Waiting = none): string {
  const slippage = plan.slippage_bps === 100 ? '' : `, with at most ${plan.slippage_bps / 100} % slippage`
  return `${body(plan, name, waits)}${riskWords(plan.risk, plan.quote, name)}${slippage}${plan.on_stop === 'sell' ? ', and sell everything when stopped' : ''}.`
}
