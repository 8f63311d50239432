/**
 * The reading of a text for people: every part with the field that it became. Source: specification 5, 'Nothing that
 * was said is lost'.
 */
import type { ReadingPart } from '@purser/contract/agents/reading.ts'
import type { Bag } from './clauses/bag.ts'
import type { Reading } from './clauses/grammar.ts'
import type { Role } from './clauses/roles.ts'
import { ownReadings } from './limits/index.ts'

/** `open`: the parts in question; the rest was understood even if no plan was made. */
export function toReading(
  { text, filler, unknown, roles }: Reading,
  bag?: Bag,
  open: readonly Role[] = [],
): ReadingPart[] {
  const part = (from: number, to: number, kind: ReadingPart['kind'], field?: string): ReadingPart => ({
    from: text.words[from]?.from ?? 0,
    to: text.words[to - 1]?.to ?? 0,
    kind,
    ...(field === undefined ? {} : { field }),
  })
  const fields = new Map<Role, string>()
  for (const role of bag?.roles ?? []) {
    const field = bag?.fieldOf(role)
    if (field !== undefined) fields.set(role.origin ?? role, field)
  }
  const isOpen = new Set(open.map((role) => role.origin ?? role))
  const partsOf = (role: Role): ReadingPart[] => {
    const { kind, from, to } = role
    if (SAYS_NOTHING.has(kind)) return [part(from, to, 'filler')]
    const field = fields.get(role) ?? (isOpen.has(role) ? undefined : usualField(role))
    if (field === undefined) return [part(from, to, 'unknown')]
    const middle = kind === 'range' ? secondPrice(role) : undefined
    if (middle === undefined) return [part(from, to, 'field', field)]
    const [first, second] = isFalling(role) ? [...EDGES].reverse() : EDGES
    const names =
      field.startsWith('min_') || field.startsWith('max_')
        ? BOUNDS
        : { [EDGES[0]]: EDGES[0], [EDGES[1]]: EDGES[1] }
    return [part(from, middle, 'field', names[first ?? '']), part(middle, to, 'field', names[second ?? ''])]
  }
  const figures = (role: Role): number[] =>
    text.words.slice(role.from, role.to).flatMap(({ kind }, i) => (kind === 'number' ? [role.from + i] : []))
  /** Returns where the second of its two prices begins, with its sign. */
  function secondPrice(role: Role): number | undefined {
    const at = figures(role)
    const [, second] = at
    if (at.length !== 2 || second === undefined) return undefined
    return text.words[second - 1]?.text === '$' ? second - 1 : second
  }
  const isFalling = (role: Role): boolean => {
    const [a, b] = figures(role).map((at) => Number(text.words[at]?.text))
    return a !== undefined && b !== undefined && a > b
  }
  return [
    ...roles.flatMap(partsOf),
    ...filler.map(({ from, to }) => part(from, to, 'filler')),
    ...unknown.map(({ from, to }) => part(from, to, 'unknown')),
  ].sort((a, b) => a.from - b.from)
}
const EDGES = ['lower_price_usd', 'upper_price_usd'] as const
const BOUNDS: Record<string, string> = { lower_price_usd: 'min_price_usd', upper_price_usd: 'max_price_usd' }
const SAYS_NOTHING = new Set([
  'now',
  'aside',
  'change',
  'corrects',
  'kept',
  'without',
  'want',
  'only',
  'turned',
  'that_price',
])

/** The field of a part by its kind, if no plan was made of it. */
const FIELDS: Record<string, string> = {
  verb: 'trade_direction',
  guards: 'trade_direction',
  both_ways: 'trade_direction',
  amount: 'amount',
  vague: 'amount',
  scale: 'amount',
  each: 'amount',
  total: 'amount',
  asset: 'token_address',
  announces: 'strategy_type',
  divided: 'strategy_type',
  rate: 'interval_seconds',
  timeframe: 'timeframe',
  count: 'order_count',
  slices: 'order_interval_seconds',
  duration: 'duration_days',
  endless: 'duration_days',
  price: 'limit_price_usd',
  range: 'lower_price_usd',
  around: 'lower_price_usd',
  edge: 'lower_price_usd',
  levels: 'grid_levels',
  spacing: 'spacing',
  stop: 'stop_loss_percent',
  take: 'take_profit_percent',
  both_exits: 'stop_loss_percent',
  trail: 'trailing_stop_percent',
  lacks: 'stop_loss_percent',
  time_limit: 'time_limit_seconds',
  slippage: 'slippage_bps',
  on_stop: 'on_stop',
  ...Object.fromEntries(ownReadings.map(({ kind, field }) => [kind, `risk.${field}`])),
  expiry: 'expires_in_seconds',
  averages: 'fast_length',
  fast: 'fast_length',
  slow: 'slow_length',
  rsi_length: 'length',
  length: 'length',
  rsi_levels: 'buy_below',
  oversold: 'buy_below',
  overbought: 'sell_above',
  low: 'buy_below',
  high: 'sell_above',
  target: 'target_percent',
  rest: 'quote',
  threshold: 'threshold_percent',
}
const usualField = ({ kind, value }: Role): string | undefined =>
  kind === 'remove' ? FIELDS[(value as { kinds: string[] }).kinds[0] ?? ''] : FIELDS[kind]
