/**
 * Orders in doubt: their outcome is not certain yet. Their funds stay held and orders that do not depend on them go on;
 * they are booked once certain, and no strategy ends before.
 */
import { continued } from './continue.ts'
import { closeOnStop, sellOut } from './exit.ts'
import { fillLine } from '../lines/fill-line.ts'
import { line } from '../lines/lines.ts'
import { spendingSide } from './place.ts'
import { afterBuy, afterSale, inText, units } from './position.ts'
import { errorLine } from './retries.ts'
import { after, finished, quiet, withLines } from './stepped.ts'
import type {
  Doubt,
  Failed,
  Filled,
  PlanRules,
  Step,
  Stepped,
  StrategyEvent,
  StrategyState,
} from './types.ts'

export function withDoubts({ plan, rules }: PlanRules, inner: Step): Step {
  return (state, event) => {
    if (event.type === 'continued') return continued(plan, rules, state, event)
    if (state.done || state.startedAt === null) return inner(state, event)
    if (event.type === 'doubted') return doubted(rules, state, event)
    if (event.type !== 'filled' && event.type !== 'failed') return endLater(inner(state, event))
    const doubt = state.doubts.find(({ seq }) => seq === event.seq)
    if (!doubt) return endLater(inner(state, event))
    const known = { ...state, doubts: state.doubts.filter((one) => one !== doubt) }
    return endLater(
      event.type === 'filled'
        ? filledLate({ plan, rules }, known, doubt, event)
        : failedLate({ plan, rules }, known, event),
    )
  }
}

function doubted(
  rules: PlanRules['rules'],
  state: StrategyState,
  { seq, spends }: Extract<StrategyEvent, { type: 'doubted' }>,
): Stepped {
  const { pendingSide: side } = state
  const waits = !rules.goesOn || state.exiting || state.stopping || side === null
  if (seq !== state.pending || waits) return quiet(state)
  return withLines(
    {
      ...state,
      pending: 0,
      pendingSide: null,
      retries: 0,
      doubts: [...state.doubts, { seq, side, spends }],
    },
    line('doubt', { order: { number: state.ordersPlaced, count: rules.count } }),
  )
}

/** Puts an end off while an order is in doubt. */
function endLater(out: Stepped): Stepped {
  const { done, doubts } = out.state
  if (!done || doubts.length === 0) return out
  return {
    orders: out.orders,
    state: { ...out.state, done: null, ending: done },
    lines: [...out.lines.slice(0, -1), line('ending', { reason: done.reason })],
  }
}

function filledLate(
  { plan, rules }: PlanRules,
  state: StrategyState,
  { side, seq }: Doubt,
  event: Filled,
): Stepped {
  const spends = side === spendingSide(plan)
  const next: StrategyState = {
    ...state,
    ...(side === 'sell' ? afterSale(state, event, null).position : afterBuy(state, event)),
    ordersFilled: state.ordersFilled + 1,
    spent: spends
      ? inText(units(state.spent) + units(side === 'buy' ? event.quote : event.tokens))
      : state.spent,
  }
  return after(
    fillLine(plan, side, event, { order: { doubt: seq }, filled: next.ordersFilled, profit: null }),
    goneOn({ plan, rules }, next, event.now, () => rules.filled(next, event.now, event, side)),
  )
}

function failedLate({ plan, rules }: PlanRules, state: StrategyState, event: Failed): Stepped {
  const next = { ...state, ordersPlaced: state.ordersPlaced - 1 }
  const order = { doubt: event.seq }
  const failed = event.skipped
    ? line('skipped', { order, code: event.code ?? 'price', why: event.reason, next: null })
    : errorLine(order, event)
  return after(
    failed,
    goneOn({ plan, rules }, next, event.now, () => quiet(next)),
  )
}

/** Goes on once the outcome is certain: with the postponed end, the stop, or `next`. */
function goneOn({ plan, rules }: PlanRules, state: StrategyState, now: number, next: () => Stepped): Stepped {
  if (state.pending > 0) return quiet(state)
  if (state.stopping)
    return state.doubts.length > 0 ? quiet(state) : closeOnStop(plan, rules, { ...state, ending: null })
  if (state.ending) {
    if (state.doubts.length > 0) return quiet(state)
    const { status, reason } = state.ending
    const free = { ...state, ending: null, nextAt: now }
    return state.exit && state.held !== '0' ? sellOut(plan, free) : finished(free, status, reason)
  }
  return state.exit || state.guarding ? quiet(state) : next()
}
