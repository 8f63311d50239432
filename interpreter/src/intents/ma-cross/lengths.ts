/** The two averages: their kind, and over how many candles they look back. */
import type { Bag } from '../../clauses/bag.ts'
import type { Asked } from '../outcome.ts'
import { missing } from './missing.ts'

type Averages = { lengths?: [number, number]; kind?: 'sma' | 'ema'; days?: boolean }
type Said = { kind?: 'sma' | 'ema'; a?: string; b?: string; days?: boolean }

export function lengthsOf(bag: Bag): Averages | { asked: Asked } {
  const kinds = new Set<'sma' | 'ema'>()
  const single: number[] = []
  let pair: [number, number] | undefined
  let days = false
  let [fast, slow]: (number | undefined)[] = []
  for (const role of bag.all('averages')) {
    const { kind, a, b, days: inDays } = role.value as Said
    bag.mark(role, b === undefined ? (a === undefined ? 'kind' : 'fast_length') : 'fast_length')
    if (kind) kinds.add(kind)
    if (inDays) days = true
    if (a !== undefined && b !== undefined) {
      if (pair) return missing.lengths()
      pair = Number(a) < Number(b) ? [Number(a), Number(b)] : [Number(b), Number(a)]
    } else if (a !== undefined) single.push(Number(a))
  }
  for (const [kind, field] of [
    ['fast', 'fast_length'],
    ['slow', 'slow_length'],
  ] as const) {
    const said = bag.take(kind, field) as { n: string; kind?: 'sma' | 'ema' } | undefined
    if (!said) continue
    if (said.kind) kinds.add(said.kind)
    if (kind === 'fast') fast = Number(said.n)
    else slow = Number(said.n)
  }
  for (const role of bag.all('rsi_levels')) {
    const { buy, sell } = role.value as { buy: string; sell: string }
    if (pair) return missing.lengths()
    bag.mark(role, 'fast_length')
    pair = [Number(buy), Number(sell)]
  }
  if (kinds.size > 1) return missing.kind()
  const [kind] = kinds
  const [one, two, ...more] = single
  if (more.length > 0 || (pair && (one !== undefined || fast !== undefined || slow !== undefined)))
    return missing.lengths()
  if (one !== undefined && two !== undefined) pair = one < two ? [one, two] : [two, one]
  else if (one !== undefined && slow !== undefined && fast === undefined) fast = one
  else if (one !== undefined && fast !== undefined && slow === undefined) slow = one
  else if (one !== undefined) return missing.lengths()
  if (fast !== undefined && slow !== undefined) pair = [fast, slow]
  else if (fast !== undefined || slow !== undefined) return missing.lengths()
  return { ...(pair ? { lengths: pair } : {}), ...(kind ? { kind } : {}), days }
}
