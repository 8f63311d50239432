/** Buys when the RSI of closed candles falls through one level, sells when it rises through the other. */
import type { RsiPlan } from '@purser/contract/plan.ts'
import { rsiIndicator } from './step-indicators.ts'
import type { Rules } from './step-order.ts'
import { signalRules } from './step-signal.ts'
import { orderWords } from './step-words.ts'

export const rsiRules = (plan: RsiPlan): Rules =>
  signalRules(
    plan,
    `rsi(${plan.length}) on ${plan.timeframe}, ${orderWords(plan, 'buy', plan.amount_per_trade)} below ${plan.buy_below}, sell above ${plan.sell_above}`,
    rsiIndicator(plan.length, plan.buy_below, plan.sell_above),
  )
