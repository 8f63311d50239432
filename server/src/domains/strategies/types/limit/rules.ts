/** One order once the price is as good as the plan requires. */
import type { LimitPlan } from '@purser/contract/strategies/plan.ts'
import { place } from '../../engine/place.ts'
import { waitsAgain } from '../../engine/skip.ts'
import { ANY_PRICE, finished, quiet } from '../../engine/stepped.ts'
import { onceFailed } from '../../engine/give-up.ts'
import type { Rules } from '../../engine/types.ts'
import { orderWords, priceWords, getSymbols, timeWords } from '../../lines/words.ts'

export function limitRules(plan: LimitPlan): Rules {
  const buys = plan.trade_direction === 'buy'
  const limit = Number(plan.limit_price_usd)
  const bound = `${buys ? 'at or below' : 'at or above'} ${priceWords(limit)}`
  const lifeMs = plan.expires_in_seconds === undefined ? Infinity : plan.expires_in_seconds * 1000
  const request = { side: plan.trade_direction, amount: plan.amount, count: 1, why: bound }
  const expiry = lifeMs === Infinity ? '' : `, for ${timeWords(lifeMs)}`
  return {
    title: `limit, ${orderWords(getSymbols(plan), plan.trade_direction, plan.amount)} ${bound}${expiry}`,
    first: `places the order when the price is ${bound}`,
    count: 1,
    endsAt: () => null,
    idle(state) {
      const until = (state.startedAt ?? 0) + lifeMs
      if (state.retries > 0) return { ...ANY_PRICE, until: Math.min(until, state.nextAt) }
      return buys ? { until, below: limit, above: Infinity } : { until, below: -Infinity, above: limit }
    },
    tick(state, now, priceUsd) {
      if (now >= (state.startedAt ?? 0) + lifeMs)
        return finished(
          state,
          'completed',
          `the order expired after ${timeWords(lifeMs)}: the price was not ${bound} while it could be filled`,
        )
      if (now < state.nextAt || priceUsd === null) return quiet(state)
      // After a failure the price may have moved away: the order waits for it again.
      const met = buys ? priceUsd <= limit : priceUsd >= limit
      if (!met) return quiet(state.retries > 0 ? { ...state, retries: 0 } : state)
      return place(plan, request, state, priceUsd)
    },
    filled: (state) => finished(state, 'completed', 'the order is filled'),
    failed: onceFailed,
    skipped: waitsAgain,
  }
}
