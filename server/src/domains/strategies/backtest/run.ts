/**
 * Runs a strategy over history with the steps that the live runner uses. Candles in which it says that nothing can happen
 * are skipped in a tight loop.
 */
import type { Plan } from '@purser/contract/plan.ts'
import { compile } from '../engine/compile.ts'
import type { Idle, StrategyState, Terms } from '../engine/types.ts'
import { requestedSide, withSignal } from '../types/signal.ts'
import { type Conditions, createExchange } from './exchange.ts'
import { closesOf, type History, MINUTE } from './history.ts'

export type RunInput = {
  plan: Plan
  terms: Terms
  history: History
  /** USD per whole quote at the close of each minute; null: it is worth a dollar. */
  quoteUsd: Float64Array | null
  conditions: Conditions
  /** Closes of the candles before the first whole one of the history, for indicators. */
  warmUp: ArrayLike<number>
  /** Steps through every candle, also where nothing can happen: the slow way to the same result. */
  everyCandle?: true
}

/** What a fill changed: tokens and USD with their signs, at the minute `at`. */
export type Trade = {
  at: number
  tokens: number
  usd: number
  quote: number
  feesUsd: number
  /** Of a sale of what was bought, else null. */
  profitUsd: number | null
}
export type Run = { trades: Trade[]; state: StrategyState; endedAt: number; cut: boolean }

/** Of one run; a strategy that trades every second is not run for a whole month. */
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

export function run(input: RunInput): Run {
  const { plan, terms, history, quoteUsd, conditions } = input
  const { start, length, open, high, low, close } = history
  const compiled = compile(plan)
  const exchange = createExchange(plan, conditions)
  const trades: Trade[] = []
  let state: StrategyState = { ...compiled.begin(), terms }
  state = compiled.step(state, { type: 'start', now: start * 1000 }).state
  let ticks = 0

  function tick(j: number, now: number, priceUsd: number): boolean {
    ticks++
    const quote = quoteUsd?.[j] ?? 1
    const before = state
    const isDue = compiled.needsHoldings && now >= state.nextAt
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
    state = after
    return traded
  }

  /** From one price to the next within a candle, with a tick where a bound is met on the way. */
  function move(j: number, from: number, to: number, fromMs: number, toMs: number): void {
    let [price, time] = [from, fromMs]
    for (let tries = 0; tries < 64 && !state.done; tries++) {
      const { until, below, above } = compiled.idle(state)
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
      const before = { price, time, state }
      if (dueAt <= meetAt) {
        price = toMs === time ? to : price + (slope * (dueAt - time)) / (toMs - time)
        time = dueAt
      } else {
        price = bound
        time = meetAt
      }
      if (tick(j, time, price)) continue
      const moved = Math.abs(price / before.price - 1) > PROGRESS || time > before.time
      if (!moved || state === before.state) break
    }
    // Nothing more can happen on the rest of the way.
    if (!state.done && time < toMs) tick(j, toMs, to)
  }

  /** Within a candle the price goes to the nearer end first: low before high where it closed higher. */
  function walk(j: number): void {
    const [o, c] = [open[j]!, close[j]!]
    const [a, b] = c >= o ? [low[j]!, high[j]!] : [high[j]!, low[j]!]
    const at = (start + j * MINUTE) * 1000
    move(j, o, o, at, at)
    move(j, o, a, at, at + 20_000)
    move(j, a, b, at + 20_000, at + 40_000)
    move(j, b, c, at + 40_000, at + 59_999)
  }

  /** Steps through all candles before `end` that may matter. */
  function goOn(from: number, end: number, idleOf: (state: StrategyState) => Idle): void {
    let i = from
    while (i < end && !state.done && ticks < MOST_TICKS) {
      const idle = input.everyCandle ? { ...idleOf(state), until: 0 } : idleOf(state)
      const due = Math.floor((idle.until / 1000 - start) / MINUTE)
      const j = nextOut(history, i, Math.min(end, Math.max(i, due)), idle)
      if (j >= end) return
      walk(j)
      i = j + 1
    }
  }

  const { candles } = compiled
  if (candles === null) goOn(0, length, compiled.idle)
  else {
    const { from, closes } = closesOf(history, candles.seconds)
    const warm = from - input.warmUp.length * candles.seconds
    const now = start * 1000
    state = compiled.step(state, {
      type: 'candles',
      now,
      from: warm,
      closes: input.warmUp,
      priceUsd: null,
    }).state
    state = withSignal(state, { candleAt: from })
    for (let [i, k] = [0, 0]; i < length && !state.done && ticks < MOST_TICKS; ) {
      const found = candles.scan(state, closes, k)
      const meets = (from + found.at * candles.seconds - start) / MINUTE
      goOn(i, Math.min(meets, length), compiled.limits)
      if (state.done || meets >= length || !requestedSide(found.state)) break
      i = meets
      k = found.at
      const at = (start + i * MINUTE) * 1000
      // While a limit holds it the cross is skipped, as it is live.
      const pendingSide = at < (state.hold?.until ?? 0) ? null : requestedSide(found.state)
      const { nextAt, typeState } = found.state
      state = withSignal({ ...state, nextAt, typeState }, { pendingSide })
      if (pendingSide) tick(i, at, open[i]!)
      state = withSignal(state, { pendingSide: null })
    }
  }
  return { trades, state, endedAt: length, cut: ticks >= MOST_TICKS }
}
