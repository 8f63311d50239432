/** The own rules of a plan in a replay. */
import type { Idle } from '../../../engine/types.ts'
import { CHANGED, type Effect, TRADED } from '../../../backtest/walk.ts'
import { type Account, buy, complete, DUST, quoteUsdAt } from '../account.ts'
import { toQuote } from '../spec.ts'
import type { PlanAmount } from '@purser/contract/strategies/plan.ts'

export type Rule = {
  /** It ends by its own rules when its time is over. */
  endsItself?: true
  begin(account: Account): void
  /** Narrows `idle` to what the rules leave. */
  narrow(account: Account, idle: Required<Idle>): void
  tick(account: Account): Effect
}

/** What of this may be spent, in whole units of the quote; 0: nothing more. */
export function withinBudget({ spec, spent }: Account, quote: number): number {
  if (spec.maxSpend === null) return quote
  const left = spec.maxSpend - spent
  return left <= spec.maxSpend * DUST ? 0 : Math.min(quote, left)
}

/** Buys for this amount; without budget its orders are done. */
export function buyAmount(account: Account, amount: PlanAmount): Effect {
  const quote = withinBudget(account, toQuote(account.spec, amount, account.price, quoteUsdAt(account)))
  if (quote === 0) {
    complete(account)
    return CHANGED
  }
  buy(account, quote)
  return TRADED
}
