/** Figures of a plan in words: periods, lengths and amounts. */
import type { PlanAmount } from '@purser/contract/plan.ts'

const UNITS: [number, string][] = [
  [604_800, 'week'],
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
]

/** 7200 is '2 hours', 3600 'hour', 5400 '90 minutes'. */
export function period(seconds: number): string {
  for (const [size, name] of UNITS) {
    if (seconds % size === 0) return seconds === size ? name : `${seconds / size} ${name}s`
  }
  return `${Math.round(seconds * 1000) / 1000} seconds`
}

export const length = (seconds: number) =>
  /^\d/.test(period(seconds)) ? period(seconds) : `1 ${period(seconds)}`

/** Never in powers of ten. */
export const plain = (value: number | string) => {
  const text = String(value)
  const match = /^(\d)(?:\.(\d+))?e([+-])(\d+)$/.exec(text)
  if (!match) return text
  const digits = match[1]! + (match[2] ?? '')
  const power = Number(match[4])
  return match[3] === '-' ? `0.${'0'.repeat(power - 1)}${digits}` : digits.padEnd(power + 1, '0')
}

export function amountWords(amount: PlanAmount, held: string, name: string): string {
  const value = plain(amount.value)
  if (amount.unit === 'USD') return `$${value}`
  if (amount.unit === 'percent')
    return value === '100' ? `all ${held} held` : `${value} % of the ${held} held`
  return `${value} ${amount.unit === 'token' ? name : amount.unit}`
}
