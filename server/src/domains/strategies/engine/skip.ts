/** An order that could not be sent within the limits of its decision. */
import { closeOnStop } from './exit.ts'
import { heldBack } from './held-back.ts'
import type { LineData } from '../lines/line-types.ts'
import { line } from '../lines/lines.ts'
import { nextOrder } from './place.ts'
import { retryWait } from './retries.ts'
import { after, finished, withLines } from './stepped.ts'
import type { Failed, PlanRules, Rules, Stepped, StrategyState } from './types.ts'

type Skip = LineData['skipped']

/** `freed`: the state without the order; `wasExit`: it was the sale that ends the strategy. */
export function skipped(
  { plan, rules }: PlanRules,
  { freed, wasExit }: { freed: StrategyState; wasExit: boolean },
  event: Failed,
): Stepped {
  const order = wasExit ? { exit: freed.exit?.name ?? 'stop' } : nextOrder(freed, rules.count)
  if (event.heldBack) return heldBack(freed, { ...event, heldBack: event.heldBack }, order)
  const why = { code: event.code ?? 'price', why: event.reason, next: null }
  if (wasExit) return decidedAnew(freed, event, { ...why, order })
  const skip: Skip = { ...why, order }
  const state = { ...freed, retries: 0, ...(event.code === 'limit' ? { limited: true } : {}) }
  return state.stopping
    ? after(line('skipped', skip), closeOnStop(plan, rules, state))
    : (rules.skipped ?? skippedOnce)(state, event, skip)
}

/** Limits of real money free up as a day passes, or if the user changes them. A shorter wait would fill the log. */
const LIMIT_MS = 300_000

/** When an order that is due by time is retried, if the next one is due at `nextAt`. */
export const dueAfter = ({ nextAt }: Pick<StrategyState, 'nextAt'>, { code, now }: Failed): number =>
  code === 'limit' ? Math.max(nextAt, now + LIMIT_MS) : nextAt

const waitsForLimit: NonNullable<Rules['skipped']> = (state, { now }, skip) =>
  withLines(
    { ...state, nextAt: now + LIMIT_MS },
    line('skipped', { ...skip, next: { what: 'attempt', ms: LIMIT_MS } }),
  )

/** A single immediate order: at another time it would be another order. It waits only for a limit of real money. */
export const skippedOnce: NonNullable<Rules['skipped']> = (state, event, skip) =>
  event.code === 'limit' ? waitsForLimit(state, event, skip) : notTraded(state, skip)

const notTraded = (state: StrategyState, skip: Skip): Stepped =>
  after(line('skipped', skip), finished(state, 'failed', 'the order was skipped; nothing was traded'))

/** An order that waits for a price waits for it again. */
export const waitsAgain: NonNullable<Rules['skipped']> = (state, event, skip) => {
  if (event.code === 'limit') return waitsForLimit(state, event, skip)
  const ms = retryWait(1)
  const next = { what: 'its-price' as const, ms }
  return withLines({ ...state, nextAt: event.now + ms }, line('skipped', { ...skip, next }))
}

/** A sale that closes a position is decided anew at the next price. */
export const decidedAnew = (state: StrategyState, event: Failed, skip: Skip): Stepped =>
  withLines({ ...state, nextAt: event.now }, line('skipped', { ...skip, next: { what: 'next-price' } }))
