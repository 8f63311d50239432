/** What all strategies share: one order in flight at a time, its answer, pause, resume and stop. */
import { formatUnits, parseUnitsDown } from '@purser/contract/money.ts'
import type { Plan, PlanAmount } from '@purser/contract/plan.ts'
import { symbolOf } from '@purser/contract/tokens.ts'
import type { Line, Order, Stepped, StrategyEvent, StrategyState } from './step.ts'
import { orderWords, priceWords, timeWords } from './step-words.ts'

type Failed = Extract<StrategyEvent, { type: 'failed' }>
type Filled = Extract<StrategyEvent, { type: 'filled' }>

/** What a type of strategy adds. Each gets a state in which no order is in flight. */
export type Rules = {
  side: 'buy' | 'sell'
  amount: PlanAmount
  /** The plan in words, for the line 'Initialized'. */
  title: string
  /** Orders there will be, null when that is open. */
  count: number | null
  endsAt(start: number): number | null
  tick(state: StrategyState, now: number, priceUsd: number | null): Stepped
  filled(state: StrategyState, now: number): Stepped
  failed(state: StrategyState, event: Failed): Stepped
}

/** How long a failed order waits before it is tried again, by how often it failed. */
const RETRY_MS = [5_000, 15_000, 45_000]
export const RETRIES = RETRY_MS.length
export const retryWait = (failures: number): number => RETRY_MS[Math.min(failures, RETRIES) - 1] ?? 0

/** More digits than any mint has. */
const DIGITS = 18

export const quiet = (state: StrategyState): Stepped => ({ state, orders: [], lines: [] })
export const said = (state: StrategyState, ...messages: string[]): Stepped => ({
  state,
  orders: [],
  lines: messages.map((message): Line => ({ message })),
})

export function finished(
  state: StrategyState,
  status: NonNullable<StrategyState['done']>['status'],
  reason: string,
): Stepped {
  const word = { completed: 'Completed successfully', failed: 'Error', stopped: 'Stopped' }[status]
  return said({ ...state, done: { status, reason } }, `${word}: ${reason}`)
}

/** 'order 3 of 24', or 'order 3' where the count is open. */
export const orderName = (number: number, count: number | null): string =>
  count === null ? `order ${number}` : `order ${number} of ${count}`

export const ordersWords = (n: number): string => `${n} ${n === 1 ? 'order' : 'orders'}`

/** Gives out the next order of the rules. The caller sets when the one after it is due. */
export function place(plan: Plan, rules: Rules, state: StrategyState, priceUsd: number | null): Stepped {
  const order: Order = { seq: state.seq + 1, side: rules.side, amount: rules.amount }
  const again = state.retries > 0 ? `, attempt ${state.retries + 1}` : ''
  const price = priceUsd === null ? '' : ` at about ${priceWords(priceUsd)}`
  const number = state.ordersPlaced + 1
  return {
    state: { ...state, seq: order.seq, pending: order.seq, ordersPlaced: number, waiting: false },
    orders: [order],
    lines: [
      {
        message: `Placed ${orderName(number, rules.count)}${again}: ${orderWords(plan, rules.side, rules.amount)}${price}`,
      },
    ],
  }
}

export function withOrders(plan: Plan, rules: Rules) {
  return (state: StrategyState, event: StrategyEvent): Stepped => {
    if (event.type === 'start')
      return state.startedAt === null ? start(rules, state, event.now) : quiet(state)
    if (state.startedAt === null || state.done) return quiet(state)
    switch (event.type) {
      case 'tick':
        if (state.pending > 0 || state.paused) return quiet(state)
        // Stopping without an order in flight: the sale on stop failed and is due again.
        if (state.stopping) return event.now < state.nextAt ? quiet(state) : sellHeld(plan, state)
        return rules.tick(state, event.now, event.priceUsd)
      case 'filled':
        return event.seq === state.pending ? filled(plan, rules, state, event) : quiet(state)
      case 'failed':
        return event.seq === state.pending ? failed(plan, rules, state, event) : quiet(state)
      case 'paused':
        if (state.paused || state.stopping) return quiet(state)
        return said({ ...state, paused: true }, `Paused${progress(rules, state)}`)
      case 'resumed':
        return resumed(rules, state, event.now)
      case 'stopped':
        return stopped(plan, rules, state)
    }
  }
}

function start(rules: Rules, state: StrategyState, now: number): Stepped {
  const begun = { ...state, startedAt: now, slotAt: now, nextAt: now, endsAt: rules.endsAt(now) }
  return said(begun, `Initializing: ${rules.title}`, `Initialized: the first order follows at once`)
}

