/** What all strategies share: one order in flight at a time, its answer, pause, resume and stop. */
import type { Plan, PlanAmount } from '@purser/contract/plan.ts'
import { symbolOf } from '@purser/contract/tokens.ts'
import { closeOnStop, exitFailed, exitFilled, sellOut } from './step-exit.ts'
import { resumed, start } from './step-begin.ts'
import { type Corrected, corrected } from './step-corrected.ts'
import { UNWATCHED, unwatched } from './step-limits.ts'
import { skipped } from './step-skip.ts'
import { afterBuy, afterSale, inText, units } from './step-position.ts'
import type { Holdings, Idle, Line, Order, Stepped, StrategyEvent, StrategyState } from './step.ts'
import { amountText, orderWords, priceWords, timeWords } from './step-words.ts'

export type Failed = Extract<StrategyEvent, { type: 'failed' }>
export type Filled = Extract<StrategyEvent, { type: 'filled' }>
export type Candles = Extract<StrategyEvent, { type: 'candles' }>
export type Side = 'buy' | 'sell'

/** What a type of strategy adds. Each gets a state in which no order is in flight. */
export type Rules = {
  /** The plan in words, for the line 'Initialized'. */
  title: string
  /** What follows the start. */
  first?: string
  /** Orders there will be, null when that is open. */
  count: number | null
  endsAt(start: number): number | null
  /** What it remembers from the start on. */
  mind?: (state: StrategyState) => StrategyState['mind']
  tick(state: StrategyState, now: number, priceUsd: number | null, holdings?: Holdings): Stepped
  /** Closed candles. `act` false: only taken in. */
  closed?: (state: StrategyState, event: Candles, act: boolean) => Stepped
  candles?: { seconds: number; history: number; scan: Scan }
  filled(state: StrategyState, now: number, event: Filled, side: Side): Stepped
  failed(state: StrategyState, event: Failed): Stepped
  /** An order that its decision did not cover any more. Left out: one at once, which ends with it. */
  skipped?: (state: StrategyState, event: Failed, line: string) => Stepped
  /** Its orders do not depend on each other: they go on while one is in doubt. */
  goesOn?: boolean
  /** What it makes of its memory when an order turned out otherwise than it was booked. */
  corrected?: (state: StrategyState, event: Corrected) => StrategyState['mind']
  /** What it makes of its memory when it goes on after an end. */
  continued?: (state: StrategyState) => StrategyState['mind']
  idle(state: StrategyState): Idle
  /** What the tokens of the sale in flight cost, where it is not the average. */
  costOfSale?: (state: StrategyState, tokens: string) => string | null
}

/**
 * Takes in candles from `at` on until one that would be traded on, which it leaves; answers where that is. The backtest's
 * way over the candles on which nothing happens.
 */
export type Scan = (
  state: StrategyState,
  closes: Float64Array,
  at: number,
) => { state: StrategyState; at: number }

/** How long a failed order waits before it is tried again, by how often it failed. */
const RETRY_MS = [5_000, 15_000, 45_000]
export const RETRIES = RETRY_MS.length
export const retryWait = (failures: number): number => RETRY_MS[Math.min(failures, RETRIES) - 1] ?? 0

