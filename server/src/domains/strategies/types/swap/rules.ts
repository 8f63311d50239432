/** One order, now. A failure is retried a few times, then the strategy fails. */
import type { SwapPlan } from '@purser/contract/strategies/plan.ts'
import { place } from '../../engine/place.ts'
import { onceFailed } from '../../engine/give-up.ts'
import { ANY_PRICE, finished, quiet } from '../../engine/stepped.ts'
import type { Rules } from '../../engine/types.ts'
import { orderWords, getSymbols } from '../../lines/words.ts'

export function swapRules(plan: SwapPlan): Rules {
  const request = { side: plan.trade_direction, amount: plan.amount, count: 1 }
  return {
    title: `swap, ${orderWords(getSymbols(plan), plan.trade_direction, plan.amount)}, once, now`,
    count: 1,
    endsAt: () => null,
    idle: (state) => ({ ...ANY_PRICE, until: state.nextAt }),
    tick: (state, now, priceUsd) =>
      now < state.nextAt ? quiet(state) : place(plan, request, state, priceUsd),
    filled: (state) => finished(state, 'completed', 'the order is filled'),
    failed: onceFailed,
  }
}
