/** The data of a chart. Floats throughout: pixels, never money. */
import type { Candle } from '@purser/contract/market/market.ts'
import {
  type GridPlan,
  gridLines,
  type Plan,
  TIMEFRAME_SECONDS,
  Timeframe,
} from '@purser/contract/strategies/plan.ts'
import type { HistoryPoint, Strategy, StrategyTrade } from '@purser/contract/strategies/strategies.ts'

/** The most candles of a run that are on screen at first. */
const ROOMY = 60
/** If there are more levels than this, only the outermost are drawn. */
const LINES_SHOWN = 30

/** The shortest timeframe in which a run of this length fits on the screen. */
export const timeframeFor = (seconds: number): Timeframe =>
  Timeframe.options.find((one) => seconds / TIMEFRAME_SECONDS[one] <= ROOMY) ?? '1d'

/** Merges both, sorted by time; on the same candle `came` wins. Keeps the newest `most`. */
export function mergeCandles(known: Candle[], came: Candle[], most: number): Candle[] {
  const all = new Map([...known, ...came].map((candle) => [candle.time, candle]))
  return [...all.values()].toSorted((a, b) => a.time - b.time).slice(-most)
}

/**
 * Joins them with the newest ones; null if some between the two are missing. Known candles of a future time are
 * dropped.
 */
export function joinCandles(known: Candle[], newest: Candle[], most: number): Candle[] | null {
  const [first, last] = [newest[0], newest.at(-1)]
  if (!first || !last) return known
  // The market's clock was set back.
  const past = known.filter(({ time }) => time <= last.time)
  const until = past.at(-1)?.time
  return until === undefined || until < first.time ? null : mergeCandles(past, newest, most)
}

/** Orders of one side and one outcome that ended within one candle, or within candles whose marks would overlap. */
export type Mark = {
  /** The candle of the mark, and the last of those that it covers. */
  time: number
  until: number
  side: StrategyTrade['side']
  status: StrategyTrade['status']
  trades: StrategyTrade[]
}

/** Oldest first, only within the loaded candles. */
export function marksOf(trades: StrategyTrade[], candles: Candle[], seconds: number): Mark[] {
  const times = new Set(candles.map((candle) => candle.time))
  const marks = new Map<string, Mark>()
  for (const trade of trades) {
    const time = Math.floor(Date.parse(trade.time) / 1000 / seconds) * seconds
    const { side, status } = trade
    if (!times.has(time) || status === 'placed') continue
    const key = `${time} ${side} ${status}`
    const mark = marks.get(key) ?? { time, until: time, side, status, trades: [] }
    mark.trades.push(trade)
    marks.set(key, mark)
  }
  return [...marks.values()].toSorted((a, b) => a.time - b.time)
}

/**
 * Joins marks of a side that are fewer than this many candles apart: the later ones are counted at the candle of the
 * first. Outcomes stay apart, one above the other.
 */
export function groupMarks(marks: Mark[], candles: Candle[], apart: number): Mark[] {
  const places = new Map(candles.map((candle, i) => [candle.time, i]))
  const placeOf = (time: number) => places.get(time) ?? 0
  const starts = new Map<Mark['side'], number>()
  const grouped = new Map<string, Mark>()
  for (const mark of marks) {
    const before = starts.get(mark.side)
    const isNear = before !== undefined && placeOf(mark.time) - placeOf(before) < apart
    const time = isNear ? before : mark.time
    starts.set(mark.side, time)
    const key = `${time} ${mark.side} ${mark.status}`
    const trades = [...(grouped.get(key)?.trades ?? []), ...mark.trades]
    grouped.set(key, { ...mark, time, until: mark.time, trades })
  }
  return [...grouped.values()].toSorted((a, b) => a.time - b.time)
}

/** The begin or end of a run, at its candle. */
export type Boundary = { time: number; label: string }

