/**
 * Runs a strategy over history with the steps that the live runner uses. Candles in which it says that nothing can happen
 * are skipped in a tight loop.
 */
import type { Plan } from '@purser/contract/strategies/plan.ts'
import { compile } from '../engine/compile.ts'
import type { CompiledStrategy, Idle, StrategyState, Terms } from '../engine/types.ts'
import { requestedSide, withSignal } from '../types/signal.ts'
import { type Conditions, createExchange } from './exchange.ts'
import { toCloses, type History, MINUTE } from './history.ts'

export type RunInput = {
  plan: Plan
  terms: Terms
  history: History
  /** USD per whole quote at the close of each minute; null: it is worth a dollar. */
  quoteUsd: Float64Array | null
  conditions: Conditions
  /** Closes of the candles before the first whole one of the history, for indicators. */
  warmUp: ArrayLike<number>
  /** Steps through every candle, also if nothing can happen: the slow way to the same result. */
  everyCandle?: true
}

/** The change by a fill: tokens and USD with their signs, at the minute `at`. */
export type Trade = {
  at: number
  tokens: number
  usd: number
  quote: number
  feesUsd: number
  /** The profit of a sale of tokens that were bought, else null. */
  profitUsd: number | null
}
export type Run = { trades: Trade[]; state: StrategyState; endedAt: number; cut: boolean }

/** The most ticks of one run; a strategy that trades every second is not run for a whole month. */
const MOST_TICKS = 200_000
/** A smaller move without an order is no progress: go on to the next price. */
const PROGRESS = 1e-6
/** Just beyond a bound, so that rounding does not leave it unmet. */
const NUDGE = 1e-9

/** The first candle from `i` on that leaves the bounds, or `end`. */
export function nextOut({ low, high }: History, i: number, end: number, { below, above }: Idle): number {
  if (below === -Infinity && above === Infinity) return end
  let j = i
  while (j < end && low[j]! > below && high[j]! < above) j++
  return j
}

/** A run in progress. */
type Course = {
  input: RunInput
  compiled: CompiledStrategy
  exchange: ReturnType<typeof createExchange>
  trades: Trade[]
  state: StrategyState
  ticks: number
}

const goesOn = ({ state, ticks }: Course): boolean => !state.done && ticks < MOST_TICKS

/** One tick with the orders that it places; returns whether it placed any. */
function tick(course: Course, j: number, now: number, priceUsd: number): boolean {
  const { input, compiled, exchange, trades, state: before } = course
  course.ticks++
  const quote = input.quoteUsd?.[j] ?? 1
  const isDue = compiled.needsHoldings && now >= before.nextAt
  const holdings = isDue ? { holdings: exchange.holdings(priceUsd, quote) } : {}
  let { state: after, orders } = compiled.step(before, { type: 'tick', now, priceUsd, ...holdings })
  const traded = orders.length > 0
  for (let [order] = orders; order; [order] = orders) {
    const { event, feesUsd } = exchange.execute(order, now, priceUsd, quote)
    const { realisedUsd, held } = after
    ;({ state: after, orders } = compiled.step(after, event))
    if (event.type !== 'filled') continue
    const sign = order.side === 'buy' ? 1 : -1
    trades.push({
      at: j,
      tokens: sign * Number(event.tokens),
      usd: -sign * event.usd,
      quote: -sign * Number(event.quote),
      feesUsd,
      profitUsd: sign < 0 && held !== '0' ? after.realisedUsd - realisedUsd : null,
    })
  }
  course.state = after
  return traded
}

