/** One order, now. What fails for a passing reason is tried again a few times, then the strategy fails with the reason. */
import type { SwapPlan } from '@purser/contract/plan.ts'
import {
  ALWAYS,
  failedLine,
  finished,
  place,
  quiet,
  RETRIES,
  type Rules,
  retryWait,
  said,
} from './step-order.ts'
import { orderWords } from './step-words.ts'

export function swapRules(plan: SwapPlan): Rules {
  const wish = { side: plan.trade_direction, amount: plan.amount, count: 1 }
  return {
    title: `swap, ${orderWords(plan, plan.trade_direction, plan.amount)}, once, now`,
    count: 1,
    endsAt: () => null,
    idle: (state) => ({ ...ALWAYS, until: state.nextAt }),
    tick: (state, now, priceUsd) => (now < state.nextAt ? quiet(state) : place(plan, wish, state, priceUsd)),
    filled: (state) => finished(state, 'completed', 'the order is filled'),
    failed: (state, event) => onceFailed(state, event),
  }
}

/** One order that fails ends the strategy, after its retries. */
export const onceFailed: Rules['failed'] = (state, event) => {
  if (event.fatal || event.outOfFunds || state.retries > RETRIES)
    return finished(state, 'failed', `the order failed: ${event.reason}`)
  const wait = retryWait(state.retries)
  return said({ ...state, nextAt: event.now + wait }, failedLine('order 1 of 1', event, state.retries, wait))
}
