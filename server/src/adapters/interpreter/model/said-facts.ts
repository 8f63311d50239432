/** What the grammar itself finds in a text: its times, and amounts with their units. A reply is held to them. */
import type { PlanAmount } from '@purser/contract/plan.ts'
import type { InterpreterRequest } from '../../../ports/interpreter.ts'
import type { Fact } from '../grammar/facts.ts'
import { read } from '../grammar/lexer.ts'
import { parse } from '../grammar/parser.ts'
import { figuresIn } from './figures.ts'

const TIMES = ['interval_seconds', 'order_interval_seconds'] as const
const LENGTHS = [
  'total_duration_seconds',
  'time_limit_seconds',
  'expires_in_seconds',
  'duration_days',
] as const
const DAY = 86_400
const CANDLE: Record<string, number> = { m: 60, h: 3_600, d: DAY, w: 7 * DAY }
const UNIT: Record<string, RegExp> = { m: /\bminute/i, h: /\bhour/i, d: /\bda(?:ys?|ily)\b/i }
/** Also what divides a total. */
export const SLICES = /\b(?:slices?|parts|pieces|orders|chunks|portions|tranches|buys|sells|trades)\b/i
/** Words that change a time without giving one, with what they may make of it. */
const FACTORS: [RegExp, number][] = [
  [/\b(?:double|twice|half|halve|doubled|halved)\b/i, 2],
  [/\b(?:triple|thrice|third)\b/i, 3],
  [/\bquarter\b/i, 4],
]

export const factsOf = (request: InterpreterRequest): Fact[] => parse(read(request).tokens) ?? []

type Fields = Record<string, unknown>
export type WrongTime = 'interval' | 'duration' | 'timeframe' | 'cooldown'

/** The first time of a plan that the text does not give; what may be left open is taken out of `fields`. `before`: the plan that is changed. */
export function wrongTime(
  fields: Fields,
  request: InterpreterRequest,
  before: Fields = {},
): WrongTime | undefined {
  const facts = factsOf(request)
  const rates = facts.flatMap((f) =>
    f.is === 'rate' || (f.is === 'time' && f.article && f.leads.length === 0) ? [f.seconds] : [],
  )
  const lengths = facts.flatMap((f) => (f.is === 'time' ? [f.seconds] : []))
  const counts = facts.flatMap((f) => (f.is === 'count' && f.n !== '' ? [Number(f.n)] : []))
  const all = [...rates, ...lengths]
  const near = (a: number, b: number) => Math.abs(a - b) <= Math.max(1e-6 * b, b < 10 ? 0 : 0.999)
  const held = (field: string, value: unknown, of: number[], scale = 1): boolean => {
    if (value === undefined) return true
    const seconds = Number(value) * scale
    if (of.some((s) => near(seconds, s))) return true
    const was = before[field]
    if (was === undefined) return false
    const old = Number(was) * scale
    return (
      seconds === old ||
      FACTORS.some(
        ([word, n]) => word.test(request.instruction) && (near(seconds, old * n) || near(seconds, old / n)),
      )
    )
  }
  // 'in 10 slices over 4 hours', '24 times, each hour'.
  const parts = lengths.flatMap((s) => counts.map((n) => s / n))
  const sliced = SLICES.test(request.instruction)
  const slices = sliced ? [...figuresIn(request.instruction)].filter((n) => n > 1 && Number.isInteger(n)) : []
  const sums = rates.flatMap((s) => [...counts, ...slices].map((n) => s * n))
  for (const field of TIMES) {
    const of = [...(rates.length > 0 ? rates : all), ...lengths.flatMap((s) => slices.map((n) => s / n))]
    if (held(field, fields[field], [...of, ...parts])) continue
    // A pace that nobody asked for gives way to the desk's own.
    const isOpen = fields.strategy_type === 'twap' || fields.strategy_type === 'rebalance'
    if (!isOpen || rates.length > 0 || sliced) return 'interval'
    delete fields[field]
  }
  for (const field of LENGTHS)
    if (
      !held(
        field,
        fields[field],
        [...(lengths.length > 0 ? lengths : all), ...sums],
        field === 'duration_days' ? DAY : 1,
      )
    )
      return 'duration'
  const risk = fields.risk as Fields | undefined
  const oldRisk = before.risk as Fields | undefined
  const rest = risk?.cooldown_seconds
  if (rest !== undefined && rest !== oldRisk?.cooldown_seconds && !held('', rest, all)) return 'cooldown'
  const [, n, unit = ''] = /^(\d+)([mhdw])$/.exec(String(fields.timeframe ?? '')) ?? []
  const candle = Number(n) * (CANDLE[unit] ?? 1)
  if (n !== undefined && fields.timeframe !== before.timeframe && !held('', candle, all)) {
    // 'the 20 day average' is one of candles of a day.
    if (n === '1' && UNIT[unit]?.test(request.instruction)) return undefined
    if (all.length > 0) return 'timeframe'
    delete fields.timeframe
  }
  return undefined
}

/** The units that the text itself gives to a figure; empty where it gives none. */
export function unitsOf(value: number | string, request: InterpreterRequest): PlanAmount['unit'][] {
  return factsOf(request).flatMap((f) =>
    f.is === 'amount' && f.unit !== 'none' && Number(f.value) === Number(value) ? [f.unit] : [],
  )
}
