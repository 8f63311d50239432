/** What a plan's limits are, and what they need to be kept: a sale that a limit asks for must be payable. */
import type { Plan } from '@purser/contract/plan.ts'
import type { StrategyState } from './step.ts'

/** Limits that watch what is held, also when all orders are done. */
export const guards = ({ risk }: Plan): boolean =>
  risk !== undefined &&
  (risk.stop_loss_percent ??
    risk.take_profit_percent ??
    risk.max_drawdown_percent ??
    risk.daily_loss_limit) !== undefined

/** What it buys it may have to sell again, by its own rules, a limit or the wish to stop. */
const sellsAgain = (plan: Plan): boolean =>
  plan.trade_direction !== 'sell' &&
  (plan.trade_direction === 'both' ||
    plan.strategy_type === 'bracket' ||
    plan.on_stop === 'sell' ||
    guards(plan))

/** How many fees each wallet keeps for this many orders: after the last purchase the sale must still be paid. */
export const feesOf = (plan: Plan, side: 'buy' | 'sell', orders = 1): bigint =>
  BigInt(orders) + (side === 'buy' && sellsAgain(plan) ? 1n : 0n)

export const UNWATCHED = 'its limits are not watched while it is paused'
/** Tokens stand under limits, which nobody watches while it is paused. */
export const unwatched = (plan: Plan, state: StrategyState): boolean =>
  (plan.strategy_type === 'bracket' || guards(plan)) &&
  (state.held !== '0' || plan.trade_direction === 'sell')
