/**
 * Going on after an end, from where it stood: the number of the next order, what is left of a total, the position with its
 * cost, the lines of a grid, the figures of an indicator. The time that it stood still does not count towards its own.
 */
import { dcaOrders, type Plan } from '@purser/contract/plan.ts'
import { orderName, ordersWords, quiet, type Rules, said } from './step-order.ts'
import { units } from './step-position.ts'
import { twapOrders } from './step-twap.ts'
import type { Stepped, StrategyEvent, StrategyState } from './step.ts'

type Continued = Extract<StrategyEvent, { type: 'continued' }>

/** It had filled all its orders, and since its end the chain has taken one out: that one is still to be made. */
function hasOrdersLeft(plan: Plan, state: StrategyState): boolean {
  if (state.endsAt !== null && state.nextAt >= state.endsAt) return false
  if (plan.strategy_type === 'dca') return state.ordersFilled < (dcaOrders(plan) ?? 0)
  if (plan.strategy_type !== 'twap' || !state.terms?.budget) return false
  return state.ordersFilled < twapOrders(plan) && units(state.spent) < units(state.terms.budget)
}

/** Why there is nothing to go on with; null where there is. */
export function cannotContinue(plan: Plan, state: StrategyState): string | null {
  if (state.ordersFilled === 0) return 'It has filled no order yet; it can only begin from the start.'
  if (state.done?.status === 'completed' && !hasOrdersLeft(plan, state))
    return `It is complete: ${state.done.reason}.`
  const once = plan.strategy_type === 'swap' || plan.strategy_type === 'limit'
  if (once && !state.guarding) return 'Its one order is filled.'
  if (plan.strategy_type === 'bracket' && (plan.trade_direction === 'sell' || state.held === '0'))
    return 'Its position is closed.'
  if (state.guarding && state.held === '0') return 'What it guarded is sold.'
  return null
}

export function continued(
  plan: Plan,
  rules: Rules,
  state: StrategyState,
  { now, ranUntil }: Continued,
): Stepped {
  if (!state.done || cannotContinue(plan, state) !== null) return quiet(state)
  const still = Math.max(0, now - ranUntil)
  const next: StrategyState = {
    ...state,
    startedAt: (state.startedAt ?? now) + still,
    endsAt: state.endsAt === null ? null : state.endsAt + still,
    slotAt: now,
    nextAt: now,
    retries: 0,
    missed: 0,
    waiting: false,
    paused: false,
    stopping: false,
    exiting: false,
    exit: null,
    ending: null,
    done: null,
    mind: rules.continued?.(state) ?? state.mind,
  }
  const at = state.guarding
    ? 'guards what it holds'
    : `goes on with ${orderName(state.ordersPlaced + 1, rules.count)}`
  return said(next, `Resumed after its end, ${ordersWords(state.ordersFilled)} filled: ${at}`)
}
