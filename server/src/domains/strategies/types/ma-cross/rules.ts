/** Buys when the fast average crosses the slow one upward, sells when it crosses back. */
import { indicatorFor } from '@purser/contract/strategies/indicators.ts'
import type { MaCrossPlan } from '@purser/contract/strategies/plan.ts'
import { signalRules } from '../signal.ts'
import type { Rules } from '../../engine/types.ts'
import { orderWords, getSymbols } from '../../lines/words.ts'

export const maCrossRules = (plan: MaCrossPlan): Rules =>
  signalRules(
    plan,
    `MA cross, ${plan.kind} ${plan.fast_length} over ${plan.slow_length} on ${plan.timeframe}, ${orderWords(getSymbols(plan), 'buy', plan.amount_per_trade)} on the upward cross, sell on the downward one`,
    indicatorFor(plan),
  )
