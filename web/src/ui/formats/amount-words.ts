/** Amounts as text: grouped, with their sign, and few digits. For texts, never for calculating. */
import {
  formatBalance,
  formatCompact,
  formatRounded,
  groupThousands,
  parseUnitsDown,
} from '@purser/contract/money.ts'

/** Working precision, beyond the shown digits. */
const DIGITS = 12

const split = (value: number | string): { negative: boolean; units: bigint } => {
  const text = String(value)
  const negative = text.startsWith('-')
  return { negative, units: parseUnitsDown(negative ? text.slice(1) : text, DIGITS) }
}

export type Direction = 'up' | 'down' | 'even'
export const directionOf = (value: number | string): Direction => {
  const { negative, units } = split(value)
  return units === 0n ? 'even' : negative ? 'down' : 'up'
}

type Sign = { negative: boolean; signed: boolean; before?: string }

/** An amount too small for its digits has no sign, like zero. */
const signedWords = (decimal: string, { negative, signed, before = '' }: Sign): string => {
  const sign = /[1-9]/.test(decimal) ? (negative ? '-' : signed ? '+' : '') : ''
  return `${sign}${before}${groupThousands(decimal)}`
}

/** '1,234.56 BONK', '-0.001 SOL': at least 2 and at most 6 decimals, rounded half up. */
export function amountWords(value: number | string, unit: string, signed = false): string {
  const { negative, units } = split(value)
  return `${signedWords(formatBalance(units, DIGITS), { negative, signed })} ${unit}`
}

/** Formats a column: all with as many decimals as the one that needs most; null stays a dash. */
export function columnWords(values: (number | string | null)[], unit: string, signed = false): string[] {
  const decimalsOf = (units: bigint) => formatBalance(units, DIGITS).split('.')[1]?.length ?? 0
  const places = Math.max(0, ...values.map((one) => (one === null ? 0 : decimalsOf(split(one).units))))
  return values.map((value) => {
    if (value === null) return '–'
    const { negative, units } = split(value)
    return `${signedWords(formatRounded(units, DIGITS, places), { negative, signed })} ${unit}`
  })
}

type OfUnit = { value: number | string | null; unit: string }

/** Does the same for a column of several units: each unit has its digits. */
export function unitColumnWords(column: OfUnit[]): string[] {
  const words = new Map<string, string[]>()
  for (const unit of new Set(column.map((one) => one.unit)))
    words.set(
      unit,
      columnWords(
        column.filter((one) => one.unit === unit).map(({ value }) => value),
        unit,
      ),
    )
  return column.map(({ unit }) => words.get(unit)?.shift() ?? '–')
}

/** '740.88K' for a drawn number, rounded like the figures beside the chart. */
export const compactText = (value: number): string =>
  `${value < 0 ? '-' : ''}${formatCompact(split(Math.abs(value).toFixed(DIGITS)).units, DIGITS)}`

/** '740.88K BONK'. */
export const compactWords = (value: number | string, unit: string): string =>
  `${formatCompact(split(value).units, DIGITS)} ${unit}`

/** '+$12.34'; below a dollar with four decimals. */
export function usdWords(value: number | string, signed = false): string {
  const { negative, units } = split(value)
  const fine = formatRounded(units, DIGITS, 4)
  const text = units > 0n && fine.startsWith('0.') ? fine : formatRounded(units, DIGITS, 2)
  return signedWords(text, { negative, signed, before: '$' })
}

/** '+$12.34', always to the cent: for columns, where the same unit has the same digits. */
export function centWords(value: number | string, signed = false): string {
  const { negative, units } = split(value)
  // Nothing to the cent is neither a gain nor a loss.
  return signedWords(formatRounded(units, DIGITS, 2), { negative, signed, before: '$' })
}
