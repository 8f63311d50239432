/** Trades on the crosses of an indicator: bought on one, sold as a whole on the other. */
import { indicatorFor } from '@purser/contract/strategies/indicators.ts'
import type { MaCrossPlan, RsiPlan } from '@purser/contract/strategies/plan.ts'
import { walk, type Walker } from '../../backtest/walk.ts'
import { type Account, sell } from './account.ts'
import { tickLimits } from './limits.ts'
import { buyAmount } from './rules/rule.ts'

/** Whether each candle's close crossed: 1 upward, -1 downward. */
export function computeSignals(
  plan: RsiPlan | MaCrossPlan,
  warmUp: ArrayLike<number>,
  closes: Float64Array,
): Int8Array {
  const indicator = indicatorFor(plan)
  const figures = indicator.begin()
  for (let i = 0; i < warmUp.length; i++) indicator.take(figures, warmUp[i]!)
  const signals = new Int8Array(closes.length)
  for (let i = 0; i < closes.length; i++) signals[i] = indicator.take(figures, closes[i]!)
  return signals
}

/** A tick at the open of the candle after the cross. */
function trade(account: Account, plan: RsiPlan | MaCrossPlan, isBuy: boolean): void {
  const { effect } = tickLimits(account, false)
  if (effect !== null) return
  if (isBuy) buyAmount(account, plan.amount_per_trade)
  else sell(account, account.held)
}

/** From candle `from` on: between two crosses its limits alone matter. Each candle is one of the indicator's. */
export function runOnSignals(
  account: Account,
  walker: Walker,
  { plan, signals, from }: { plan: RsiPlan | MaCrossPlan; signals: Int8Array; from: number },
): void {
  const { history } = account.ground
  const { length, open, start, seconds, unknown } = history
  const hasLimits = plan.risk !== undefined || account.endsAt < Infinity
  for (let [i, k] = [from, from]; i < length && !account.isOver; ) {
    const wanted = account.held === 0 ? 1 : -1
    while (k < length && signals[k] !== wanted) k++
    // The candle after the cross.
    const next = ++k
    if (hasLimits) walk(walker, history, i, Math.min(next, length))
    if (account.isOver || next >= length) break
    i = next
    account.at = i
    account.now = (start + i * seconds) * 1000
    account.price = open[i]!
    if (account.now >= account.holdUntil && unknown?.[i] !== 1) trade(account, plan, wanted === 1)
  }
}
