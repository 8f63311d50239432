/** One order, now. A failure is retried a few times, then the strategy fails. */
import type { SwapPlan } from '@purser/contract/plan.ts'
import { place } from './place.ts'
import { RETRIES, retry } from './retries.ts'
import { ANY_PRICE, finished, quiet } from './stepped.ts'
import type { Rules } from './types.ts'
import { orderWords, symbolsOf } from './words.ts'

export function swapRules(plan: SwapPlan): Rules {
  const request = { side: plan.trade_direction, amount: plan.amount, count: 1 }
  return {
    title: `swap, ${orderWords(symbolsOf(plan), plan.trade_direction, plan.amount)}, once, now`,
    count: 1,
    endsAt: () => null,
    idle: (state) => ({ ...ANY_PRICE, until: state.nextAt }),
    tick: (state, now, priceUsd) =>
      now < state.nextAt ? quiet(state) : place(plan, request, state, priceUsd),
    filled: (state) => finished(state, 'completed', 'the order is filled'),
    failed: (state, event) => onceFailed(state, event),
  }
}

/** One order that fails ends the strategy, after its retries. */
export const onceFailed: Rules['failed'] = (state, event) =>
  event.fatal || event.outOfFunds || state.retries > RETRIES
    ? finished(state, 'failed', `the order failed: ${event.reason}`)
    : retry(state, event, { number: 1, count: 1 })
