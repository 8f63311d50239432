/** Figures of a plan in words: periods, lengths and amounts. */
import { groupThousands } from '@purser/contract/money.ts'
import type { PlanAmount } from '@purser/contract/strategies/plan.ts'

const DAY = 86_400
const YEAR = 365 * DAY
/** The most of a unit that people still say as one figure: '90 minutes', '36 hours', but not '4380 hours'. */
const UNITS: [seconds: number, name: string, most: number][] = [
  [YEAR, 'year', Infinity],
  [7 * DAY, 'week', Infinity],
  [DAY, 'day', Infinity],
  [3_600, 'hour', 72],
  [60, 'minute', 120],
  [1, 'second', 120],
]
const PARTS = UNITS.filter(([, name]) => name !== 'year' && name !== 'week')
const counted = (n: number, name: string): string => `${n} ${name}${n === 1 ? '' : 's'}`

/** 7200 is '2 hours', 3600 'hour', 5400 '90 minutes', 9000 '2 hours 30 minutes'. */
export function period(seconds: number): string {
  for (const [size, name, most] of UNITS)
    if (seconds % size === 0 && seconds / size <= most)
      return seconds === size ? name : counted(seconds / size, name)
  if (seconds % (YEAR / 2) === 0) return seconds < YEAR ? 'half a year' : `${seconds / YEAR} years`
  if (!Number.isInteger(seconds)) return `${Math.round(seconds * 1000) / 1000} seconds`
  let left = seconds
  const parts: string[] = []
  for (const [size, name] of PARTS) {
    const n = Math.floor(left / size)
    left -= n * size
    if (n > 0) parts.push(counted(n, name))
  }
  return parts.join(' ')
}

export const length = (seconds: number) =>
  /^(?:\d|half )/.test(period(seconds)) ? period(seconds) : `1 ${period(seconds)}`

/** Writes it without powers of ten. */
export const plain = (value: number | string) => {
  const text = String(value)
  const match = /^(\d)(?:\.(\d+))?e([+-])(\d+)$/.exec(text)
  if (!match) return text
  const digits = match[1]! + (match[2] ?? '')
  const power = Number(match[4])
  return match[3] === '-' ? `0.${'0'.repeat(power - 1)}${digits}` : digits.padEnd(power + 1, '0')
}

export function amountWords(amount: PlanAmount, held: string, name: string): string {
  const value = groupThousands(plain(amount.value))
  if (amount.unit === 'USD') return `$${value}`
  if (amount.unit === 'percent') return value === '100' ? `all ${held} held` : `${value}% of the ${held} held`
  return `${value} ${amount.unit === 'token' ? name : amount.unit}`
}
