/** Books an order whose outcome has changed after it was booked, also after the end: the chain decides. */
import { typeFacts, type Plan } from '@purser/contract/strategies/plan.ts'
import { symbolInPlan } from '@purser/contract/tokens/tokens.ts'
import type { LineData } from '../lines/line-types.ts'
import { line } from '../lines/lines.ts'
import { inText, units } from './position.ts'
import { after, finished, quiet, withLines } from './stepped.ts'
import type { Corrected, Filled, PlanRules, Stepped, StrategyState } from './types.ts'

const plus = (a: string, b: string): string => inText(units(a) + units(b))
const atLeastNone = (text: string): string => (units(text) < 0n ? '0' : text)

/** The books after the correction. */
function rebooked(state: StrategyState, { change, filled, isExit }: Corrected): StrategyState {
  const counts = isExit ? 0 : filled
  const held = atLeastNone(plus(state.held, change.held))
  const none = held === '0'
  return {
    ...state,
    held,
    cost: none ? '0' : atLeastNone(plus(state.cost, change.cost)),
    costUsd: none ? 0 : Math.max(0, state.costUsd + change.costUsd),
    realised: plus(state.realised, change.realised),
    realisedUsd: state.realisedUsd + change.realisedUsd,
    spent: atLeastNone(plus(state.spent, change.spent)),
    ordersFilled: state.ordersFilled + counts,
    ordersPlaced: state.ordersPlaced + counts,
  }
}

/** The log line of a correction, including its effect on a run that has ended. */
export function correctedLine(event: Corrected, more: Pick<LineData['corrected'], 'ended' | 'run'>) {
  const { seq, side, isExit, filled, reason } = event
  const fill = event.fill && { spent: event.fill.spent, received: event.fill.received }
  return line('corrected', { seq, side, isExit, filled, fill, reason, ...more })
}

export function corrected({ plan, rules }: PlanRules, before: StrategyState, event: Corrected): Stepped {
  const booked = rebooked(before, event)
  const state = rules.corrected ? { ...booked, typeState: rules.corrected(booked, event) } : booked
  const ended = state.done ? { held: state.held, token: symbolInPlan(plan) } : null
  const first = correctedLine(event, { ended, run: null })
  const { filled, fill, seq, now, side, isExit } = event
  const isBusy = state.pending > 0 || state.doubts.length > 0
  if (state.done || isBusy || state.stopping || state.exit || state.ending || isExit)
    return withLines(state, first)
  if (filled === -1 && isOnce(plan) && side === 'buy' && state.held === '0')
    return after(first, finished(state, 'failed', 'its order was dropped by the chain; nothing is held'))
  if (filled === 1 && fill && !state.guarding) {
    const late: Filled = { type: 'filled', now, seq, ...fill, usd: 0, feesUsd: 0 }
    const free = { ...state, retries: 0 }
    return after(first, rules.corrected ? quiet(free) : rules.filled(free, now, late, side))
  }
  return withLines(state, first)
}

/** Whether the plan has only one order: at another time it would be another order. */
export const isOnce = (plan: Plan): boolean => {
  const { orders, repeats, divides } = typeFacts(plan)
  return orders(plan) === 1 && !repeats && !divides
}
