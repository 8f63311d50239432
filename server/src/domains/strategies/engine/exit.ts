/** Ends a strategy, with or without the sale of everything it bought. */
import { figureWords } from '@purser/contract/money.ts'
import type { Plan, PlanAmount } from '@purser/contract/strategies/plan.ts'
import { symbolInPlan } from '@purser/contract/tokens/tokens.ts'
import { released } from './held-back.ts'
import type { OrderRef } from '../lines/line-types.ts'
import { line } from '../lines/lines.ts'
import { errorLine, EXIT_RETRIES, RETRIES, retry, retryWait } from './retries.ts'
import { after, finished, withLines } from './stepped.ts'
import type { Exit, Failed, Filled, Rules, Stepped, StrategyState } from './types.ts'
import { orderRefWords, ordersWords, getSymbols } from '../lines/words.ts'

const keptWords = (plan: Plan, { held }: StrategyState): string =>
  `${figureWords(held)} ${symbolInPlan(plan)} kept`
const ofCount = ({ count }: Rules): string => (count === null ? '' : ` of ${count}`)

/** Some wallets did not trade. */
export const isPartial = ({ partial }: Filled): boolean => partial !== undefined

/** Sells what is held and ends; ends at once if nothing is held. */
export function exitPosition(plan: Plan, state: StrategyState, exit: Exit): Stepped {
  // An order in doubt may still be filled: its tokens are then sold as well.
  if (state.held === '0')
    return finished(state.doubts.length > 0 ? { ...state, exit } : state, exit.status, exit.reason)
  return sellOut(plan, { ...released(state), exit, guarding: false, retries: 0 })
}

/** Places the sale of `state.exit`. */
export function sellOut(plan: Plan, state: StrategyState): Stepped {
  const amount: PlanAmount = { value: state.held, unit: 'token' }
  const seq = state.seq + 1
  const placed = line('placed', {
    order: { exit: state.exit?.name ?? null },
    attempt: state.retries + 1,
    side: 'sell',
    amount,
    ...getSymbols(plan),
    atMost: null,
    priceUsd: null,
    why: null,
  })
  return {
    state: { ...state, seq, pending: seq, pendingSide: 'sell', exiting: true },
    orders: [{ seq, side: 'sell', amount, upTo: true }],
    lines: [placed],
  }
}

/** An exit at a limit is not retried less often because somebody stops or closes as well. */
function stopExit({ exit, closing }: StrategyState, reason: string): Exit {
  const insists = closing === true || (exit !== null && (exit.name !== 'stop' || exit.insists === true))
  return { name: 'stop', status: 'stopped', reason, ...(insists ? { insists } : {}) }
}

/** The end of a stopped strategy, after the sale of what it bought if the plan or the user says so. */
export function closeOnStop(plan: Plan, rules: Rules, state: StrategyState): Stepped {
  const done = `${ordersWords(state.ordersFilled)} filled${ofCount(rules)}`
  if ((plan.on_stop === 'sell' || state.closing) && state.held !== '0')
    return sellOut(plan, { ...released(state), exit: stopExit(state, done) })
  return finished(
    released(state),
    'stopped',
    state.held === '0' ? done : `${done}; ${keptWords(plan, state)}`,
  )
}

/** Ends, or tries again with the wallets that did not trade. */
export function exitFilled(state: StrategyState, event: Filled): Stepped {
  const { exit, held } = state
  if (!exit) return finished(state, 'stopped', `${event.spent} sold`)
  if (held === '0' || !isPartial(event))
    return finished(state, exit.status, `${exit.reason}; ${event.spent} sold`)
  const ms = retryWait(1)
  return withLines({ ...state, retries: 1, nextAt: event.now + ms }, line('unsold', { held, ms }))
}

export function exitFailed(plan: Plan, state: StrategyState, event: Failed): Stepped {
  const { exit, retries } = state
  const order: OrderRef = { exit: exit?.name ?? 'stop' }
  const isStop = exit?.name === 'stop'
  // Retried without funds too: SOL for the fee may still arrive, and the position must stay protected.
  const most = isStop && !exit.insists ? RETRIES : EXIT_RETRIES
  if (!event.fatal && isStop && retries <= most) return retry(state, event, order, most)
  if (!event.fatal && !isStop && retries <= most) {
    const ms = retryWait(retries)
    return withLines(
      { ...state, nextAt: event.now + ms },
      errorLine(order, event, { next: { what: 'retry', ms } }),
    )
  }
  const reason = `${orderRefWords(order)} failed: ${event.reason}`
  if (!exit || isStop) return finished(state, 'failed', reason)
  const limit = line('error', { order: null, code: null, reason: exit.reason, times: 1, next: null })
  return after(limit, finished(state, 'failed', `${reason} ${keptWords(plan, state)}`))
}
