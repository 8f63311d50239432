/** The server's part of a type of plan. Facts that the console needs too are in the contract (`Facts`). */
import type { Infeasible } from '@purser/contract/agents/infeasible-texts.ts'
import type { Plan, PlanAmount } from '@purser/contract/strategies/plan.ts'
import type { ExitName, Side } from '../engine/codes.ts'
import type { Order, Rules, StrategyState } from '../engine/types.ts'
import type { OrderRef } from '../lines/line-types.ts'

/** When an order is due. Times are milliseconds, prices USD. */
export type When =
  | { is: 'time'; at: number }
  /** Due at that time, if the price is within these bounds. */
  | { is: 'time-within'; at: number; lowest: number | null; highest: number | null }
  /** At or below, at or above this price. `exit`: the barrier that it is. */
  | { is: 'below' | 'above'; usd: number; exit: ExitName | null }
  /** A cross at the close of a candle; the next one closes then. */
  | { is: 'cross'; at: number }
  /** The share is off its target at the next check. */
  | { is: 'off-target'; at: number }

/** `atMost`: the rest of the budget, in the unit of what is spent. */
export type DueOrder = {
  side: Side
  /** null: it depends on the holdings at that time. */
  amount: PlanAmount | null
  atMost: string | null
  order: OrderRef | null
  when: When
}

/** A strategy whose next order is requested. */
export type Next = {
  state: StrategyState
  /** Not before. */
  at: number
  order: OrderRef
  /** The order that its own rules place at this price; undefined: none. */
  orderAt(usd: number | null): Order | undefined
}

export type PlanType<P> = {
  rules(plan: P): Rules
  /** Its next orders, whichever comes first; null: its budget is spent. */
  next(plan: P, now: Next): DueOrder[] | null
  /** The rest of the plan, null if there is none; absent: all of it if nothing is held. */
  rest?(plan: P, state: StrategyState): Plan | null
  /** Why nobody could carry the plan out; null: it is sound. */
  problem?(plan: P): Infeasible | null
}

export const dueOrder = (order: OrderRef, when: When, { side, amount, atMost }: Order): DueOrder => ({
  side,
  amount,
  atMost: atMost ?? null,
  order,
  when,
})

/** The order that is placed at this price, as the only one. */
export function onlyOrder({ order, orderAt }: Next, when: When, usd: number | null): DueOrder[] | null {
  const found = orderAt(usd)
  return found ? [dueOrder(order, when, found)] : null
}

/** The sale of everything held. */
export const saleOfAll = ({ held }: StrategyState, when: When, order: OrderRef | null): DueOrder => ({
  side: 'sell',
  amount: { value: held, unit: 'token' },
  atMost: null,
  order,
  when,
})

export const toNumber = (price: string | number | undefined): number | null =>
  price === undefined ? null : Number(price)
