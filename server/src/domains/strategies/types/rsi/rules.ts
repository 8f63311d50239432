/** Buys when the RSI of closed candles falls through one level, sells when it rises through the other. */
import { indicatorFor } from '@purser/contract/strategies/indicators.ts'
import type { RsiPlan } from '@purser/contract/strategies/plan.ts'
import { signalRules } from '../signal.ts'
import type { Rules } from '../../engine/types.ts'
import { orderWords, getSymbols } from '../../lines/words.ts'

export const rsiRules = (plan: RsiPlan): Rules =>
  signalRules(
    plan,
    `RSI(${plan.length}) on ${plan.timeframe}, ${orderWords(getSymbols(plan), 'buy', plan.amount_per_trade)} below ${plan.buy_below}, sell above ${plan.sell_above}`,
    indicatorFor(plan),
  )
