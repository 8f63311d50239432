/** Orders that come as the market has it: what fails is tried again, given up, and in the end the strategy with it. */
import { type Failed, failedLine, finished, orderName, RETRIES, retryWait, said } from './step-order.ts'
import type { Stepped, StrategyState } from './step.ts'
import { timeWords } from './step-words.ts'

/** Orders given up in a row after which the strategy fails. */
const MAX_MISSED = 5
/** How long after an order that was given up the next one may come. */
const GIVEN_UP_MS = 60_000

/** `givenUp`: the state once this order is not tried any more. */
export function tryAgain(
  state: StrategyState,
  event: Failed,
  givenUp: (state: StrategyState) => StrategyState,
): Stepped {
  const name = orderName(state.ordersPlaced + 1, null)
  if (event.fatal) return finished(state, 'failed', `${name} failed: ${event.reason}`)
  if (!event.outOfFunds && state.retries <= RETRIES) {
    const wait = retryWait(state.retries)
    return said({ ...state, nextAt: event.now + wait }, failedLine(name, event, state.retries, wait))
  }
  const missed = state.missed + 1
  const next = givenUp({ ...state, missed, retries: 0, nextAt: event.now + GIVEN_UP_MS })
  if (missed >= MAX_MISSED)
    return finished(next, 'failed', `${missed} orders in a row could not be done: ${event.reason}`)
  return said(
    next,
    event.outOfFunds
      ? `Skipped ${name}: ${event.reason} Next attempt in ${timeWords(next.nextAt - event.now)} at the earliest.`
      : `Error: ${name} failed ${RETRIES + 1} times: ${event.reason} It is given up.`,
  )
}
