import { groupThousands } from '@purser/contract/money.ts'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import { fieldLabels, fieldValues } from '@purser/contract/strategies/types/words.ts'
import { symbolInPlan } from '@purser/contract/tokens/tokens.ts'
import { shortAddress } from '#ui/formats/short-address.ts'
import { DAY_SECONDS } from '@purser/contract/time.ts'
import { TIME_UNITS } from '#ui/dates/time-units.ts'

/** `path`: names the field of the plan, 'risk.stop_loss_percent' a limit. */
export type PlanRow = { path: string; label: string; value: string; title?: string }

/** Shown elsewhere, or of no use to the user. */
const SKIPPED = new Set(['strategy_type', 'type', 'external_id', 'id', 'goal', 'version', 'token_symbol'])

/** Every other key of a plan as a label and a value, each risk limit as a row. */
export const planRows = (plan: Plan): PlanRow[] =>
  Object.entries(plan)
    .flatMap(([key, value]) => fieldsOf(key, value))
    .filter(([path, value]) => !SKIPPED.has(path) && value !== undefined && value !== null)
    .map(([path, value]) => ({
      path,
      label: fieldLabel(path),
      ...(path === 'token_address' ? tokenShown(plan) : shown(ownName(path), value)),
    }))

const fieldsOf = (key: string, value: unknown): [path: string, value: unknown][] =>
  key === 'risk' && value
    ? Object.entries(value).map(([limit, own]) => [`risk.${limit}`, own])
    : [[key, value]]

/** 'amount.value' belongs to the field 'amount', a limit is a field of its own. */
export const fieldPath = (path: string): string => {
  const [first = '', second] = path.split('.')
  return first === 'risk' && second ? `risk.${second}` : first
}
const ownName = (path: string) => fieldPath(path).replace(/^risk\./, '')

/** Returns the label of this field's row. */
export function fieldLabel(path: string): string {
  const key = ownName(path)
  return (
    own(fieldLabels, key) ?? capital(key.replace(/_(?:seconds|days|percent|usd)$/, '').replaceAll('_', ' '))
  )
}
const own = (table: Record<string, string>, key: string) =>
  Object.hasOwn(table, key) ? table[key] : undefined
const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** Returns a value of this field in the form of its row. */
export const fieldValue = (path: string, value: unknown): string => shown(ownName(path), value).value

/** Puts a value that is one of a few in words. */
export const wordOf = (value: string) => own(fieldValues, value) ?? value

/** The name with the address beside it, if the name is uncertain. */
function tokenShown(plan: Pick<Plan, 'token_address' | 'token_symbol'>): Pick<PlanRow, 'value' | 'title'> {
  const { token_address: mint } = plan
  const [symbol, short] = [symbolInPlan(plan), shortAddress(mint)]
  return { value: symbol.includes(short) ? symbol : `${symbol} (${short})`, title: mint }
}

function shown(key: string, value: unknown): Pick<PlanRow, 'value' | 'title'> {
  if (key === 'token_address' && typeof value === 'string') return tokenShown({ token_address: value })
  if (key === 'slippage_bps' && typeof value === 'number') return { value: `${value / 100}%` }
  if (key === 'on_stop') return { value: value === 'sell' ? 'sell the token' : 'keep the token' }
  if (key.endsWith('_seconds') && typeof value === 'number') return { value: spanOf(value) }
  if (key.endsWith('_days') && typeof value === 'number') return { value: daysOf(value) }
  if (key.endsWith('_usd')) return { value: `${groupedOf(value)} USD` }
  if (key.endsWith('_percent')) return { value: `${textOf(value)}%` }
  if (key === 'fast_length' || key === 'slow_length' || key === 'length')
    return { value: `${textOf(value)} candles` }
  return { value: wordOf(textOf(value)) }
}

/** Half a day is '12 hours'. */
const daysOf = (days: number): string =>
  Number.isInteger(days) ? plural(days, 'day') : spanOf(Math.round(days * DAY_SECONDS))

function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  const { value: amount, unit } = value as { value?: unknown; unit?: unknown }
  const isAmount = typeof unit === 'string' && (typeof amount === 'string' || typeof amount === 'number')
  return isAmount ? `${groupedOf(amount)}${unit === 'percent' ? '%' : ` ${unit}`}` : JSON.stringify(value)
}

/** A decimal with its thousands grouped and all its digits. */
const groupedOf = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'string' ? groupThousands(String(value)) : textOf(value)

/**
 * 5400 seconds are '90 minutes', the largest unit that divides them, and 81000 '22.5 hours': no count is larger than
 * this.
 */
const LONGEST = 120
export function spanOf(seconds: number): string {
  const exact = TIME_UNITS.find(([unit]) => seconds >= unit && seconds % unit === 0) ?? [1, 'second']
  const tenths = TIME_UNITS.find(([unit]) => seconds >= unit && (seconds * 10) % unit === 0)
  const [size, word] = seconds / exact[0] > LONGEST && tenths ? tenths : exact
  return plural(seconds / size, word)
}

const plural = (count: number, word: string) =>
  `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`
