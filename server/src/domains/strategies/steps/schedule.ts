/**
 * An order each interval. The schedule is kept against small delays; after a large one it goes on from there, so two
 * orders are never much closer than the interval and nothing is made up in a burst.
 */
import { type DcaPlan, dcaOrders, type PlanAmount, type TwapPlan } from '@purser/contract/plan.ts'
import {
  ALWAYS,
  DAY_MS,
  failedLine,
  finished,
  orderName,
  ordersWords,
  place,
  quiet,
  RETRIES,
  type Rules,
  retryWait,
  said,
} from './step-order.ts'
import type { Stepped, StrategyState } from './step.ts'
import { orderWords, priceWords, timeWords } from './step-words.ts'

/** An order this late still keeps its successor on the schedule. */
const TOLERANCE_MS = 2_000
/** Orders given up in a row, each with all its retries, after which the strategy fails. */
export const MAX_MISSED = 5

export const toleranceOf = (intervalMs: number): number => Math.min(TOLERANCE_MS, intervalMs / 2)

/** What is ordered when: also the slices of a total are a schedule. */
export type Schedule = {
  plan: DcaPlan | TwapPlan
  title: string
  /** Milliseconds. */
  interval: number
  count: number | null
  lowest: number | null
  highest: number | null
  endless: boolean
  /** Of the order with this number, from 1 on. */
  amountOf(state: StrategyState, number: number): PlanAmount
}

export function dcaRules(plan: DcaPlan): Rules {
  const count = dcaOrders(plan)
  return scheduleRules({
    plan,
    title: titleOf(plan, count),
    interval: plan.interval_seconds * 1000,
    count,
    lowest: plan.min_price_usd === undefined ? null : Number(plan.min_price_usd),
    highest: plan.max_price_usd === undefined ? null : Number(plan.max_price_usd),
    endless: plan.order_count === undefined && plan.duration_days === undefined,
    amountOf: () => plan.amount_per_order,
  })
}

export function scheduleRules(schedule: Schedule): Rules {
  const { plan, interval, count, lowest, highest, endless } = schedule
  const tolerance = toleranceOf(interval)

  const nextSlot = (state: StrategyState, now: number): StrategyState => {
    // One that came late through its own retries leaves the schedule alone as long as half an interval remains.
    const early = state.retries > 0 ? interval / 2 : tolerance
    const slotAt = Math.max(state.slotAt + interval, now + interval - early)
    return { ...state, slotAt, nextAt: slotAt }
  }

  /** All are given out, and only what came of those in doubt is still to be known. */
  const isAllOut = (state: StrategyState) =>
    state.doubts.length > 0 && count !== null && state.ordersPlaced >= count

  /** Why the price forbids an order now. */
  function outside(priceUsd: number): string | null {
    if (lowest !== null && priceUsd < lowest)
      return `${priceWords(priceUsd)} is below the lowest price of ${priceWords(lowest)}`
    if (highest !== null && priceUsd > highest)
      return `${priceWords(priceUsd)} is above the highest price of ${priceWords(highest)}`
    return null
  }

  /** The end, when the count is reached or the time is over; null while there is more to do. */
  function ending(state: StrategyState, now: number): Stepped | null {
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
      `the time of ${timeWords(state.endsAt - (state.startedAt ?? 0))} is over, ${filled}${of} filled`,
    )
  }

  function orEnd(state: StrategyState, now: number, line: string): Stepped {
    const end = ending(state, now)
    return end ? { ...end, lines: [{ message: line }, ...end.lines] } : said(state, line)
  }

  return {
    title: schedule.title,
    count,
    endsAt: (start) => (plan.duration_days === undefined ? null : start + plan.duration_days * DAY_MS),
    goesOn: true,
    idle: (state) => ({
      ...ALWAYS,
      until: Math.min(isAllOut(state) ? Infinity : state.nextAt, state.endsAt ?? Infinity),
    }),

    tick(state, now, priceUsd) {
      const end = ending(state, now)
      if (end) return end
      if (now < state.nextAt || isAllOut(state)) return quiet(state)
      const name = orderName(state.ordersPlaced + 1, count)
      if (lowest !== null || highest !== null) {
        if (priceUsd === null)
          return state.waiting
            ? quiet(state)
            : said(
                { ...state, waiting: true },
                `Waiting: the market gives no price, which ${name} is bound to`,
              )
        const why = outside(priceUsd)
        // A repeated order that the price now forbids is given up with it.
        if (why) {
          const skipped = { ...nextSlot(state, now), waiting: false, retries: 0 }
          return said(skipped, `Skipped ${name}: ${why}. Next attempt in ${timeWords(skipped.nextAt - now)}.`)
        }
      }
      const wish = {
        side: plan.trade_direction,
        amount: schedule.amountOf(state, state.ordersPlaced + 1),
        count,
      }
      const placed = place(plan, wish, state, priceUsd)
      return { ...placed, state: nextSlot(placed.state, now) }
    },

    filled: (state, now) => ending(state, now) ?? quiet(state),
    skipped: (state, event, line) =>
      orEnd(state, event.now, `${line} Next attempt in ${timeWords(state.nextAt - event.now)}.`),

    failed(state, event) {
      const name = orderName(state.ordersPlaced + 1, count)
      if (event.outOfFunds) {
        const after = `out of funds after ${ordersWords(state.ordersFilled)} filled${count === null ? '' : ` of ${count}`}. ${event.reason}`
        return finished(state, endless && state.ordersFilled > 0 ? 'completed' : 'failed', after)
      }
      if (event.fatal) return finished(state, 'failed', `${name} failed: ${event.reason}`)
      if (state.retries <= RETRIES) {
        const wait = Math.min(retryWait(state.retries), interval)
        const again = { ...state, slotAt: state.slotAt - interval, nextAt: event.now + wait }
        return orEnd(again, event.now, failedLine(name, event, state.retries, wait))
      }
      const missed = state.missed + 1
      const next = { ...state, retries: 0, missed }
      if (missed >= MAX_MISSED)
        return finished(next, 'failed', `${name} failed ${missed} intervals in a row: ${event.reason}`)
      const line = `Error: ${name} failed ${RETRIES + 1} times: ${event.reason} Next attempt in ${timeWords(state.nextAt - event.now)}.`
      return orEnd(next, event.now, line)
    },
  }
}

function titleOf(plan: DcaPlan, count: number | null): string {
  const parts = [
    `dca, ${orderWords(plan, plan.trade_direction, plan.amount_per_order)}`,
    `every ${timeWords(plan.interval_seconds * 1000)}`,
    count === null ? 'until stopped or out of funds' : ordersWords(count),
  ]
  if (plan.duration_days !== undefined) parts.push(`for at most ${timeWords(plan.duration_days * DAY_MS)}`)
  if (plan.min_price_usd !== undefined) parts.push(`not below ${priceWords(Number(plan.min_price_usd))}`)
  if (plan.max_price_usd !== undefined) parts.push(`not above ${priceWords(Number(plan.max_price_usd))}`)
  return parts.join(', ')
}