/** What was missed is not made up: the schedule goes on from here. */
function resumed(rules: Rules, state: StrategyState, now: number): Stepped {
  if (state.stopping) return quiet({ ...state, paused: false })
  const due = {
    ...state,
    paused: false,
    slotAt: Math.max(state.slotAt, now),
    nextAt: Math.max(state.nextAt, now),
  }
  const next =
    state.pending > 0
      ? `waiting for ${orderName(state.ordersPlaced, rules.count)}, which is in flight`
      : due.endsAt !== null && due.nextAt >= due.endsAt
        ? 'its time is over'
        : due.nextAt <= now
          ? 'the next order follows at once'
          : `the next order follows in ${timeWords(due.nextAt - now)}`
  return said(due, `Resumed${progress(rules, state)}; ${next}`)
}

function stopped(plan: Plan, rules: Rules, state: StrategyState): Stepped {
  if (state.stopping) return quiet(state)
  const stopping = { ...state, stopping: true, paused: false, retries: 0 }
  if (state.pending > 0)
    return said(
      stopping,
      `Stopping: waiting for ${orderName(state.ordersPlaced, rules.count)}, which is in flight`,
    )
  return close(plan, rules, stopping)
}

/** The end of a strategy that was stopped, after the sale of what it bought where the plan says so. */
function close(plan: Plan, rules: Rules, state: StrategyState): Stepped {
  if (plan.on_stop === 'sell' && state.held !== '0') return sellHeld(plan, state)
  const kept = state.held === '0' ? '' : `; ${state.held} ${symbolOf(plan.token_address)} are kept`
  return finished(state, 'stopped', `${ordersWords(state.ordersFilled)} filled${ofCount(rules)}${kept}`)
}

function sellHeld(plan: Plan, state: StrategyState): Stepped {
  const amount: PlanAmount = { value: state.held, unit: 'token' }
  const seq = state.seq + 1
  const again = state.retries > 0 ? `, attempt ${state.retries + 1}` : ''
  return {
    state: { ...state, seq, pending: seq },
    orders: [{ seq, side: 'sell', amount }],
    lines: [{ message: `Placed the sale on stop${again}: ${orderWords(plan, 'sell', amount)}` }],
  }
}

/** True of the order that sells on stop: it stands outside the strategy's own orders. */
const closing = (state: StrategyState) => state.stopping && state.ordersPlaced === state.ordersFilled

function filled(plan: Plan, rules: Rules, state: StrategyState, event: Filled): Stepped {
  const isSale = closing(state)
  const side = isSale ? 'sell' : rules.side
  const held = units(state.held) + (side === 'buy' ? units(event.tokens) : -units(event.tokens))
  const next: StrategyState = {
    ...state,
    pending: 0,
    retries: 0,
    missed: 0,
    ordersFilled: state.ordersFilled + (isSale ? 0 : 1),
    held: formatUnits(held > 0n ? held : 0n, DIGITS),
  }
  const name = isSale ? 'sale on stop' : orderName(next.ordersFilled, rules.count)
  const what =
    side === 'buy'
      ? `Bought ${event.received} for ${event.spent}`
      : `Sold ${event.spent} for ${event.received}`
  const note = event.note ? `; ${event.note}` : ''
  const profit = event.profit === undefined ? '' : ` Profit: ${event.profit}`
  const line = { message: `${what} (${name}${note}).${profit}` }
  const after = isSale
    ? finished(
        next,
        'stopped',
        `${ordersWords(next.ordersFilled)} filled${ofCount(rules)}; ${event.spent} sold`,
      )
    : next.stopping
      ? close(plan, rules, next)
      : rules.filled(next, event.now)
  return { ...after, lines: [line, ...after.lines] }
}

function failed(plan: Plan, rules: Rules, state: StrategyState, event: Failed): Stepped {
  const retries = state.retries + 1
  if (closing(state)) {
    const next = { ...state, pending: 0, retries, nextAt: event.now + retryWait(retries) }
    if (event.fatal || event.outOfFunds || retries > RETRIES)
      return finished(next, 'failed', `the sale on stop failed: ${event.reason}`)
    return said(next, failedLine('the sale on stop', event, retries, retryWait(retries)))
  }
  const next = { ...state, pending: 0, retries, ordersPlaced: state.ordersPlaced - 1 }
  if (!state.stopping) return rules.failed(next, event)
  const after = close(plan, rules, next)
  const name = orderName(state.ordersPlaced, rules.count)
  return { ...after, lines: [{ message: `Error: ${name} failed: ${event.reason}` }, ...after.lines] }
}

export const failedLine = (name: string, event: Failed, failures: number, wait: number): string =>
  `Error: ${name} failed: ${event.reason} Trying again in ${timeWords(wait)} (attempt ${failures + 1} of ${RETRIES + 1}).`

const units = (text: string): bigint => parseUnitsDown(text, DIGITS)
const ofCount = (rules: Rules) => (rules.count === null ? '' : ` of ${rules.count}`)
const progress = (rules: Rules, state: StrategyState) =>
  ` after ${ordersWords(state.ordersFilled)} filled${ofCount(rules)}`
