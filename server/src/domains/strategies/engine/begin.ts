/** The start of a strategy, and going on after a pause. */
import type { Plan } from '@purser/contract/strategies/plan.ts'
import { DAY_MS } from '@purser/contract/time.ts'
import { line } from '../lines/lines.ts'
import { inFlight } from './place.ts'
import { quiet, withLines } from './stepped.ts'
import type { Rules, Stepped, StrategyEvent, StrategyState } from './types.ts'
import { orderRefWords, timeWords } from '../lines/words.ts'

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
  return withLines(
    rules.begin ? { ...begun, typeState: rules.begin(begun) } : begun,
    line('starting', { title: rules.title }),
    line('started', { first: rules.first ?? null }),
  )
}

/** Missed orders are not repeated: the schedule goes on from now. */
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
      ? `${orderRefWords(inFlight(rules, state))} is still in flight`
      : due.endsAt !== null && due.nextAt >= due.endsAt
        ? 'its duration has ended'
        : rules.first !== undefined
          ? `continues: ${rules.first}`
          : due.nextAt <= now
            ? 'the next order follows now'
            : `the next order follows in ${timeWords(due.nextAt - now)}`
  const { ordersFilled: filled } = state
  return withLines(due, line('resumed', { filled, count: rules.count, afterEnd: false, next }))
}
