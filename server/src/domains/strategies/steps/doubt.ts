/**
 * An order whose outcome is not certain holds its funds, but not the orders after it where they do not depend on it. It is
 * booked once it is known, and no strategy ends before that.
 */
import type { Plan } from '@purser/contract/plan.ts'
import { continued } from './step-continue.ts'
import { closeOnStop, sellOut } from './step-exit.ts'
import {
  after,
  type Failed,
  type Filled,
  finished,
  orderName,
  quiet,
  type Rules,
  said,
} from './step-order.ts'
import { afterBuy, afterSale, inText, units } from './step-position.ts'
import { spendingSide } from './step-order.ts'
import type { Doubt, Stepped, StrategyEvent, StrategyState } from './step.ts'

type Step = (state: StrategyState, event: StrategyEvent) => Stepped

export function withDoubts(plan: Plan, rules: Rules, inner: Step): Step {
  return (state, event) => {
    if (event.type === 'continued') return continued(plan, rules, state, event)
    if (state.done || state.startedAt === null) return inner(state, event)
    if (event.type === 'doubted') return doubted(rules, state, event)
    const doubt =
      event.type === 'filled' || event.type === 'failed'
        ? state.doubts.find(({ seq }) => seq === event.seq)
        : undefined
    if (!doubt) return held(inner(state, event))
    const known = { ...state, doubts: state.doubts.filter((one) => one !== doubt) }
    return event.type === 'filled'
      ? held(filledLate({ plan, rules }, known, doubt, event))
      : held(failedLate({ plan, rules }, known, event as Failed))
  }
}

function doubted(
  rules: Rules,
  state: StrategyState,
  { seq, spends }: Extract<StrategyEvent, { type: 'doubted' }>,
): Stepped {
  const { pendingSide: side } = state
  const waits = !rules.goesOn || state.exiting || state.stopping || side === null
  if (seq !== state.pending || waits) return quiet(state)
  const name = orderName(state.ordersPlaced, rules.count)
  return said(
    {
      ...state,
      pending: 0,
      pendingSide: null,
      retries: 0,
      doubts: [...state.doubts, { seq, side, spends }],
    },
    `Waiting: what came of ${name} is not certain yet. Its funds stay held, and the orders after it go on.`,
  )
}

/** An end is put off as long as an order is in doubt. */
function held(out: Stepped): Stepped {
  const { done, doubts } = out.state
  if (!done || doubts.length === 0) return out
  return {
    orders: out.orders,
    state: { ...out.state, done: null, ending: done },
    lines: [
      ...out.lines.slice(0, -1),
      { message: `Ending: ${done.reason}. Waiting for an order that is not certain yet` },
    ],
  }
}

function filledLate(
  { plan, rules }: { plan: Plan; rules: Rules },
  state: StrategyState,
  { side }: Doubt,
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
  const what =
    side === 'buy'
      ? `Bought ${event.received} for ${event.spent}`
      : `Sold ${event.spent} for ${event.received}`
  const note = event.note ? `; ${event.note}` : ''
  const line = `${what} (an order that was not certain, ${next.ordersFilled} filled${note}).`
  return after(
    line,
    goneOn({ plan, rules }, next, event.now, () => rules.filled(next, event.now, event, side)),
  )
}

function failedLate(
  { plan, rules }: { plan: Plan; rules: Rules },
  state: StrategyState,
  event: Failed,
): Stepped {
  const next = { ...state, ordersPlaced: state.ordersPlaced - 1 }
  const line = event.skipped
    ? `Skipped an order that was not certain: ${event.reason}`
    : `Error: an order that was not certain has failed: ${event.reason}`
  return after(
    line,
    goneOn({ plan, rules }, next, event.now, () => quiet(next)),
  )
}

/** What follows once it is known: the end that was waiting, the stop, or whatever comes next. */
function goneOn(
  { plan, rules }: { plan: Plan; rules: Rules },
  state: StrategyState,
  now: number,
  next: () => Stepped,
): Stepped {
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