/** The start of the strategy, each run that began anew, and its end. Only within the loaded candles. */
export function boundariesOf(
  { created_at: began, ended_at: ended }: Pick<Strategy, 'created_at' | 'ended_at'>,
  trades: StrategyTrade[],
  candles: Candle[],
  seconds: number,
): Boundary[] {
  const times = new Set(candles.map((candle) => candle.time))
  const firsts = new Map<number, number>()
  for (const { run, time } of trades) firsts.set(run, Math.min(firsts.get(run) ?? Infinity, Date.parse(time)))
  // Older trades of the oldest loaded run may be missing.
  const runs = [...firsts].toSorted(([a], [b]) => a - b).slice(1)
  return [
    { at: Date.parse(began), label: 'Started' },
    ...runs.map(([run, at]) => ({ at, label: `Run ${run}` })),
    ...(ended === null ? [] : [{ at: Date.parse(ended), label: 'Ended' }]),
  ]
    .map(({ at, label }) => ({ time: Math.floor(at / 1000 / seconds) * seconds, label }))
    .filter(({ time }) => times.has(time))
}

export type Spot = { time: number; value: number }

/** One value per candle: the last within it, or before the next one if candles are missing. */
export function spotsOf(
  points: HistoryPoint[],
  candles: Candle[],
  seconds: number,
  of: (point: HistoryPoint) => number | string | null,
): Spot[] {
  const spots = new Map<number, number>()
  let next = 0
  let time: number | undefined
  // Both are sorted by time.
  for (const point of points) {
    const at = Math.floor(Date.parse(point.time) / 1000 / seconds) * seconds
    for (let candle = candles[next]; candle && candle.time <= at; candle = candles[++next]) time = candle.time
    const value = of(point)
    if (time !== undefined && value !== null) spots.set(time, Number(value))
  }
  return [...spots].map(([time, value]) => ({ time, value })).toSorted((a, b) => a.time - b.time)
}

export type Level = { price: number; label: string; kind: 'cost' | 'plan' | 'loss' | 'gain' }

/** The average cost of the position, and the prices at which the plan acts. */
export function listLevels({
  plan,
  average_price_usd: cost,
}: Pick<Strategy, 'plan' | 'average_price_usd'>): Level[] {
  const levels: Level[] = cost === null ? [] : [{ price: cost, label: 'Average cost', kind: 'cost' }]
  const add = (price: number | string | undefined, label: string, kind: Level['kind'] = 'plan') =>
    price === undefined ? undefined : levels.push({ price: Number(price), label, kind })
  if (plan.strategy_type === 'limit') add(plan.limit_price_usd, 'Limit')
  if (plan.strategy_type === 'dca') {
    add(plan.min_price_usd, 'Not below')
    add(plan.max_price_usd, 'Not above')
  }
  if (plan.strategy_type === 'bracket') add(plan.entry_price_usd, 'Entry')
  if (plan.strategy_type === 'grid')
    for (const [i, price] of visibleGridLines(plan).entries())
      levels.push({ price, label: gridLabel(i, visibleGridLines(plan).length), kind: 'plan' })
  if (cost === null) return levels
  const { loss, gain } = barriersOf(plan)
  if (loss !== undefined) add(cost * (1 - loss / 100), 'Stop loss', 'loss')
  if (gain !== undefined) add(cost * (1 + gain / 100), 'Take profit', 'gain')
  return levels
}

/** Percent of the average cost; a bracket's own come first. */
function barriersOf(plan: Plan): { loss: number | undefined; gain: number | undefined } {
  const { stop_loss_percent: loss, take_profit_percent: gain } = plan.risk ?? {}
  if (plan.strategy_type !== 'bracket') return { loss, gain }
  return { loss: plan.stop_loss_percent ?? loss, gain: plan.take_profit_percent ?? gain }
}

/** Labels of all lines would cover the prices: the outermost have one. */
const gridLabel = (i: number, count: number): string =>
  i === 0 ? 'Lowest level' : i === count - 1 ? 'Highest level' : ''

function visibleGridLines(plan: GridPlan): number[] {
  const lines = gridLines(plan)
  return lines.length > LINES_SHOWN ? [...lines.slice(0, 1), ...lines.slice(-1)] : lines
}