export const DAY_MS = 86_400_000
export const ALWAYS = { below: -Infinity, above: Infinity }
export const quiet = (state: StrategyState): Stepped => ({ state, orders: [], lines: [] })
export const said = (state: StrategyState, ...messages: string[]): Stepped => ({
  state,
  orders: [],
  lines: messages.map((message): Line => ({ message })),
})
export const after = (line: string, next: Stepped): Stepped => ({
  ...next,
  lines: [{ message: line }, ...next.lines],
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

export type Wish = { side: Side; amount: PlanAmount; count: number | null; why?: string; upTo?: true }

/**
 * Gives out the next order, within what may still be spent. The caller sets when the one after it is due. Without an order
 * in the answer nothing may be spent any more.
 */
export function place(plan: Plan, wish: Wish, state: StrategyState, priceUsd: number | null): Stepped {
  const { side, amount, count } = wish
  const order: Order = { seq: state.seq + 1, side, amount, ...(wish.upTo ? { upTo: true } : {}) }
  const number = state.ordersPlaced + 1
  let within = ''
  const { maxSpend } = state.terms ?? {}
  if (maxSpend && side === spendingSide(plan)) {
    const left = units(maxSpend) - units(state.spent) - heldInDoubt(state, side)
    const unit = side === 'buy' ? plan.quote : symbolOf(plan.token_address)
    if (left <= 0n) {
      if (state.doubts.length > 0) return quiet(state)
      const reason = `${state.spent} ${unit} of at most ${maxSpend} ${unit} are spent`
      return plan.trade_direction === 'both' && state.held !== '0'
        ? said(state, `Skipped ${orderName(number, count)}: ${reason}`)
        : finished(state, 'completed', reason)
    }
    order.atMost = inText(left)
    within = `, at most ${order.atMost} ${unit}`
  }
  const again = state.retries > 0 ? `, attempt ${state.retries + 1}` : ''
  const price = priceUsd === null ? '' : ` at about ${priceWords(priceUsd)}`
  const why = wish.why === undefined ? '' : ` (${wish.why})`
  return {
    state: {
      ...state,
      seq: order.seq,
      pending: order.seq,
      pendingSide: side,
      ordersPlaced: number,
      waiting: false,
    },
    orders: [order],
    lines: [
      {
        message: `Placed ${orderName(number, count)}${again}: ${orderWords(plan, side, amount)}${within}${price}${why}`,
      },
    ],
  }
}

/** What orders that are not certain yet may have spent on this side. */
export const heldInDoubt = ({ doubts }: StrategyState, side: Side): bigint =>
  doubts.reduce((sum, doubt) => (doubt.side === side ? sum + units(doubt.spends) : sum), 0n)

export const spendingSide = (plan: Plan): Side => (plan.trade_direction === 'sell' ? 'sell' : 'buy')

export function withOrders(plan: Plan, rules: Rules) {
  return (state: StrategyState, event: StrategyEvent): Stepped => {
    if (event.type === 'start')
      return state.startedAt === null ? start(plan, rules, state, event) : quiet(state)
    if (state.startedAt === null) return quiet(state)
    if (event.type === 'corrected') return corrected({ plan, rules }, state, event)
    if (state.done) return quiet(state)
    switch (event.type) {
      case 'tick':
        if (state.pending > 0 || state.paused || state.ending) return quiet(state)
        // A sale on stop waits for what is in doubt: only then it is known what there is to sell.
        if (state.stopping && state.doubts.length > 0) return quiet(state)
        if (state.exit && state.held === '0') return finished(state, state.exit.status, state.exit.reason)
        if (state.exit) return event.now < state.nextAt ? quiet(state) : sellOut(plan, state)
        if (state.stopping) return closeOnStop(plan, rules, state)
        if (state.guarding) return quiet(state)
        // Held after a loss, but not beyond its end.
        if (event.now < Math.min(state.risk.holdUntil, state.endsAt ?? Infinity)) return quiet(state)
        return rules.tick(state, event.now, event.priceUsd, event.holdings)
      case 'candles': {
        const act =
          state.pending === 0 &&
          !state.paused &&
          !state.stopping &&
          !state.exit &&
          !state.guarding &&
          !state.ending
        if (!rules.closed) return quiet(state)
        return rules.closed(state, event, act && event.now >= state.risk.holdUntil)
      }
      case 'filled':
        return event.seq === state.pending ? filled(plan, rules, state, event) : quiet(state)
      case 'failed':
        return event.seq === state.pending ? failed(plan, rules, state, event) : quiet(state)
      case 'paused':
        if (state.paused || state.stopping) return quiet(state)
        return said(
          { ...state, paused: true },
          `Paused${progress(rules, state)}${unwatched(plan, state) ? `; ${UNWATCHED}` : ''}`,
        )
      case 'resumed':
        return resumed(rules, state, event.now)
      case 'stopped':
        return stopped(plan, rules, state)
      case 'doubted':
      case 'continued':
        return quiet(state)
    }
  }
}

export const inFlight = (rules: Rules, { exiting, exit, ordersPlaced }: StrategyState): string =>
  exiting ? `the sale on ${exit?.name}` : orderName(ordersPlaced, rules.count)

/** Stopped while a limit's sale was in flight: what that did not sell is not tried again, only the plan's sale on stop is. */
const isOver = ({ stopping, exit }: StrategyState): boolean =>
  stopping && exit !== null && exit.name !== 'stop'

function stopped(plan: Plan, rules: Rules, state: StrategyState): Stepped {
  if (state.stopping) return quiet(state)
  const stopping = { ...state, stopping: true, paused: false, retries: 0 }
  if (state.pending === 0 && state.doubts.length === 0) return closeOnStop(plan, rules, stopping)
  const what = state.pending > 0 ? inFlight(rules, state) : 'an order'
  return said(
    stopping,
    `Stopping: waiting for ${what}, which is ${state.pending > 0 ? 'in flight' : 'not certain yet'}`,
  )
}

function filled(plan: Plan, rules: Rules, state: StrategyState, event: Filled): Stepped {
  const side = state.pendingSide ?? spendingSide(plan)
  const isExit = state.exiting
  const costOf = isExit ? null : (rules.costOfSale?.(state, event.tokens) ?? null)
  const sale = side === 'sell' ? afterSale(state, event, costOf) : null
  const spent = side === 'buy' ? event.quote : event.tokens
  const next: StrategyState = {
    ...state,
    ...(sale?.position ?? afterBuy(state, event)),
    pending: 0,
    pendingSide: null,
    exiting: false,
    retries: 0,
    missed: 0,
    ordersFilled: state.ordersFilled + (isExit ? 0 : 1),
    spent: side === spendingSide(plan) ? inText(units(state.spent) + units(spent)) : state.spent,
  }
  const name = isExit ? `sale on ${state.exit?.name}` : orderName(next.ordersFilled, rules.count)
  const what =
    side === 'buy'
      ? `Bought ${event.received} for ${event.spent}`
      : `Sold ${event.spent} for ${event.received}`
  const note = event.note ? `; ${event.note}` : ''
  const line = `${what} (${name}${note}).${profitWords(plan, sale?.profit ?? null)}`
  if (isExit && !(isOver(next) && next.held !== '0')) return after(line, exitFilled(next, event))
  return after(
    line,
    next.stopping ? closeOnStop(plan, rules, next) : rules.filled(next, event.now, event, side),
  )
}

const profitWords = (plan: Plan, profit: bigint | null) =>
  profit === null
    ? ''
    : ` Profit: ${profit >= 0n ? '+' : ''}${amountText(plan, { value: inText(profit), unit: plan.quote })}`

function failed(plan: Plan, rules: Rules, state: StrategyState, event: Failed): Stepped {
  const freed = { ...state, pending: 0, pendingSide: null, exiting: false, retries: state.retries + 1 }
  const wasExit = state.exiting && !isOver(state)
  if (event.skipped) {
    const ordersPlaced = state.ordersPlaced - (state.exiting ? 0 : 1)
    return skipped(
      { plan, rules },
      { freed: { ...freed, ordersPlaced, retries: state.retries }, wasExit },
      event,
    )
  }
  if (wasExit) return exitFailed(plan, freed, event)
  const next = { ...freed, ordersPlaced: state.ordersPlaced - (state.exiting ? 0 : 1) }
  if (!state.stopping) return rules.failed(next, event)
  const name = inFlight(rules, state)
  return after(`Error: ${name} failed: ${event.reason}`, closeOnStop(plan, rules, { ...next, retries: 0 }))
}

export const failedLine = (name: string, event: Failed, failures: number, wait: number): string =>
  `Error: ${name} failed: ${event.reason} Trying again in ${timeWords(wait)} (attempt ${failures + 1} of ${RETRIES + 1}).`

export const ofCount = (rules: Rules) => (rules.count === null ? '' : ` of ${rules.count}`)
export const progress = (rules: Rules, state: StrategyState) =>
  ` after ${ordersWords(state.ordersFilled)} filled${ofCount(rules)}`
