/**
 * The seed of a card: the same plan on the same data draws the same numbers. It depends on prices only by their ratios, so
 * that a token counted in other units has the same card.
 */
import type { Plan } from '@purser/contract/strategies/plan.ts'
import type { History } from '../../backtest/history.ts'

/** They change neither when it trades nor how long it holds, and so do amounts. */
const IGNORED = new Set(['goal', 'token_symbol', 'token_address', 'slippage_bps', 'on_stop'])
const isAmount = (value: unknown): boolean => value instanceof Object && 'unit' in value
const SAMPLES = 256
const DIGITS = 6

/** FNV-1a, source: datatracker.ietf.org/doc/html/draft-eastlake-fnv. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value | 0
}

const digits = (value: number): string => value.toPrecision(DIGITS)

export function toSeed(plan: Plan, { start, seconds, length, close }: History): number {
  const base = close[0]!
  const fields = Object.entries(plan)
    .filter(([field, value]) => !IGNORED.has(field) && !isAmount(value))
    .map(([field, value]) =>
      field.endsWith('_price_usd') ? [field, digits(Number(value) / base)] : [field, value],
    )
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))
  const step = Math.max(1, Math.floor(length / SAMPLES))
  const prices: string[] = []
  for (let i = 0; i < length; i += step) prices.push(digits(close[i]! / base))
  return hash(JSON.stringify([fields, start, seconds, length, prices]))
}
