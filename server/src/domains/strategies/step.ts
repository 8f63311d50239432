/**
 * A strategy is a pure function: (plan, state, event) to (state, orders, lines). The live runner, the paper run and the
 * backtest run this very function. It reads no clock, keeps nothing, and the same input always gives the same output.
 */
import type { Plan, PlanAmount } from '@purser/contract/plan.ts'
import { withOrders } from './step-order.ts'
import { dcaRules } from './step-dca.ts'
import { swapRules } from './step-swap.ts'

/** Plain JSON, stored after every step that changed it. Times are milliseconds since 1970. */
export type StrategyState = {
  /** null before the event 'start'. */
  startedAt: number | null
  /** Of the last order given out, a repeated one included: it names the operation, so none is ever used twice. */
  seq: number
  /** Orders that stand, filled or in flight. One that failed bought nothing and does not count. */
  ordersPlaced: number
  ordersFilled: number
  /** The order in flight, 0 when there is none. There is never a second one. */
  pending: number
  /** When the next order is due by the schedule; a repeated order keeps its own. */
  slotAt: number
  /** The earliest time at which the next order is given out. */
  nextAt: number
  endsAt: number | null
  /** Failures in a row of the order that is due. */
  retries: number
  /** Orders in a row that were given up after their retries. */
  missed: number
  /** It has been said that there is no price to judge by. */
  waiting: boolean
  paused: boolean
  /** Stopping: only what is in flight, or the sale on stop, is still to come. */
  stopping: boolean
  /** Tokens bought and not sold again, as decimal text of whole tokens. */
  held: string
  done: null | { status: 'completed' | 'failed' | 'stopped'; reason: string }
}

export type StrategyEvent =
  | { type: 'start'; now: number }
  /** The price of the token, for conditions and words only: never for money. null: the market gave none. */
  | { type: 'tick'; now: number; priceUsd: number | null }
  | {
      type: 'filled'
      now: number
      seq: number
      /** With their units, for the log: '0.1 SOL', '15.02 USDC'. */
      spent: string
      received: string
      /** Whole tokens of the plan's token that came (buy) or went (sell), as decimal text. */
      tokens: string
      /** Realised, with unit and sign, where it is known. */
      profit?: string
      /** What else is to be said of it: 'one of 3 wallets had no funds'. */
      note?: string
    }
  | {
      type: 'failed'
      now: number
      seq: number
      /** A plain sentence. Nothing was bought or sold. */
      reason: string
      /** Trying again cannot help. */
      fatal: boolean
      /** No wallet can pay for the order. */
      outOfFunds?: boolean
    }
  | { type: 'paused'; now: number }
  /** After a pause or a restart. */
  | { type: 'resumed'; now: number }
  | { type: 'stopped'; now: number }

/** `amount` is the total over all wallets; who carries it out turns it into base units. */
export type Order = { seq: number; side: 'buy' | 'sell'; amount: PlanAmount }
export type Line = { message: string }
export type Stepped = { state: StrategyState; orders: Order[]; lines: Line[] }

export type CompiledStrategy = {
  begin: () => StrategyState
  /** An event that does not belong to the state (another order's, or after the end) changes nothing. */
  step: (state: StrategyState, event: StrategyEvent) => Stepped
}

/**
 * The strategy of a plan. Orders come on ticks only, so the first one comes with the tick that follows 'start'; the sale
 * on stop comes with 'stopped', or with the answer of the order that was in flight then.
 */
export function compile(plan: Plan): CompiledStrategy {
  return { begin: () => ({ ...FRESH }), step: withOrders(plan, rulesOf(plan)) }
}

function rulesOf(plan: Plan) {
  switch (plan.strategy_type) {
    case 'swap':
      return swapRules(plan)
    case 'dca':
      return dcaRules(plan)
  }
}

const FRESH: StrategyState = {
  startedAt: null,
  seq: 0,
  ordersPlaced: 0,
  ordersFilled: 0,
  pending: 0,
  slotAt: 0,
  nextAt: 0,
  endsAt: null,
  retries: 0,
  missed: 0,
  waiting: false,
  paused: false,
  stopping: false,
  held: '0',
  done: null,
}
