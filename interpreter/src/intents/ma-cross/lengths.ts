/** The two averages: their kind, and the number of candles that they cover. */
import type { Bag } from '../../clauses/bag.ts'
import type { Asked } from '../outcome.ts'
import { missing } from './missing.ts'
import { isBackward } from './sides.ts'

type Kind = 'sma' | 'ema'
type Averages = { lengths?: [number, number]; kind?: Kind; days?: boolean; hours?: boolean }
type Said = {
  kind?: Kind
  a?: string
  b?: string
  fast?: string
  slow?: string
  days?: boolean
  hours?: boolean
}

/** The lengths in the text, one after another; `named`: called fast or slow. */
type Found = {
  kinds: Set<Kind>
  pairs: [number, number][]
  single: number[]
  fast: number[]
  slow: number[]
  days: boolean
  hours: boolean
}

function found(bag: Bag): Found {
  const all: Found = {
    kinds: new Set(),
    pairs: [],
    single: [],
    fast: [],
    slow: [],
    days: false,
    hours: false,
  }
  for (const role of bag.all('averages')) {
    const { kind, a, b, fast, slow, days, hours } = role.value as Said
    bag.mark(role, a === undefined && fast === undefined ? 'kind' : 'fast_length')
    if (kind) all.kinds.add(kind)
    if (days) all.days = true
    if (hours) all.hours = true
    if (fast !== undefined && slow !== undefined) {
      all.fast.push(Number(fast))
      all.slow.push(Number(slow))
    } else if (a !== undefined && b !== undefined) all.pairs.push([Number(a), Number(b)])
    else if (a !== undefined) all.single.push(Number(a))
  }
  for (const [kind, field] of [
    ['fast', 'fast_length'],
    ['slow', 'slow_length'],
  ] as const)
    for (const role of bag.all(kind)) {
      const said = role.value as { n: string; kind?: Kind }
      bag.mark(role, field)
      if (said.kind) all.kinds.add(said.kind)
      all[kind].push(Number(said.n))
    }
  for (const role of bag.all('rsi_levels')) {
    const { buy, sell } = role.value as { buy: string; sell: string }
    bag.mark(role, 'fast_length')
    all.pairs.push([Number(buy), Number(sell)])
  }
  for (const kind of kindsWritten(bag)) all.kinds.add(kind)
  return all
}

/** A kind that is written anywhere counts, whichever reading took the word. */
function kindsWritten({ text }: Bag): Kind[] {
  const words = new Set(text.words.map((word) => word.text))
  const has = (...names: string[]) => names.some((name) => words.has(name))
  return [
    ...(has('ema', 'emas', 'exponential', 'exponentials') ? (['ema'] as const) : []),
    ...(has('sma', 'smas') ? (['sma'] as const) : []),
  ]
}

export function readLengths(bag: Bag): Averages | { asked: Asked } {
  const { kinds, pairs, single, fast, slow, days, hours } = found(bag)
  if (kinds.size > 1) return missing.kind()
  const [kind] = kinds
  const rest = { ...(kind ? { kind } : {}), days, hours }
  if (isBackward(bag)) return missing.backward()
  // Each figure has one place: more than two, or a name without its figure, is asked about.
  const figures = pairs.length * 2 + single.length + fast.length + slow.length
  if (figures === 0) return rest
  if (figures !== 2 || fast.length > 1 || slow.length > 1) return missing.lengths()
  const [pair] = pairs
  const [one, two] = pair ?? single
  if (one !== undefined && two !== undefined) return { ...rest, lengths: one < two ? [one, two] : [two, one] }
  const lengths: [number, number] = [fast[0] ?? one ?? 0, slow[0] ?? one ?? 0]
  return { ...rest, lengths }
}
