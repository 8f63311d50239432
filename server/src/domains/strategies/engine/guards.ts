/** The limits of a plan that watch what is held, and the fees that the sale at a limit needs. */
import { typeFacts, type Plan } from '@purser/contract/strategies/plan.ts'
import { limits } from '@purser/contract/strategies/limits/index.ts'
import { limitsIn } from '@purser/contract/strategies/limits/words.ts'
import type { StrategyState } from './types.ts'

/** Whether limits watch what is held, also after the last order. */
export const guards = ({ risk }: Plan): boolean =>
  limitsIn(risk).some(([field]) => limits[field].does === 'ends')

/** Whether it may have to sell again what it buys: by its own rules, a limit or a stop. */
const sellsAgain = (plan: Plan): boolean =>
  plan.trade_direction !== 'sell' &&
  (plan.trade_direction === 'both' ||
    typeFacts(plan).guards === true ||
    plan.on_stop === 'sell' ||
    guards(plan))

/** Fees that each wallet keeps for this many orders: the sale after the last purchase must be payable. */
export const countFees = (plan: Plan, side: 'buy' | 'sell', orders = 1): bigint =>
  BigInt(orders) + (side === 'buy' && sellsAgain(plan) ? 1n : 0n)

export const UNWATCHED = 'its limits are not monitored while it is paused'
/** Whether a pause leaves it with tokens whose limits are not watched. */
export const unwatched = (plan: Plan, state: StrategyState): boolean =>
  (typeFacts(plan).guards === true || guards(plan)) && (state.held !== '0' || plan.trade_direction === 'sell')
