/** The server's part of this type of plan. */
import type { BracketPlan, PlanAmount } from '@purser/contract/strategies/plan.ts'
import type { ExitName } from '../../engine/codes.ts'
import { type DueOrder, type Next, onlyOrder, type PlanType, type When } from '../plan-type.ts'
import { bracketState, entryPrice, limitMs, stopAt, takeAt, trailAt } from './barriers.ts'
import { bracketRules } from './rules.ts'

/** The sale at each barrier of a position that was entered, or of one that is guarded from its entry price on. */
function toBarriers(plan: BracketPlan, { state, at }: Next): DueOrder[] {
  const own = bracketState(state)
  const amount: PlanAmount =
    plan.trade_direction === 'sell' ? plan.amount : { value: state.held, unit: 'token' }
  const sale = (when: When, exit: ExitName | null): DueOrder => ({
    side: 'sell',
    amount,
    atMost: null,
    order: { exit },
    when,
  })
  if (own?.met) return [sale({ is: 'time', at }, null)]
  const entryUsd = own?.entryUsd ?? entryPrice(plan)
  const enteredAt = own?.enteredAt ?? state.startedAt ?? at
  const barrier = (is: 'below' | 'above', usd: number, exit: ExitName) => sale({ is, usd, exit }, exit)
  return [
    ...(plan.stop_loss_percent === undefined || entryUsd === null
      ? []
      : [barrier('below', stopAt(plan, entryUsd), 'stop loss')]),
    ...(plan.take_profit_percent === undefined || entryUsd === null
      ? []
      : [barrier('above', takeAt(plan, entryUsd), 'take profit')]),
    ...(plan.trailing_stop_percent === undefined || entryUsd === null
      ? []
      : [barrier('below', trailAt(plan, own?.peakUsd ?? entryUsd), 'trailing stop')]),
    ...(plan.time_limit_seconds === undefined
      ? []
      : [sale({ is: 'time', at: enteredAt + limitMs(plan) }, 'time limit')]),
  ]
}

export const bracket: PlanType<BracketPlan> = {
  rules: bracketRules,
  next(plan, now) {
    if (bracketState(now.state) || plan.trade_direction === 'sell') return toBarriers(plan, now)
    const usd = entryPrice(plan)
    return onlyOrder(now, usd === null ? { is: 'time', at: now.at } : { is: 'below', usd, exit: null }, usd)
  },
}
