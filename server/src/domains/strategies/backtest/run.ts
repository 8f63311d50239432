/** Runs a strategy over history with the steps that the live runner uses. */
import type { Plan } from '@purser/contract/strategies/plan.ts'
import { compile } from '../engine/compile.ts'
import type { CompiledStrategy, StrategyState, Terms } from '../engine/types.ts'
import { requestedSide, withSignal } from '../types/signal.ts'
import { type Conditions, createExchange } from './exchange.ts'
import { toCloses, type History } from './history.ts'
import { CHANGED, type Effect, NONE, TRADED, walk, type Walker } from './walk.ts'

export type RunInput = {
  plan: Plan
  terms: Terms
  history: History
  /** USD per whole quote at the close of each candle; null: it is worth a dollar. */
  quoteUsd: Float64Array | null
  conditions: Conditions
  /** Closes of the candles before the first whole one of the history, for indicators. */
  warmUp: ArrayLike<number>
  /** Steps through every candle, also if nothing can happen: the slow way to the same result. */
  everyCandle?: true
}

/** The change by a fill in candle `at`: tokens and USD with their signs, without what the network takes. */
export type Trade = {
  at: number
  tokens: number
  usd: number
  quote: number
  networkUsd: number
  /** Contained in the amounts. */
  marketUsd: number
  /** The profit of a sale of tokens that were bought, else null. */
  profitUsd: number | null
}
/** `endedAt`: the candle in which it ended; null: it has not. `cut`: it was not run to the end. */
export type Run = { trades: Trade[]; state: StrategyState; endedAt: number | null; cut: boolean }

/** The most ticks of one run; a strategy that trades every second is not run for a whole month. */
const MOST_TICKS = 200_000

/** A run in progress. */
type Course = {
  input: RunInput
  compiled: CompiledStrategy
  exchange: ReturnType<typeof createExchange>
  trades: Trade[]
  state: StrategyState
  ticks: number
  endedAt: number | null
}

const isOver = ({ state, ticks }: Course): boolean => state.done !== null || ticks >= MOST_TICKS

/** One tick with the orders that it places. */
function tick(course: Course, j: number, now: number, priceUsd: number): Effect {
  const { input, compiled, exchange, trades, state: before } = course
  course.ticks++
  const quote = input.quoteUsd?.[j] ?? 1
  const isDue = compiled.needsHoldings && now >= before.nextAt
  const holdings = isDue ? { holdings: exchange.holdings(priceUsd, quote) } : {}
  let { state: after, orders } = compiled.step(before, { type: 'tick', now, priceUsd, ...holdings })
  const hasTraded = orders.length > 0
  for (let [order] = orders; order; [order] = orders) {
    const { event, networkUsd, marketUsd } = exchange.execute(order, now, priceUsd, quote)
    const { realisedUsd, held } = after
    ;({ state: after, orders } = compiled.step(after, event))
    if (event.type !== 'filled') continue
    const sign = order.side === 'buy' ? 1 : -1
    trades.push({
      at: j,
      tokens: sign * Number(event.tokens),
      usd: -sign * event.usd,
      quote: -sign * Number(event.quote),
      networkUsd,
      marketUsd,
      profitUsd: sign < 0 && held !== '0' ? after.realisedUsd - realisedUsd : null,
    })
  }
  course.state = after
  if (after.done) course.endedAt = j
  if (hasTraded) return TRADED
  return after === before ? NONE : CHANGED
}

const toWalker = (course: Course, idle: Walker['idle']): Walker => ({
  idle,
  tick: (j, now, priceUsd) => tick(course, j, now, priceUsd),
  isOver: () => isOver(course),
})

/** A strategy that trades on signals: between two of them its limits alone matter. */
function runOnSignals(course: Course, { seconds, scan }: NonNullable<CompiledStrategy['candles']>): void {
  const { compiled, input } = course
  const { history, warmUp, everyCandle } = input
  const { start, length, open, unknown } = history
  const { from, closes } = toCloses(history, seconds)
  const warm = { from: from - warmUp.length * seconds, closes: warmUp }
  const { state } = compiled.step(course.state, {
    type: 'candles',
    now: start * 1000,
    priceUsd: null,
    ...warm,
  })
  course.state = withSignal(state, { candleAt: from })
  const walker = toWalker(course, () =>
    course.state.exit ? compiled.idle(course.state) : compiled.limits(course.state),
  )
  for (let [i, k] = [0, 0]; i < length && !isOver(course); ) {
    const found = scan(course.state, closes, k)
    const meets = (from + found.at * seconds - start) / history.seconds
    walk(walker, history, i, Math.min(meets, length), everyCandle)
    const requested = requestedSide(found.state)
    if (course.state.done || meets >= length || !requested) break
    i = meets
    k = found.at
    const at = (start + i * history.seconds) * 1000
    // While a limit holds orders the cross is skipped, as in a live run.
    const mayTrade = at >= (course.state.hold?.until ?? 0) && unknown?.[i] !== 1
    const pendingSide = mayTrade ? requested : null
    const { nextAt, typeState } = found.state
    course.state = withSignal({ ...course.state, nextAt, typeState }, { pendingSide })
    if (pendingSide) tick(course, i, at, open[i]!)
    course.state = withSignal(course.state, { pendingSide: null })
  }
}

export function run(input: RunInput): Run {
  const { plan, terms, history, conditions, everyCandle } = input
  const { start, length } = history
  const compiled = compile(plan)
  const begun = compiled.step({ ...compiled.begin(), terms }, { type: 'start', now: start * 1000 })
  const exchange = createExchange(plan, conditions)
  const course: Course = {
    input,
    compiled,
    exchange,
    trades: [],
    state: begun.state,
    ticks: 0,
    endedAt: null,
  }
  if (compiled.candles) runOnSignals(course, compiled.candles)
  else
    walk(
      toWalker(course, () => compiled.idle(course.state)),
      history,
      0,
      length,
      everyCandle,
    )
  const { trades, state, ticks, endedAt } = course
  return { trades, state, endedAt, cut: ticks >= MOST_TICKS }
}
