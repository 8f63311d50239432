/** How a strategy ends with a sale of all that it bought, and how it ends without one. */
import type { Plan, PlanAmount } from '@purser/contract/plan.ts'
import { symbolOf } from '@purser/contract/tokens.ts'
import {
  after,
  type Failed,
  type Filled,
  failedLine,
  finished,
  ofCount,
  ordersWords,
  RETRIES,
  type Rules,
  retryWait,
  said,
} from './step-order.ts'
import type { Exit, Stepped, StrategyState } from './step.ts'
import { orderWords, timeWords } from './step-words.ts'

/** How often a sale that a limit asks for is tried, 45 s apart: what is held must not be left to fall. */
const EXIT_TRIES = 40

/** Sells what is held and ends; ends at once when nothing is held. */
export function leave(plan: Plan, state: StrategyState, exit: Exit): Stepped {
  // What is in doubt may still come: then it is sold as well.
  if (state.held === '0')
    return finished(state.doubts.length > 0 ? { ...state, exit } : state, exit.status, exit.reason)
  return sellOut(plan, { ...state, exit, guarding: false, retries: 0 })
}

/** The order of the exit that stands. */
export function sellOut(plan: Plan, state: StrategyState): Stepped {
  const amount: PlanAmount = { value: state.held, unit: 'token' }
  const seq = state.seq + 1
  const again = state.retries > 0 ? `, attempt ${state.retries + 1}` : ''
  return {
    state: { ...state, seq, pending: seq, pendingSide: 'sell', exiting: true },
    orders: [{ seq, side: 'sell', amount, upTo: true }],
    lines: [
      { message: `Placed the sale on ${state.exit?.name}${again}: ${orderWords(plan, 'sell', amount)}` },
    ],
  }
}

/** The end of a strategy that was stopped, after the sale of what it bought where the plan says so. */
export function closeOnStop(plan: Plan, rules: Rules, state: StrategyState): Stepped {
  const done = `${ordersWords(state.ordersFilled)} filled${ofCount(rules)}`
  if (plan.on_stop === 'sell' && state.held !== '0')
    return sellOut(plan, { ...state, exit: { name: 'stop', status: 'stopped', reason: done } })
  const kept = state.held === '0' ? '' : `; ${state.held} ${symbolOf(plan.token_address)} are kept`
  return finished(state, 'stopped', done + kept)
}

/** Wallets that did not take part are tried again; when all is sold, that was it. */
export function exitFilled(state: StrategyState, event: Filled): Stepped {
  const { exit, held } = state
  if (!exit) return finished(state, 'stopped', `${event.spent} sold`)
  if (held === '0' || event.note === undefined)
    return finished(state, exit.status, `${exit.reason}; ${event.spent} sold`)
  const wait = retryWait(1)
  return said(
    { ...state, retries: 1, nextAt: event.now + wait },
    `${held} are not sold yet. Trying again in ${timeWords(wait)}.`,
  )
}

export function exitFailed(plan: Plan, state: StrategyState, event: Failed): Stepped {
  const { exit, retries } = state
  const name = `the sale on ${exit?.name ?? 'stop'}`
  const most = exit?.name === 'stop' ? RETRIES : EXIT_TRIES
  const wait = retryWait(retries)
  // Out of funds too: SOL for the fee may still come, and what is held must not be left to fall.
  if (!event.fatal && retries <= most)
    return most === RETRIES
      ? said({ ...state, nextAt: event.now + wait }, failedLine(name, event, retries, wait))
      : said(
          { ...state, nextAt: event.now + wait },
          `Error: ${name} failed: ${event.reason} Trying again in ${timeWords(wait)}.`,
        )
  const kept = `${state.held} ${symbolOf(plan.token_address)} are kept`
  const reason = `${name} failed: ${event.reason}`
  // Where a limit asked for it, what it was is told as well.
  return exit && exit.name !== 'stop'
    ? after(`Error: ${exit.reason}`, finished(state, 'failed', `${reason} ${kept}`))
    : finished(state, 'failed', reason)
}
