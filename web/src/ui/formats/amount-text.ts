/** Text of amount inputs, and its value in base units: those of SOL unless the decimals of a token are given. */
import { plainPrices } from '@purser/contract/market/price-text.ts'
import { formatUnits, MoneyError, parseUnits, SOL_DECIMALS } from '@purser/contract/money.ts'

/** Decimals of one step of an amount input: 0.000001. */
const STEP_PLACES = 6

const stepOf = (decimals: number): bigint =>
  decimals > STEP_PLACES ? 10n ** BigInt(decimals - STEP_PLACES) : 1n
/** One step in lamports. */
export const STEP_LAMPORTS = stepOf(SOL_DECIMALS)

const AMOUNT = /^(\d*)(?:\.(\d*))?$/
/** Digits of the largest number of base units. */
const MOST_DIGITS = 20
const WHOLE_DIGITS = 12

/** Inputs accept an empty text, a lone point, or a non-negative number with at most this many decimals. */
export function acceptsAmount(text: string, decimals = SOL_DECIMALS): boolean {
  const match = AMOUNT.exec(text)
  if (!match) return false
  const [, whole = '', fraction = ''] = match
  return whole.length <= Math.max(WHOLE_DIGITS, MOST_DIGITS - decimals) && fraction.length <= decimals
}

/** The form that spreadsheets copy: with spaces around it, and grouped thousands. */
const GROUPED = /^\d{1,3}(?:([,'’ \u00a0\u202f])\d{3})(?:\1\d{3})*(?:\.\d*)?$/
export function plainTyped(text: string): string {
  const trimmed = plainPrices(text.trim())
  return GROUPED.test(trimmed) ? trimmed.replaceAll(/[^\d.]/g, '') : trimmed
}

/** The reason why an amount input does not take this text. */
export function whyNotTaken(text: string, unit: string, decimals: number): string {
  if (text.startsWith('-')) return 'An amount cannot be negative.'
  const [, , fraction = ''] = AMOUNT.exec(text) ?? []
  if (fraction.length > decimals) return `${unit} has at most ${decimals} decimals.`
  return AMOUNT.test(text) ? 'This number is too long.' : 'Use digits and a point only, such as 1234.5.'
}

/** Undefined if the text is not an amount. */
export function unitsOf(text: string, decimals: number): bigint | undefined {
  try {
    return parseUnits(text, decimals)
  } catch (error) {
    if (error instanceof MoneyError) return undefined
    throw error
  }
}
export const lamportsOf = (text: string): bigint | undefined => unitsOf(text, SOL_DECIMALS)

/** Zero if the text is empty or not an amount. */
export const lamportsOrZero = (text: string | undefined): bigint =>
  text === undefined ? 0n : (lamportsOf(text) ?? 0n)

export const solText = (lamports: bigint): string => formatUnits(lamports, SOL_DECIMALS)

/** The text after the arrow keys: a step up or down, never below zero. */
export function stepAmount(text: string, direction: 1 | -1, decimals = SOL_DECIMALS): string {
  const now = unitsOf(text, decimals) ?? 0n
  const step = stepOf(decimals)
  const next = direction === 1 ? now + step : now > step ? now - step : 0n
  return formatUnits(next, decimals)
}
