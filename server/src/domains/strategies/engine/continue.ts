/**
 * Goes on after an end from where the strategy stood: the next order's number, the rest of a total, the position with
 * its cost, the cells of a grid, the figures of an indicator. The time between does not count towards its duration.
 */
import { typeFacts, type Plan } from '@purser/contract/strategies/plan.ts'
import type { CannotContinue } from '@purser/contract/agents/restart-texts.ts'
import { isOnce } from './correct.ts'
import { released } from './held-back.ts'
import { line } from '../lines/lines.ts'
import { nextOrder } from './place.ts'
import { units } from './position.ts'
import { quiet, withLines } from './stepped.ts'
import type { Rules, Stepped, StrategyEvent, StrategyState } from './types.ts'
import { orderRefWords } from '../lines/words.ts'

type Continued = Extract<StrategyEvent, { type: 'continued' }>

/** It was complete, but a fork has dropped one of its orders since. */
function hasOrdersLeft(plan: Plan, state: StrategyState): boolean {
  if (state.endsAt !== null && state.nextAt >= state.endsAt) return false
  const { orders, repeats, divides } = typeFacts(plan)
  const count = orders(plan)
  if (count === null || !(repeats || divides) || state.ordersFilled >= count) return false
  return repeats || (state.terms?.budget ? units(state.spent) < units(state.terms.budget) : false)
}

/** Why it cannot go on; null if it can. */
export function cannotContinue(plan: Plan, state: StrategyState): CannotContinue | null {
  if (state.ordersFilled === 0) return { code: 'nothing_filled' }
  if (state.done?.status === 'completed' && !hasOrdersLeft(plan, state))
    return { code: 'complete', ending: state.done.reason }
  if (isOnce(plan) && !typeFacts(plan).guards && !state.guarding) return { code: 'order_filled' }
  if (typeFacts(plan).guards && (plan.trade_direction === 'sell' || state.held === '0'))
    return { code: 'position_closed' }
  if (state.guarding && state.held === '0') return { code: 'position_sold' }
  return null
}

export function continued(
  plan: Plan,
  rules: Rules,
  state: StrategyState,
  { now, ranUntil }: Continued,
): Stepped {
  if (!state.done || cannotContinue(plan, state) !== null) return quiet(state)
  const idleMs = Math.max(0, now - ranUntil)
  const next: StrategyState = {
    ...released(state),
    startedAt: (state.startedAt ?? now) + idleMs,
    endsAt: state.endsAt === null ? null : state.endsAt + idleMs,
    slotAt: now,
    nextAt: now,
    retries: 0,
    missed: 0,
    waiting: false,
    paused: false,
    stopping: false,
    closing: false,
    exiting: false,
    exit: null,
    ending: null,
    done: null,
    typeState: rules.continued?.(state) ?? state.typeState,
  }
  const what = state.guarding
    ? 'guards its position'
    : `continues with ${orderRefWords(nextOrder(state, rules.count))}`
  const { ordersFilled: filled } = state
  return withLines(next, line('resumed', { filled, count: rules.count, afterEnd: true, next: what }))
}
