/**
 * Orders at a fixed interval. The schedule absorbs small delays; after a large one it goes on from there, so two orders
 * are never much closer than the interval and missed ones are not placed in a burst.
 */
import type { DcaPlan, PlanAmount, TwapPlan } from '@purser/contract/strategies/plan.ts'
import { DAY_MS } from '@purser/contract/time.ts'
import { MAX_MISSED } from '../engine/give-up.ts'
import type { Line } from '../lines/line-types.ts'
import { line } from '../lines/lines.ts'
import { nextOrder, place } from '../engine/place.ts'
import { errorLine, RETRIES, retryWait } from '../engine/retries.ts'
import { dueAfter } from '../engine/skip.ts'
import { after, ANY_PRICE, finished, quiet, withLines } from '../engine/stepped.ts'
import type { Failed, Rules, Stepped, StrategyState } from '../engine/types.ts'
import { orderRefWords, ordersWords, priceWords, timeWords } from '../lines/words.ts'

/** An order at most this late keeps its successor on the schedule. */
const TOLERANCE_MS = 2_000

export const computeTolerance = (intervalMs: number): number => Math.min(TOLERANCE_MS, intervalMs / 2)

export type Schedule = {
  plan: DcaPlan | TwapPlan
  title: string
  /** Milliseconds. */
  interval: number
  count: number | null
  lowest: number | null
  highest: number | null
  endless: boolean
  /** The amount of the order with this number, from 1. */
  getAmount(state: StrategyState, number: number): PlanAmount
}

function nextSlot(schedule: Schedule, state: StrategyState, now: number): StrategyState {
  const { interval } = schedule
  // Retries leave the schedule alone as long as half an interval remains.
  const early = state.retries > 0 ? interval / 2 : computeTolerance(interval)
  const slotAt = Math.max(state.slotAt + interval, now + interval - early)
  return { ...state, slotAt, nextAt: slotAt }
}

/** Whether all are placed, and only those in doubt are still open. */
const isAllOut = ({ count }: Schedule, { doubts, ordersPlaced }: StrategyState): boolean =>
  doubts.length > 0 && count !== null && ordersPlaced >= count

/** Why the price forbids an order now. */
function outside({ lowest, highest }: Schedule, priceUsd: number): string | null {
  if (lowest !== null && priceUsd < lowest)
    return `${priceWords(priceUsd)} is below the lowest price of ${priceWords(lowest)}`
  if (highest !== null && priceUsd > highest)
    return `${priceWords(priceUsd)} is above the highest price of ${priceWords(highest)}`
  return null
}

/** The end, once the count is reached or the time is over; null while there is more to do. */
function ending({ count }: Schedule, state: StrategyState, now: number): Stepped | null {
  const filled = ordersWords(state.ordersFilled)
  if (count !== null && state.ordersFilled >= count)
    return finished(
      state,
      'completed',
      count === 1 ? 'the order is filled' : `all ${count} orders are filled`,
    )
  if (state.endsAt === null || now < state.endsAt) return null
  const of = count === null ? '' : ` of at most ${count}`
  const failing = state.ordersFilled === 0 && (state.missed > 0 || state.retries > 0)
  return finished(
    state,
    failing ? 'failed' : 'completed',
    `the duration of ${timeWords(state.endsAt - (state.startedAt ?? 0))} has ended, ${filled}${of} filled`,
  )
}

function orEnd(schedule: Schedule, state: StrategyState, now: number, first: Line): Stepped {
  const end = ending(schedule, state, now)
  return end ? after(first, end) : withLines(state, first)
}

/** The order is due, but the market has no price or one out of bounds. null: it may be placed. */
function outOfBounds(
  schedule: Schedule,
  state: StrategyState,
  now: number,
  priceUsd: number | null,
): Stepped | null {
  const { lowest, highest, count } = schedule
  if (lowest === null && highest === null) return null
  const order = nextOrder(state, count)
  if (priceUsd === null)
    return state.waiting ? quiet(state) : withLines({ ...state, waiting: true }, line('no-price', { order }))
  const why = outside(schedule, priceUsd)
  if (why === null) return null
  // A retry that the price now forbids is given up with its order.
  const skipped = { ...nextSlot(schedule, state, now), waiting: false, retries: 0 }
  const next = { what: 'attempt' as const, ms: skipped.nextAt - now }
  return withLines(skipped, line('skipped', { order, code: 'bounds', why: `${why}.`, next, priceUsd }))
}

function failed(schedule: Schedule, state: StrategyState, event: Failed): Stepped {
  const { count, interval, endless } = schedule
  const order = nextOrder(state, count)
  if (event.outOfFunds) {
    const of = count === null ? '' : ` of ${count}`
    const reason = `out of funds after ${ordersWords(state.ordersFilled)} filled${of}. ${event.reason}`
    return finished(state, endless && state.ordersFilled > 0 ? 'completed' : 'failed', reason)
  }
  if (event.fatal) return finished(state, 'failed', `${orderRefWords(order)} failed: ${event.reason}`)
  if (state.retries <= RETRIES) {
    const ms = Math.min(retryWait(state.retries), interval)
    const again = { ...state, slotAt: state.slotAt - interval, nextAt: event.now + ms }
    const next = { what: 'retry' as const, ms, attempt: state.retries + 1, of: RETRIES + 1 }
    return orEnd(schedule, again, event.now, errorLine(order, event, { next }))
  }
  const missed = state.missed + 1
  const given = { ...state, retries: 0, missed }
  if (missed >= MAX_MISSED)
    return finished(
      given,
      'failed',
      `${orderRefWords(order)} failed ${missed} intervals in a row: ${event.reason}`,
    )
  const next = { what: 'attempt' as const, ms: state.nextAt - event.now }
  return orEnd(schedule, given, event.now, errorLine(order, event, { times: RETRIES + 1, next }))
}

function tick(schedule: Schedule, state: StrategyState, now: number, priceUsd: number | null): Stepped {
  const { plan, count } = schedule
  const end = ending(schedule, state, now)
  if (end) return end
  if (now < state.nextAt || isAllOut(schedule, state)) return quiet(state)
  const blocked = outOfBounds(schedule, state, now, priceUsd)
  if (blocked) return blocked
  const amount = schedule.getAmount(state, state.ordersPlaced + 1)
  const placed = place(plan, { side: plan.trade_direction, amount, count }, state, priceUsd)
  return { ...placed, state: nextSlot(schedule, placed.state, now) }
}

export function scheduleRules(schedule: Schedule): Rules {
  const { plan, title, count } = schedule
  return {
    title,
    count,
    endsAt: (start) => (plan.duration_days === undefined ? null : start + plan.duration_days * DAY_MS),
    goesOn: true,
    idle: (state) => ({
      ...ANY_PRICE,
      until: Math.min(isAllOut(schedule, state) ? Infinity : state.nextAt, state.endsAt ?? Infinity),
    }),
    tick: (state, now, priceUsd) => tick(schedule, state, now, priceUsd),
    filled: (state, now) => ending(schedule, state, now) ?? quiet(state),
    skipped(state, event, skip) {
      const nextAt = dueAfter(state, event)
      const next = { what: 'attempt' as const, ms: nextAt - event.now }
      return orEnd(schedule, { ...state, nextAt }, event.now, line('skipped', { ...skip, next }))
    },
    failed: (state, event) => failed(schedule, state, event),
  }
}
