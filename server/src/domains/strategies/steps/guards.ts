/** The limits of a plan that watch what is held, and the fees that the sale at a limit needs. */
import type { Plan, Risk } from '@purser/contract/plan.ts'
import type { StrategyState } from './types.ts'

/**
 * What each limit does, and so where its rule is. 'ends': watches what is held and sells it, in risk.ts. 'caps': bounds
 * orders where they are placed, in place.ts. 'holds': lets nothing new begin for a time, in risk.ts and signal.ts.
 */
const RULES = {
  stop_loss_percent: 'ends',
  take_profit_percent: 'ends',
  max_drawdown_percent: 'ends',
  daily_loss_limit: 'ends',
  max_spend: 'caps',
  cooldown_seconds: 'holds',
} as const satisfies Record<keyof Risk, 'ends' | 'caps' | 'holds'>
type RuleOf = typeof RULES
export type EndingLimit = { [K in keyof RuleOf]: RuleOf[K] extends 'ends' ? K : never }[keyof RuleOf]

/** Whether limits watch what is held, also after the last order. */
export const guards = ({ risk }: Plan): boolean =>
  risk !== undefined &&
  Object.entries(risk).some(([limit, value]) => value !== undefined && RULES[limit as keyof Risk] === 'ends')

/** What it buys it may have to sell again: by its own rules, a limit or a stop. */
const sellsAgain = (plan: Plan): boolean =>
  plan.trade_direction !== 'sell' &&
  (plan.trade_direction === 'both' ||
    plan.strategy_type === 'bracket' ||
    plan.on_stop === 'sell' ||
    guards(plan))

/** Fees that each wallet keeps for this many orders: the sale after the last purchase must be payable. */
export const feesOf = (plan: Plan, side: 'buy' | 'sell', orders = 1): bigint =>
  BigInt(orders) + (side === 'buy' && sellsAgain(plan) ? 1n : 0n)

export const UNWATCHED = 'its limits are not watched while it is paused'
/** Paused, it holds tokens whose limits are not watched. */
export const unwatched = (plan: Plan, state: StrategyState): boolean =>
  (plan.strategy_type === 'bracket' || guards(plan)) &&
  (state.held !== '0' || plan.trade_direction === 'sell')
