/** The editing of one field of a plan: the text of its input, and the value of that text. */
import { type Plan, Timeframe, Unit } from '@purser/contract/strategies/plan.ts'
import type { PlanEdit } from '@purser/contract/agents/reading.ts'
import { DAY_SECONDS } from '@purser/contract/time.ts'
import { TIME_UNITS } from '#ui/dates/time-units.ts'
import { fieldPath, wordOf } from './plan-rows.ts'

type Option = { value: string; label: string }
/** The typed text, and the unit or the choice beside it. */
export type FieldText = { text: string; unit: string }
export type FieldInput =
  | { kind: 'amount'; units: Option[] }
  /** `seconds`: the number of seconds that the value counts as one. */
  | { kind: 'time'; seconds: number; units: Option[] }
  /** `scale`: the typed number times this is the value. `exact`: a decimal of any length. */
  | { kind: 'number'; suffix: string; scale: number; exact: boolean }
  | { kind: 'choice'; options: Option[] }
  | { kind: 'token' }

const options = (values: readonly string[]): Option[] =>
  values.map((value) => ({ value, label: wordOf(value) }))
const UNITS = Unit.options.map((unit) => ({ value: unit, label: unit === 'percent' ? '%' : unit }))
const SECOND: [number, string] = [1, 'second']
const TIMES: [number, string][] = [SECOND, ...TIME_UNITS.toReversed()]
const TIME_OPTIONS = TIMES.map(([size, unit]) => ({ value: String(size), label: `${unit}s` }))
const CHOICES: Record<string, Option[]> = {
  trade_direction: options(['buy', 'sell']),
  quote: options(['SOL', 'USDC']),
  on_stop: [
    { value: 'keep', label: 'keep the token' },
    { value: 'sell', label: 'sell the token' },
  ],
  spacing: options(['arithmetic', 'geometric']),
  kind: options(['sma', 'ema']),
  timeframe: options(Timeframe.options),
}

const isAmount = (value: unknown): value is { value: string | number; unit: string } =>
  typeof value === 'object' && value !== null && 'value' in value && 'unit' in value

/** Returns the plan's value under this path; its limits are one level deeper. */
export function valueAt(plan: Plan, path: string): unknown {
  const steps = fieldPath(path).split('.')
  return steps.reduce<unknown>(
    (inner, step) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, step)
        ? (inner as Record<string, unknown>)[step]
        : undefined,
    plan,
  )
}

/**
 * Undefined for a field that cannot be changed by itself: the type of a plan, the direction of one that trades both
 * ways.
 */
export function inputOf(plan: Plan, path: string): FieldInput | undefined {
  const value = valueAt(plan, path)
  const name = fieldPath(path).split('.').at(-1) ?? ''
  if (isAmount(value)) return { kind: 'amount', units: UNITS }
  if (name === 'token_address') return { kind: 'token' }
  const choices = Object.hasOwn(CHOICES, name) ? CHOICES[name] : undefined
  if (choices)
    return choices.some((one) => one.value === value) ? { kind: 'choice', options: choices } : undefined
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  if (name === 'slippage_bps') return { kind: 'number', suffix: '%', scale: 100, exact: false }
  if (name.endsWith('_usd')) return { kind: 'number', suffix: 'USD', scale: 1, exact: true }
  if (typeof value !== 'number' || name === 'version') return undefined
  if (name.endsWith('_seconds')) return { kind: 'time', seconds: 1, units: TIME_OPTIONS }
  if (name.endsWith('_days')) return { kind: 'time', seconds: DAY_SECONDS, units: TIME_OPTIONS }
  const suffix = name.endsWith('_percent') ? '%' : ''
  return { kind: 'number', suffix, scale: 1, exact: false }
}

/** Drops the noise of floats behind a figure. */
const rounded = (value: number): number => Math.round(value * 1_000_000) / 1_000_000

/** Returns the first text of the input. */
export function textOfField(input: FieldInput, value: unknown): FieldText {
  if (isAmount(value)) return { text: String(value.value), unit: value.unit }
  if (input.kind === 'time') {
    const seconds = Math.round(Number(value) * input.seconds)
    const [size] = TIMES.findLast(([one]) => seconds % one === 0) ?? SECOND
    return { text: String(seconds / size), unit: String(size) }
  }
  if (input.kind === 'number' && input.scale !== 1)
    return { text: String(rounded(Number(value) / input.scale)), unit: '' }
  return { text: String(value), unit: '' }
}

const DECIMAL = /^(?:\d+(?:\.\d+)?|\.\d+)$/
const decimalOf = (text: string): string | undefined => {
  const typed = text.trim()
  return DECIMAL.test(typed) ? typed.replace(/^\./, '0.') : undefined
}
/** A JSON number, or a string if a number would lose digits or it was a string before. */
const exactly = (decimal: string, before: unknown): number | string =>
  typeof before !== 'string' && String(Number(decimal)) === decimal ? Number(decimal) : decimal

/** Returns the typed value; undefined if it is no number. `before`: the value of the plan. */
export function valueOfField(
  input: FieldInput,
  { text, unit }: FieldText,
  before: unknown,
): PlanEdit['value'] | undefined {
  if (input.kind === 'choice' || input.kind === 'token') return text.trim()
  const decimal = decimalOf(text)
  if (decimal === undefined) return undefined
  if (input.kind === 'amount')
    return {
      value: exactly(decimal, isAmount(before) ? before.value : undefined),
      unit: Unit.parse(unit),
    }
  if (input.kind === 'time') {
    const seconds = rounded(Number(decimal) * Number(unit))
    return input.seconds === 1 ? seconds : seconds / input.seconds
  }
  if (input.exact) return exactly(decimal, before)
  return input.scale === 1 ? Number(decimal) : rounded(Number(decimal) * input.scale)
}

export const isSameValue = (a: unknown, b: unknown): boolean =>
  isAmount(a) && isAmount(b)
    ? a.unit === b.unit && String(a.value) === String(b.value)
    : String(a) === String(b)