type Way = { j: number; from: number; to: number; fromMs: number; toMs: number }
/** Moves from one price to the next within a candle, with a tick at each bound on the way. */
function move(course: Course, { j, from, to, fromMs, toMs }: Way): void {
  let [price, time] = [from, fromMs]
  for (let tries = 0; tries < 64 && !course.state.done; tries++) {
    const { until, below, above } = course.compiled.idle(course.state)
    const slope = to - price
    const dueAt = until > toMs ? Infinity : Math.max(until, time)
    let bound = Number.NaN
    if (slope < 0 && to <= below) bound = Math.min(price, Math.max(to, below * (1 - NUDGE)))
    else if (slope > 0 && to >= above) bound = Math.max(price, Math.min(to, above * (1 + NUDGE)))
    else if (price <= below || price >= above) bound = price
    const meetAt = Number.isNaN(bound)
      ? Infinity
      : slope === 0
        ? time
        : time + ((bound - price) / slope) * (toMs - time)
    if (dueAt === Infinity && meetAt === Infinity) return
    const before = { price, time, state: course.state }
    if (dueAt <= meetAt) {
      price = toMs === time ? to : price + (slope * (dueAt - time)) / (toMs - time)
      time = dueAt
    } else {
      price = bound
      time = meetAt
    }
    if (tick(course, j, time, price)) continue
    const moved = Math.abs(price / before.price - 1) > PROGRESS || time > before.time
    if (!moved || course.state === before.state) break
  }
  // Nothing more can happen on the rest of the way.
  if (!course.state.done && time < toMs) tick(course, j, toMs, to)
}

/** Within a candle the price goes to the nearer end first: low before high if it closed higher. */
function walk(course: Course, j: number): void {
  const { start, open, high, low, close } = course.input.history
  const [o, c] = [open[j]!, close[j]!]
  const [a, b] = c >= o ? [low[j]!, high[j]!] : [high[j]!, low[j]!]
  const at = (start + j * MINUTE) * 1000
  move(course, { j, from: o, to: o, fromMs: at, toMs: at })
  move(course, { j, from: o, to: a, fromMs: at, toMs: at + 20_000 })
  move(course, { j, from: a, to: b, fromMs: at + 20_000, toMs: at + 40_000 })
  move(course, { j, from: b, to: c, fromMs: at + 40_000, toMs: at + 59_999 })
}

/** Steps through all candles before `end` that may matter. */
function goOn(course: Course, from: number, end: number, computeIdle: (state: StrategyState) => Idle): void {
  const { history, everyCandle } = course.input
  let i = from
  while (i < end && goesOn(course)) {
    const idle = everyCandle ? { ...computeIdle(course.state), until: 0 } : computeIdle(course.state)
    const due = Math.floor((idle.until / 1000 - history.start) / MINUTE)
    const j = nextOut(history, i, Math.min(end, Math.max(i, due)), idle)
    if (j >= end) return
    walk(course, j)
    i = j + 1
  }
}

/** A strategy that trades on signals: between two of them its limits alone matter. */
function runOnSignals(course: Course, { seconds, scan }: NonNullable<CompiledStrategy['candles']>): void {
  const { compiled, input } = course
  const { start, length, open } = input.history
  const { from, closes } = toCloses(input.history, seconds)
  const warm = { from: from - input.warmUp.length * seconds, closes: input.warmUp }
  const { state } = compiled.step(course.state, {
    type: 'candles',
    now: start * 1000,
    priceUsd: null,
    ...warm,
  })
  course.state = withSignal(state, { candleAt: from })
  for (let [i, k] = [0, 0]; i < length && goesOn(course); ) {
    const found = scan(course.state, closes, k)
    const meets = (from + found.at * seconds - start) / MINUTE
    goOn(course, i, Math.min(meets, length), compiled.limits)
    const requested = requestedSide(found.state)
    if (course.state.done || meets >= length || !requested) break
    i = meets
    k = found.at
    const at = (start + i * MINUTE) * 1000
    // While a limit holds orders the cross is skipped, as in a live run.
    const pendingSide = at < (course.state.hold?.until ?? 0) ? null : requested
    const { nextAt, typeState } = found.state
    course.state = withSignal({ ...course.state, nextAt, typeState }, { pendingSide })
    if (pendingSide) tick(course, i, at, open[i]!)
    course.state = withSignal(course.state, { pendingSide: null })
  }
}

export function run(input: RunInput): Run {
  const { plan, terms, history, conditions } = input
  const { start, length } = history
  const compiled = compile(plan)
  const begun = compiled.step({ ...compiled.begin(), terms }, { type: 'start', now: start * 1000 })
  const exchange = createExchange(plan, conditions)
  const course: Course = { input, compiled, exchange, trades: [], state: begun.state, ticks: 0 }
  if (compiled.candles) runOnSignals(course, compiled.candles)
  else goOn(course, 0, length, compiled.idle)
  const { trades, state, ticks } = course
  return { trades, state, endedAt: length, cut: ticks >= MOST_TICKS }
}
