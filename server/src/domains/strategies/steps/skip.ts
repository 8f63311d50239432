/** An order that could not be sent within the limits of its decision: it is skipped and said so, and what ends a strategy is decided anew. */
import type { Plan } from '@purser/contract/plan.ts'
import { closeOnStop } from './step-exit.ts'
import { after, type Failed, finished, orderName, type Rules, retryWait, said } from './step-order.ts'
import type { Stepped, StrategyState } from './step.ts'
import { timeWords } from './step-words.ts'

/** `freed` holds no order any more; `wasExit`: it was the sale that ends the strategy. */
export function skipped(
  { plan, rules }: { plan: Plan; rules: Rules },
  { freed, wasExit }: { freed: StrategyState; wasExit: boolean },
  event: Failed,
): Stepped {
  if (wasExit)
    return said(
      { ...freed, nextAt: event.now },
      `Skipped the sale on ${freed.exit?.name ?? 'stop'}: ${event.reason} It is decided anew at the next price.`,
    )
  const name = orderName(freed.ordersPlaced + 1, rules.count)
  const line = `Skipped ${name}: ${event.reason}`
  const state = { ...freed, retries: 0 }
  return state.stopping
    ? after(line, closeOnStop(plan, rules, state))
    : (rules.skipped ?? skippedOnce)(state, event, line)
}

/** One order at once: at another time it would be another order. */
export const skippedOnce: NonNullable<Rules['skipped']> = (state, _event, line) =>
  after(line, finished(state, 'failed', 'the order was skipped; nothing was traded'))

/** What waits for a price waits for it again. */
export const waitsAgain: NonNullable<Rules['skipped']> = (state, event, line) => {
  const wait = retryWait(1)
  return said(
    { ...state, nextAt: event.now + wait },
    `${line} It waits for its price again, from in ${timeWords(wait)} on.`,
  )
}

/** A sale that closes a position is decided anew at the next price. */
export const decidedAnew = (state: StrategyState, event: Failed, line: string): Stepped =>
  said({ ...state, nextAt: event.now }, `${line} It is decided anew at the next price.`)
