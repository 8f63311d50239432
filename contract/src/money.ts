/**
 * The only converter between decimal text and base units. Internally money is a bigint of base units (lamports for SOL,
 * the mint's smallest unit for a token); decimals appear only in requests, answers and texts, and floats never.
 */

export const SOL_DECIMALS = 9
export const LAMPORTS_PER_SOL = 10n ** 9n
/** Decimals of values in USD. */
export const USD_DECIMALS = 6
/** Solana holds amounts in unsigned 64-bit integers. */
export const MAX_UNITS = 2n ** 64n - 1n

export type MoneyProblem = 'not_a_number' | 'too_many_decimals' | 'negative' | 'too_large'

export class MoneyError extends Error {
  readonly problem: MoneyProblem
  constructor(problem: MoneyProblem, text: string) {
    super(sentences[problem])
    this.problem = problem
    this.cause = text
  }
}

const sentences: Record<MoneyProblem, string> = {
  not_a_number: 'must be a decimal number',
  too_many_decimals: 'has more decimals than the token allows',
  negative: 'must not be negative',
  too_large: 'is larger than the chain supports',
}

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i

/** Digits and scale of a decimal: value = digits × 10^-scale. The text of a number is exact for what JSON contained. */
function parseDigits(value: string | number): { negative: boolean; digits: bigint; scale: number } {
  const text = String(value).trim()
  const match = DECIMAL.exec(text)
  const whole = match?.[2] ?? ''
  const fraction = match?.[3] ?? ''
  if (!match || whole + fraction === '' || text.length > 400) throw new MoneyError('not_a_number', text)
  const trimmed = fraction.replace(/0+$/, '')
  let digits = BigInt(whole + trimmed || '0')
  let scale = trimmed.length - Number(match[4] ?? 0)
  if (scale < 0) {
    digits *= 10n ** BigInt(-scale)
    scale = 0
  }
  while (scale > 0 && digits % 10n === 0n) {
    digits /= 10n
    scale--
  }
  return { negative: match[1] === '-' && digits !== 0n, digits, scale }
}

/** Decimal text or JSON number to base units. Throws MoneyError; never rounds. `parseUnits('0.5', 9)` is 500_000_000n. */
export function parseUnits(value: string | number, decimals: number): bigint {
  const { negative, digits, scale } = parseDigits(value)
  if (negative) throw new MoneyError('negative', String(value))
  if (scale > decimals) throw new MoneyError('too_many_decimals', String(value))
  const units = digits * 10n ** BigInt(decimals - scale)
  if (units > MAX_UNITS) throw new MoneyError('too_large', String(value))
  return units
}

/** Like parseUnits, but truncates: for amounts calculated from prices, never for user input. */
export function parseUnitsDown(value: string | number, decimals: number): bigint {
  const { negative, digits, scale } = parseDigits(value)
  if (negative) throw new MoneyError('negative', String(value))
  const shift = decimals - scale
  return shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift)
}

/** Base units to the shortest exact decimal text: `formatUnits(1_500_000n, 6)` is '1.5'. */
export function formatUnits(units: bigint, decimals: number): string {
  const sign = units < 0n ? '-' : ''
  const text = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  const whole = text.slice(0, text.length - decimals)
  const fraction = decimals === 0 ? '' : text.slice(-decimals).replace(/0+$/, '')
  return sign + whole + (fraction ? `.${fraction}` : '')
}

/** Decimal text or JSON number as exact decimal text: without an exponent, and without zeros at its end. Throws MoneyError. */
export function plainDecimal(value: string | number): string {
  const { negative, digits, scale } = parseDigits(value)
  return formatUnits(negative ? -digits : digits, scale)
}

/** Whether it is more than nothing, however little. Throws MoneyError. */
export function isAboveZero(value: string | number): boolean {
  const { negative, digits } = parseDigits(value)
  return !negative && digits > 0n
}

/** An amount with exactly `places` decimals, truncated: a limit is never stated larger than it is. */
export function formatFixed(units: bigint, decimals: number, places: number): string {
  const [whole = '0', fraction = ''] = formatUnits(units, decimals).split('.')
  return places === 0 ? whole : `${whole}.${fraction.slice(0, places).padEnd(places, '0')}`
}

/** An amount with exactly `places` decimals, rounded half up, so that lines add up to their total as nearly as they can. */
export function formatRounded(units: bigint, decimals: number, places: number): string {
  if (places >= decimals) return formatFixed(units, decimals, places)
  const half = 5n * 10n ** BigInt(decimals - places - 1)
  const text = formatFixed(units < 0n ? half - units : units + half, decimals, places)
  return units < 0n && /[1-9]/.test(text) ? `-${text}` : text
}

/** An amount in an answer: a JSON number up to 15 significant digits, else a string, so that no digit is lost. */
export function toJsonAmount(units: bigint, decimals: number): number | string {
  const text = formatUnits(units, decimals)
  const significant = text.replace(/[-.]/g, '').replace(/^0+/, '')
  return significant.length > 15 ? text : Number(text)
}

const compactForms = [
  { below: 1n, exponent: 0, places: 6, suffix: '' },
  { below: 1000n, exponent: 0, places: 4, suffix: '' },
  { below: 1000n, exponent: 3, places: 2, suffix: 'K' },
]

/** For balances on screen: '< 0.000001', six decimals below 1, four below 1000, then K and M with two; rounded half up. */
export function formatCompact(units: bigint, decimals: number): string {
  if (units === 0n) return '0.00'
  if (units * 1_000_000n < 10n ** BigInt(decimals)) return '< 0.000001'
  for (const { below, exponent, places, suffix } of compactForms) {
    const text = formatRounded(units, decimals + exponent, places)
    // 999.99999 is a thousand once it is rounded.
    if (BigInt(text.slice(0, text.indexOf('.'))) < below) return text + suffix
  }
  return `${formatRounded(units, decimals + 6, 2)}M`
}

/** A balance with 2 to 6 decimals, rounded half up. */
export function formatBalance(units: bigint, decimals: number): string {
  const [whole = '0', fraction = ''] = formatRounded(units, decimals, 6).split('.')
  return `${whole}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`
}

/** Writes '1234567.89' as '1,234,567.89'. */
export function groupThousands(decimal: string): string {
  const [whole = '0', fraction] = decimal.split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

/** An amount as people read it, with all its digits: '1,234.5'. It keeps screens, messages and files consistent. */
export const figureWords = (amount: number | string): string => {
  const text = plainDecimal(amount)
  return text.startsWith('-') ? `-${groupThousands(text.slice(1))}` : groupThousands(text)
}

/** The same for base units. */
export const unitsWords = (units: bigint, decimals: number): string =>
  figureWords(formatUnits(units, decimals))
