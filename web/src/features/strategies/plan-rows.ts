import type { Plan } from '@purser/contract/plan.ts'
import { symbolOf } from '@purser/contract/tokens.ts'
import { shortAddress } from '#ui/short-address.ts'

export type PlanRow = { label: string; value: string; title?: string }

/** Shown elsewhere, or of no use to a reader. */
const SKIPPED = new Set(['strategy_type', 'type', 'external_id', 'id', 'goal', 'version'])

/** Every other key of a plan as a label and a value; a plan without any gives an empty list. */
export const planRows = (plan: Plan): PlanRow[] =>
  Object.entries(plan)
    .filter(([key, value]) => !SKIPPED.has(key) && value !== undefined && value !== null)
    .map(([key, value]) => row(key, value))

function row(key: string, value: unknown): PlanRow {
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
    return { label: labelOf(key.slice(0, -'_seconds'.length)), value: spanOf(value) }
  if (key.endsWith('_days') && typeof value === 'number')
    return { label: labelOf(key.slice(0, -'_days'.length)), value: plural(value, 'day') }
  if (key.endsWith('_usd'))
    return { label: labelOf(key.slice(0, -'_usd'.length)), value: `${textOf(value)} USD` }
  return { label: labelOf(key), value: textOf(value) }
}

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

const SPANS: [seconds: number, word: string][] = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
]

/** 5400 seconds are '90 minutes': the largest unit in which it is whole. */
function spanOf(seconds: number): string {
  const [size, word] = SPANS.find(([unit]) => seconds >= unit && seconds % unit === 0) ?? [1, 'second']
  return plural(seconds / size, word)
}

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`
