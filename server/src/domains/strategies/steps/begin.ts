/** How a strategy begins, and how it goes on after a pause. */
import type { Plan } from '@purser/contract/plan.ts'
import { DAY_MS, inFlight, progress, quiet, type Rules, said } from './step-order.ts'
import type { Stepped, StrategyEvent, StrategyState } from './step.ts'
import { timeWords } from './step-words.ts'

export function start(
  plan: Plan,
  rules: Rules,
  state: StrategyState,
  { now, terms }: Extract<StrategyEvent, { type: 'start' }>,
): Stepped {
  const days = plan.duration_days
  const begun: StrategyState = {
    ...state,
    startedAt: now,
    slotAt: now,
    nextAt: now,
    endsAt: rules.endsAt(now) ?? (days === undefined ? null : now + days * DAY_MS),
    terms: terms ?? state.terms,
  }
  const ready = rules.mind ? { ...begun, mind: rules.mind(begun) } : begun
  return said(
    ready,
    `Initializing: ${rules.title}`,
    `Initialized: ${rules.first ?? 'the first order follows at once'}`,
  )
}

/** What was missed is not made up: the schedule goes on from here. */
export function resumed(rules: Rules, state: StrategyState, now: number): Stepped {
  if (state.stopping) return quiet({ ...state, paused: false })
  const due = {
    ...state,
    paused: false,
    slotAt: Math.max(state.slotAt, now),
    nextAt: Math.max(state.nextAt, now),
  }
  const next =
    state.pending > 0
      ? `waiting for ${inFlight(rules, state)}, which is in flight`
      : due.endsAt !== null && due.nextAt >= due.endsAt
        ? 'its time is over'
        : rules.first !== undefined
          ? `it goes on: ${rules.first}`
          : due.nextAt <= now
            ? 'the next order follows at once'
            : `the next order follows in ${timeWords(due.nextAt - now)}`
  return said(due, `Resumed${progress(rules, state)}; ${next}`)
}
