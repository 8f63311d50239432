/**
 * Applies a plan's limits and its duration to any strategy. Once a limit is met, it sells what is held and ends.
 * Nothing is watched during a pause.
 */
import { figureWords } from '@purser/contract/money.ts'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import { symbolInPlan } from '@purser/contract/tokens/tokens.ts'
import type { Limit } from '../limits/limit.ts'
import { exitPosition } from './exit.ts'
import { guards } from './guards.ts'
import { line } from '../lines/lines.ts'
import { after, finished } from './stepped.ts'
import type { Exit, PlanRules, Step, Stepped, StrategyEvent, StrategyState } from './types.ts'
import { ordersWords, timeWords } from '../lines/words.ts'

const isWatched = (state: StrategyState) =>
  state.startedAt !== null &&
  !state.done &&
  !state.exit &&
  !state.stopping &&
  !state.ending &&
  !state.paused &&
  state.pending === 0

export function withLimits({ plan, rules, limits }: PlanRules & { limits: Limit[] }, inner: Step): Step {
  const { risk } = plan
  return (before, event) => {
    // A correction after the end does not restart it.
    if (before.done) return inner(before, event)
    if (!isWatched(before) || (event.type !== 'tick' && event.type !== 'candles'))
      return followed({ plan, limits }, before, inner(before, event), event.now)
    const over = before.endsAt !== null && event.now >= before.endsAt
    if (over && (!rules.endsItself || before.guarding)) return timeOver(plan, before)
    if (risk === undefined) return inner(before, event)
    const state = updated(limits, before, event)
    const exit = event.priceUsd === null ? null : met(limits, state, event.priceUsd)
    if (exit) {
      const { name: limit, reason } = exit
      return after(line('limit-hit', { limit, reason }), exitPosition(plan, state, exit))
    }
    return followed({ plan, limits }, state, inner(state, event), event.now)
  }
}

function timeOver(plan: Plan, state: StrategyState): Stepped {
  const kept = state.held === '0' ? '' : `; ${figureWords(state.held)} ${symbolInPlan(plan)} kept`
  const time = timeWords((state.endsAt ?? 0) - (state.startedAt ?? 0))
  return finished(
    state,
    'completed',
    `the duration of ${time} has ended, ${ordersWords(state.ordersFilled)} filled${kept}`,
  )
}

type Priced = Extract<StrategyEvent, { type: 'tick' | 'candles' }>
/** The state of the limits at a price. The same object if nothing changes. */
function updated(limits: Limit[], before: StrategyState, { now, priceUsd }: Priced): StrategyState {
  let state = before.hold && now >= before.hold.until ? { ...before, hold: null } : before
  for (const limit of limits) state = limit.update?.(state, now, priceUsd) ?? state
  return state
}

function met(limits: Limit[], state: StrategyState, priceUsd: number): Exit | null {
  for (const limit of limits) {
    const found = limit.meet?.(state, priceUsd)
    if (found) return found
  }
  return null
}

/** Applies the limits to a step: the largest stake, guarding after the last order, and the part that each adds. */
function followed(
  { plan, limits }: { plan: Plan; limits: Limit[] },
  before: StrategyState,
  out: Stepped,
  now: number,
): Stepped {
  const { state: stepped } = out
  const state =
    plan.risk && stepped.costUsd > stepped.stakeUsd ? { ...stepped, stakeUsd: stepped.costUsd } : stepped
  const next = state === stepped ? out : { ...out, state }
  if (!state.done) return limits.reduce((sum, limit) => limit.follow?.(before, sum, now) ?? sum, next)
  const over = state.endsAt !== null && now >= state.endsAt
  // Only a strategy that ended because its orders are done is guarded.
  if (before.exit || before.stopping || over) return next
  if (state.done.status !== 'completed' || !guards(plan) || state.held === '0') return next
  const { reason } = state.done
  return {
    ...next,
    state: { ...state, done: null, guarding: true },
    lines: [
      ...next.lines.slice(0, -1),
      line('guarding', { reason, held: state.held, token: symbolInPlan(plan) }),
    ],
  }
}
