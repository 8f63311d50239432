/** The grammar's own findings in a text: its times, and amounts with their units. A reply is checked against them. */
import type { PlanAmount } from '@purser/contract/strategies/plan.ts'
import type { InterpreterRequest } from '../port.ts'
import type { Amount } from '../clauses/roles.ts'
import { language } from '../desk-language.ts'
import { limitReadings } from '../limits/index.ts'
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
/** They include words that divide a total. */
export const SLICES = /\b(?:slices?|parts|pieces|orders|chunks|portions|tranches|buys|sells|trades)\b/i
/** Words that change a time without giving one, with the factors that they may mean. */
const FACTORS: [RegExp, number][] = [
  [/\b(?:double|twice|half|halve|doubled|halved)\b/i, 2],
  [/\b(?:triple|thrice|third)\b/i, 3],
  [/\bquarter\b/i, 4],
]

/** Returns all times of a text, and those that are a pace, by the results of each reader at each place. */
function timesIn({ instruction, tokens }: InterpreterRequest) {
  const { text, roles } = language.grammar.read(instruction, tokens)
  const rates = roles.flatMap(({ kind, value }) =>
    kind === 'rate' || kind === 'timeframe' ? [secondsOf(value)] : [],
  )
  const spans = text.words.flatMap((_, at) => text.read('time', at).map(({ value }) => Number(value)))
  const lengths = [
    ...spans,
    ...roles.flatMap(({ kind, value }) => (LENGTH_ROLES.has(kind) ? [secondsOf(value)] : [])),
  ]
  const counts = roles.flatMap(({ kind, value }) => {
    const { n } = value as { n?: string }
    return (kind === 'count' || kind === 'slices') && n !== undefined ? [Number(n)] : []
  })
  return { rates, lengths, counts }
}
const secondsOf = (value: unknown): number => Number((value as { seconds?: number | null }).seconds ?? 0)
const LENGTH_ROLES = new Set([
  'duration',
  'time_limit',
  'expiry',
  ...limitReadings.flatMap(({ howLong, own }) => (howLong !== undefined && own ? [own.kind] : [])),
])

type Fields = Record<string, unknown>
export type WrongTime = 'interval' | 'duration' | 'timeframe' | { howLong: string }

/**
 * The first time of a plan that the text does not give; one that may be left open is taken out of `fields`. `before`:
 * the plan that is changed.
 */
export function wrongTime(
  fields: Fields,
  request: InterpreterRequest,
  before: Fields = {},
): WrongTime | undefined {
  const { rates, lengths, counts } = timesIn(request)
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
    // A pace without a source gives way to the desk's own.
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
  for (const { field, howLong } of limitReadings) {
    const seconds = howLong === undefined ? undefined : risk?.[field]
    if (howLong === undefined || seconds === undefined || seconds === oldRisk?.[field]) continue
    if (!held('', seconds, all)) return { howLong }
  }
  const [, n, unit = ''] = /^(\d+)([mhdw])$/.exec(String(fields.timeframe ?? '')) ?? []
  const candle = Number(n) * (CANDLE[unit] ?? 1)
  if (n !== undefined && fields.timeframe !== before.timeframe && !held('', candle, all)) {
    // 'the 20 day average' is one of day candles.
    if (n === '1' && UNIT[unit]?.test(request.instruction)) return undefined
    if (all.length > 0) return 'timeframe'
    delete fields.timeframe
  }
  return undefined
}

/** The units that the text itself gives to a figure; empty if it gives none. */
export function readUnits(
  value: number | string,
  { instruction, tokens }: InterpreterRequest,
): PlanAmount['unit'][] {
  const { text, roles } = language.grammar.read(instruction, tokens)
  const found = [
    ...text.words.flatMap((_, at) => text.read('amount', at).map((one) => one.value as Amount)),
    ...roles.flatMap(({ value: said }) => ('unit' in (said as object) ? [said as Amount] : [])),
  ]
  const same = found.filter((one) => Number(one.value) === Number(value))
  return [...new Set(same.flatMap(({ unit }) => (unit === 'none' ? [] : [unit])))]
}
