/** Changes by a follow-up, field by field, in words. */
import { figureWords } from '@purser/contract/money.ts'
import type { PlanChange } from '@purser/contract/agents/reading.ts'
import { DAY_SECONDS } from '@purser/contract/time.ts'
import { getSymbol } from '@purser/contract/tokens/tokens.ts'
import type { FieldChange } from '../../../ports/interpreter.ts'
import { durationWords } from '../words.ts'

const LABELS: Record<string, string> = {
  strategy_type: 'type',
  token_address: 'token',
  quote: 'quote',
  trade_direction: 'direction',
  slippage_bps: 'slippage limit',
  on_stop: 'on stop',
  amount_per_order: 'amount per order',
  amount_per_trade: 'amount per trade',
  total_amount: 'total amount',
  order_count: 'number of orders',
  grid_levels: 'number of levels',
}

/** 'interval_seconds' is 'interval', 'risk.stop_loss_percent' is 'stop loss'. */
const toLabel = (field: string): string => {
  const own = field.replace(/^risk\./, '')
  return LABELS[own] ?? own.replace(/_(?:seconds|days|percent|usd)$/, '').replaceAll('_', ' ')
}

function formatValue(field: string, value: unknown): string {
  if (value === null || value === undefined) return 'none'
  if (field === 'token_address') return getSymbol(String(value))
  if (field === 'slippage_bps') return `${Number(value) / 100}%`
  if (field.endsWith('_seconds')) return durationWords(Number(value))
  if (field.endsWith('_days')) return durationWords(Number(value) * DAY_SECONDS)
  if (field.endsWith('_percent')) return `${String(value)}%`
  if (field.endsWith('_usd')) return `$${figureWords(String(value))}`
  if (field === 'on_stop') return value === 'sell' ? 'sell the token' : 'keep the token'
  if (typeof value !== 'object') return String(value)
  const amount = value as { value: unknown; unit: string }
  return `${figureWords(String(amount.value))}${amount.unit === 'percent' ? '%' : ` ${amount.unit}`}`
}

export const changesInWords = (changes: FieldChange[]): PlanChange[] =>
  changes.map((change) => ({
    ...change,
    text: `${toLabel(change.field)} from ${formatValue(change.field, change.from)} to ${formatValue(change.field, change.to)}`,
  }))
