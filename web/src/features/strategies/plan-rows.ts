import type { Plan, Risk } from '@purser/contract/plan.ts'
import { symbolOf } from '@purser/contract/tokens.ts'
import { shortAddress } from '#ui/short-address.ts'
import { DAY_SECONDS } from '@purser/contract/time.ts'
import { TIME_UNITS } from '#ui/time-units.ts'

export type PlanRow = { label: string; value: string; title?: string }

/** Shown elsewhere, or of no use to the user. */
const SKIPPED = new Set(['strategy_type', 'type', 'external_id', 'id', 'goal', 'version'])

/** Every other key of a plan as a label and a value, each risk limit as a row. */
export const planRows = (plan: Plan): PlanRow[] =>
  Object.entries(plan)
    .flatMap(([key, value]) => fieldsOf(key, value))
    .filter(([key, value]) => !SKIPPED.has(key) && value !== undefined && value !== null)
    .map(([key, value]) => row(key, value))

const fieldsOf = (key: string, value: unknown): [string, unknown][] =>
  key === 'risk' && value ? Object.entries(value) : [[key, value]]

const RISK_LABELS: Record<keyof Risk, string> = {
  stop_loss_percent: 'Stop loss',
  take_profit_percent: 'Take profit',
  max_drawdown_percent: 'Max drawdown',
  daily_loss_limit: 'Daily loss limit',
  max_spend: 'Budget',
  cooldown_seconds: 'Rest after a loss',
}
const LABELS: Record<string, string> = {
  token_address: 'Token',
  quote: 'Traded against',
  trade_direction: 'Direction',
  order_count: 'Orders',
  total_duration_seconds: 'Takes',
  order_interval_seconds: 'An order every',
  expires_in_seconds: 'Expires after',
  time_limit_seconds: 'Time limit',
  entry_price_usd: 'Buys at or below',
  limit_price_usd: 'Limit price',
  lower_price_usd: 'Lowest level',
  upper_price_usd: 'Highest level',
  min_price_usd: 'Not below',
  max_price_usd: 'Not above',
  grid_levels: 'Levels',
  timeframe: 'Candles',
  length: 'RSI length',
  buy_below: 'Buys below',
  sell_above: 'Sells above',
  kind: 'Average',
  fast_length: 'Fast average',
  slow_length: 'Slow average',
  target_percent: 'Target share',
  threshold_percent: 'Trades when off by',
  ...RISK_LABELS,
}
const WORDS: Record<string, string> = {
  both: 'buys and sells',
  arithmetic: 'arithmetic, the same number of dollars apart',
  geometric: 'geometric, the same percentage apart',
  sma: 'simple',
  ema: 'exponential',
  '1m': '1 minute',
  '5m': '5 minutes',
  '15m': '15 minutes',
  '1h': '1 hour',
  '4h': '4 hours',
  '1d': '1 day',
}

function row(key: string, value: unknown): PlanRow {
  const label = LABELS[key]
  if (key === 'token_address' && typeof value === 'string') {
    const symbol = symbolOf(value)
    const short = shortAddress(value)
    return { label: 'Token', value: symbol === short ? short : `${symbol} (${short})`, title: value }
  }
  if (key === 'slippage_bps' && typeof value === 'number')
    return { label: 'Slippage limit', value: `${value / 100} %` }
  if (key === 'on_stop')
    return { label: 'When stopped', value: value === 'sell' ? 'sell the token' : 'keep the token' }
  if (key.endsWith('_seconds') && typeof value === 'number')
    return { label: label ?? labelOf(key.slice(0, -'_seconds'.length)), value: spanOf(value) }
  if (key.endsWith('_days') && typeof value === 'number')
    return { label: label ?? labelOf(key.slice(0, -'_days'.length)), value: daysOf(value) }
  if (key.endsWith('_usd'))
    return { label: label ?? labelOf(key.slice(0, -'_usd'.length)), value: `${textOf(value)} USD` }
  if (key.endsWith('_percent'))
    return { label: label ?? labelOf(key.slice(0, -'_percent'.length)), value: `${textOf(value)} %` }
  if (key === 'fast_length' || key === 'slow_length' || key === 'length')
    return { label: label ?? key, value: `${textOf(value)} candles` }
  return { label: label ?? labelOf(key), value: WORDS[String(value)] ?? textOf(value) }
}

/** Half a day is '12 hours'. */
const daysOf = (days: number): string =>
  Number.isInteger(days) ? plural(days, 'day') : spanOf(Math.round(days * DAY_SECONDS))

const labelOf = (key: string) => {
  const words = key.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  const { value: amount, unit } = value as { value?: unknown; unit?: unknown }
  const isAmount = typeof unit === 'string' && (typeof amount === 'string' || typeof amount === 'number')
  return isAmount ? `${amount} ${unit === 'percent' ? '%' : unit}` : JSON.stringify(value)
}

/** 5400 seconds are '90 minutes': the largest unit that divides them. */
function spanOf(seconds: number): string {
  const [size, word] = TIME_UNITS.find(([unit]) => seconds >= unit && seconds % unit === 0) ?? [1, 'second']
  return plural(seconds / size, word)
}

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`
