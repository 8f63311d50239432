/**
 * Walks a strategy over candles, with a tick wherever it says that something can happen. Candles in which nothing can
 * happen are skipped in a tight loop. Within a candle the price goes to the nearer end first: low before high if it
 * closed higher.
 */
import type { Idle } from '../engine/types.ts'
import type { History } from './history.ts'

/** The effect of a tick: none, another state, or an order. */
export const NONE = 0
export const CHANGED = 1
export const TRADED = 2
export type Effect = typeof NONE | typeof CHANGED | typeof TRADED

export type Walker = {
  idle(): Idle
  /** At candle `j`, in milliseconds since 1970. */
  tick(j: number, now: number, priceUsd: number): Effect
  isOver(): boolean
}

/** Ticks on the way from one price to the next: a grid may cross each of its levels, buying and selling. */
const MOST_TICKS = 512
/** A smaller move without an order is no progress: go on to the next price. */
const PROGRESS = 1e-6
/** Just beyond a bound, so that rounding does not leave it unmet. */
const NUDGE = 1e-9
/** The parts of a candle after which the price is at one extreme, and at the other. */
const [FIRST_PART, SECOND_PART] = [1 / 3, 2 / 3]

/** The first candle from `i` on that leaves the bounds, or `end`. Unknown ones are passed over. */
export function nextOut(history: History, i: number, end: number, { below, above }: Idle): number {
  const { low, high, unknown } = history
  if (below === -Infinity && above === Infinity) return end
  let j = i
  if (!unknown) while (j < end && low[j]! > below && high[j]! < above) j++
  else while (j < end && (unknown[j] === 1 || (low[j]! > below && high[j]! < above))) j++
  return j
}

type Way = { j: number; from: number; to: number; fromMs: number; toMs: number }

/** Where the price meets a bound on its way; NaN: nowhere. */
function findBound({ below, above, orderAbove = above }: Idle, price: number, to: number): number {
  const slope = to - price
  if (slope < 0 && to <= below) return Math.min(price, Math.max(to, below * (1 - NUDGE)))
  // Figures that follow a rising price need no tick on the way to what is ordered above.
  if (slope > 0 && to >= above) return Math.max(price, Math.min(to, orderAbove * (1 + NUDGE)))
  return price <= below || price >= above ? price : Number.NaN
}

/** Moves from one price to the next within a candle, with a tick at each bound on the way. */
function move(walker: Walker, { j, from, to, fromMs, toMs }: Way): void {
  let [price, time] = [from, fromMs]
  for (let ticks = 0; ticks < MOST_TICKS && !walker.isOver(); ticks++) {
    const idle = walker.idle()
    const slope = to - price
    const dueAt = idle.until > toMs ? Infinity : Math.max(idle.until, time)
    const bound = findBound(idle, price, to)
    const meetAt = Number.isNaN(bound)
      ? Infinity
      : slope === 0
        ? time
        : time + ((bound - price) / slope) * (toMs - time)
    if (dueAt === Infinity && meetAt === Infinity) return
    const before = { price, time }
    if (dueAt <= meetAt) {
      price = toMs === time ? to : price + (slope * (dueAt - time)) / (toMs - time)
      time = dueAt
    } else {
      price = bound
      time = meetAt
    }
    const effect = walker.tick(j, time, price)
    if (effect === TRADED) continue
    const moved = Math.abs(price / before.price - 1) > PROGRESS || time > before.time
    if (!moved || effect === NONE) break
  }
  // Nothing more can happen on the rest of the way.
  if (!walker.isOver() && time < toMs) walker.tick(j, toMs, to)
}

function walkCandle(walker: Walker, { start, seconds, open, high, low, close }: History, j: number): void {
  const [o, c] = [open[j]!, close[j]!]
  const [a, b] = c >= o ? [low[j]!, high[j]!] : [high[j]!, low[j]!]
  const ms = seconds * 1000
  const at = (start + j * seconds) * 1000
  const [first, second] = [at + ms * FIRST_PART, at + ms * SECOND_PART]
  move(walker, { j, from: o, to: o, fromMs: at, toMs: at })
  move(walker, { j, from: o, to: a, fromMs: at, toMs: first })
  move(walker, { j, from: a, to: b, fromMs: first, toMs: second })
  move(walker, { j, from: b, to: c, fromMs: second, toMs: at + ms - 1 })
}

/**
 * Steps through all candles before `end` that may matter. What is due in unknown ones waits for the next known one.
 * `everyCandle`: the slow way to the same result.
 */
export function walk(walker: Walker, history: History, from: number, end: number, everyCandle = false): void {
  const { start, seconds, unknown } = history
  for (let i = from; i < end && !walker.isOver(); i++) {
    const idle = walker.idle()
    if (!everyCandle) {
      const due = Math.floor((idle.until / 1000 - start) / seconds)
      i = nextOut(history, i, Math.min(end, Math.max(i, due)), idle)
    }
    while (i < end && unknown?.[i] === 1) i++
    if (i >= end) return
    walkCandle(walker, history, i)
  }
}
