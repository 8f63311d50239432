/** Orders that depend on the market: a failed one is retried, then given up, and in the end the strategy fails. */
import type { OrderRef } from '../lines/line-types.ts'
import { line } from '../lines/lines.ts'
import { errorLine, RETRIES, retry } from './retries.ts'
import { finished, withLines } from './stepped.ts'
import type { Failed, Rules, Stepped, StrategyState } from './types.ts'
import { orderRefWords } from '../lines/words.ts'

/** Consecutive orders given up after which the strategy fails. */
export const MAX_MISSED = 5
/** After an order was given up the next one waits at least this long. */
const GIVEN_UP_MS = 60_000

/** `givenUp`: the state without the order that is given up. */
export function retryOrGiveUp(
  state: StrategyState,
  event: Failed,
  givenUp: (state: StrategyState) => StrategyState,
): Stepped {
  const order: OrderRef = { number: state.ordersPlaced + 1, count: null }
  if (event.fatal) return finished(state, 'failed', `${orderRefWords(order)} failed: ${event.reason}`)
  if (!event.outOfFunds && state.retries <= RETRIES) return retry(state, event, order)
  const missed = state.missed + 1
  const next = givenUp({ ...state, missed, retries: 0, nextAt: event.now + GIVEN_UP_MS })
  if (missed >= MAX_MISSED)
    return finished(next, 'failed', `${missed} orders in a row could not be executed: ${event.reason}`)
  if (event.outOfFunds) {
    const ms = next.nextAt - event.now
    return withLines(
      next,
      line('skipped', {
        order,
        code: 'funds',
        why: event.reason,
        next: { what: 'attempt-at-the-earliest', ms },
      }),
    )
  }
  return withLines(next, errorLine(order, event, { times: RETRIES + 1, next: { what: 'given-up' } }))
}

/** A single order that fails ends the strategy, after its retries. */
export const onceFailed: Rules['failed'] = (state, event) =>
  event.fatal || event.outOfFunds || state.retries > RETRIES
    ? finished(state, 'failed', `the order failed: ${event.reason}`)
    : retry(state, event, { number: 1, count: 1 })
