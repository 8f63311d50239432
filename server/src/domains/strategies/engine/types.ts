/** The types of strategies: state, events, orders and log lines. Imports no rules, so that everything may import it. */
import type { HeldBack } from '@purser/contract/agents/held-back.ts'
import type { Plan, PlanAmount } from '@purser/contract/strategies/plan.ts'
import type { AmountField, HoldingField, LimitField } from '@purser/contract/strategies/limits/index.ts'
import type { TypeState } from '../types/states.ts'
import type { Ended, ExitName, FailureCode, Side } from './codes.ts'
import type { Line, LineData } from '../lines/line-types.ts'

/** Fixed when a run begins. Amounts are decimal text of whole units. */
export type Terms = {
  tokenDecimals: number
  quoteDecimals: number
  /** The plan's total in the unit of what it spends; null if each order has its own amount. */
  budget: string | null
  /** The plan's limits that are an amount: in the unit of what it spends, and in USD for comparisons. */
  limits: Partial<Record<AmountField, { units: string; usd: number }>>
  /** The capital that the plan commits, in USD; drawdown is measured against it. null: the most that was invested so far. */
  capitalUsd: number | null
}

/** The sale of everything held, and how the strategy ends after it. */
export type Exit = {
  name: ExitName
  status: Ended
  reason: string
  /** The sale on stop is retried as often as that of a limit. Stored. */
  insists?: true
}

/** The state of one limit, which alone reads it. A write merges: null forgets a figure. USD is for comparisons only. Stored. */
export type LimitState = Record<string, number | null>

/** An order whose outcome is not certain yet, while later ones go on. `spends`: whole units, decimal text. */
export type Doubt = { seq: number; side: Side; spends: string }

/** Plain JSON, stored after every step that changed it. Times are milliseconds since 1970. */
export type StrategyState = {
  /** null before the event 'start'. */
  startedAt: number | null
  /** Number of the last order, retries included. It is part of the operation's origin key and never reused. */
  seq: number
  /** Orders filled or in flight; failed ones do not count. */
  ordersPlaced: number
  ordersFilled: number
  /** The order in flight, 0 without one. Another may follow only once its outcome is in doubt. */
  pending: number
  pendingSide: Side | null
  /** The order in flight is the sale that ends the strategy; it is not counted among its orders. */
  exiting: boolean
  /** When the next order is due by the schedule; a retry keeps its own. */
  slotAt: number
  /** The next order is placed at this time at the earliest. */
  nextAt: number
  endsAt: number | null
  /** Consecutive failures of the order that is due. */
  retries: number
  /** Consecutive orders given up after their retries. */
  missed: number
  /** The missing price has been reported. */
  waiting: boolean
  paused: boolean
  /** Only what is in flight, or the sale on stop, is still to come. */
  stopping: boolean
  /** The user closes the position: the stop sells what is held, whatever the plan says. */
  closing?: boolean
  exit: Exit | null
  /** Since its last fill the limits of real money have held back an order, which is reported once. */
  limited?: boolean
  /** All orders are done; the risk limits watch what is held. */
  guarding: boolean
  doubts: Doubt[]
  /** How it will end once no order is in doubt. */
  ending: null | { status: Ended; reason: string }
  terms: Terms | null
  /** Tokens bought and not sold again, decimal text of whole tokens. */
  held: string
  /** Their cost: in the quote as decimal text, and in USD for comparisons. */
  cost: string
  costUsd: number
  /** Profit of what was sold again: in the quote, and in USD less all fees. */
  realised: string
  realisedUsd: number
  /** All that was spent on the side that the plan spends, decimal text. */
  spent: string
  risk: Partial<Record<LimitField, LimitState>>
  /** The most that was invested at once, in USD; counted if the plan has limits. */
  stakeUsd: number
  /**
   * A limit lets no order begin before this time: sales by the plan's own rules wait too, also those at a bracket's
   * barriers. null: none does.
   */
  hold: { by: HoldingField; until: number } | null
  typeState: TypeState
  done: null | { status: Ended; reason: string }
  /**
   * The sale that is due is held back: since when (ms), its last state, and whether its owner releases it; absent: it
   * is not held back.
   */
  heldBack?: { since: number; found: HeldBack; anyPrice?: true }
}

/** The price of the token, for conditions and log lines, never for amounts. null: the market has none. */
type Price = { priceUsd: number | null }

/** Balances of the wallets: base units, and prices of 1e-12 USD a whole unit, as text. */
export type Holdings = { token: string; quote: string; tokenPrice: string; quotePrice: string }

/** The outcome of an order that was booked has changed: a fork dropped it, or it landed late. May come after the end. */
export type Corrected = {
  type: 'corrected'
  now: number
  seq: number
  side: Side
  isExit: boolean
  /** 1: filled after all. -1: not filled after all. 0: filled, or not, as before, with other amounts or another fee. */
  filled: -1 | 0 | 1
  /** The same as in 'filled'; null if it was not filled. */
  fill: { spent: string; received: string; tokens: string; quote: string } | null
  /** Why it was not filled. */
  reason: string
  /** The change to the books: decimal text, may be negative; USD for comparisons only. */
  change: Record<'held' | 'cost' | 'realised' | 'spent', string> & Record<'costUsd' | 'realisedUsd', number>
}

export type Filled = {
  type: 'filled'
  now: number
  seq: number
  /** Amounts with their units, for the log: '0.1 SOL', '15.02 USDC'. */
  spent: string
  received: string
  /** Whole tokens of the plan's token that came (buy) or went (sell), decimal text. */
  tokens: string
  /** Whole units of the quote that went (buy) or came (sell), decimal text. */
  quote: string
  /** Value of the quote at the time, and the fees; for comparisons only. */
  usd: number
  feesUsd: number
  /** The wallets that did not trade, and the number of all; absent if all did. */
  partial?: { failed: number; of: number }
  /** The same for the log line. */
  note?: string
}

export type Failed = {
  type: 'failed'
  now: number
  seq: number
  /** A sentence for people. Nothing was bought or sold. */
  reason: string
  /** Absent in a backtest. */
  code?: FailureCode
  /** Retrying cannot help. */
  fatal: boolean
  /** No wallet can pay for the order. */
  outOfFunds?: boolean
  /** It could not be sent within the limits of its decision. */
  skipped?: true
  /** Why a sale is held back, and therefore skipped. */
  heldBack?: HeldBack
}

/** Consecutive closed candles, the first of which starts at `from` (seconds). Only the last one may be traded on. */
export type Candles = { type: 'candles'; now: number; from: number; closes: ArrayLike<number> } & Price

export type StrategyEvent =
  | { type: 'start'; now: number; terms?: Terms }
  | ({ type: 'tick'; now: number; holdings?: Holdings } & Price)
  | Candles
  | Filled
  | Failed
  /** The order's outcome will not be certain soon. `spends`: whole units held for it, decimal text. */
  | { type: 'doubted'; now: number; seq: number; spends: string }
  | Corrected
  | { type: 'paused'; now: number }
  /** The owner releases the sale that is held back. */
  | { type: 'any-price'; now: number }
  /** After a pause or a restart. */
  | { type: 'resumed'; now: number }
  /** `sells`: it sells what it holds, whatever the plan says. */
  | { type: 'stopped'; now: number; sells?: true }
  /** Goes on after its end. `ranUntil`: the time of that end. */
  | { type: 'continued'; now: number; ranUntil: number }

/** An order that a strategy type requests. `count`: orders in all, null if open. `why`: words for the log line. */
export type OrderRequest = { side: Side; amount: PlanAmount; count: number | null; why?: string; upTo?: true }

/**
 * `amount` is the total over all wallets, sized in base units when the order is placed. `atMost` caps it, in whole
 * units of the input; `upTo`: a smaller amount is fine if the wallets hold less.
 */
export type Order = { seq: number; side: Side; amount: PlanAmount; atMost?: string; upTo?: true }

export type Stepped = { state: StrategyState; orders: Order[]; lines: Line[] }
export type Step = (state: StrategyState, event: StrategyEvent) => Stepped

/**
 * Before `until`, and while the token's price stays strictly between the two, a tick changes nothing. Between `above`
 * and `orderAbove` (absent: the same) only figures follow the price, such as its peak: nothing is ordered.
 */
export type Idle = { until: number; below: number; above: number; orderAbove?: number }

/**
 * Takes in candles from index `at` on and stops before the first that would be traded on; returns its index. The
 * backtest uses it to skip candles on which nothing happens.
 */
export type Scan = (
  state: StrategyState,
  closes: Float64Array,
  at: number,
) => { state: StrategyState; at: number }

/** The rules of a strategy type. Each function gets a state without an order in flight. */
export type Rules = {
  /** The plan in words, for the first log line. */
  title: string
  /** The first step after the start, in words. */
  first?: string
  /** Orders in all; null if that is open. */
  count: number | null
  endsAt(start: number): number | null
  /** It ends by its own rules when its time is over. */
  endsItself?: true
  /** Its own state at the start. */
  begin?: (state: StrategyState) => TypeState
  tick(state: StrategyState, now: number, priceUsd: number | null, holdings?: Holdings): Stepped
  /** Closed candles. Without `act` it takes them in and places no order. */
  closed?: (state: StrategyState, event: Candles, act: boolean) => Stepped
  candles?: { seconds: number; history: number; scan: Scan }
  filled(state: StrategyState, now: number, event: Filled, side: Side): Stepped
  failed(state: StrategyState, event: Failed): Stepped
  /** Handles an order that its decision no longer covered. Without it the strategy fails. */
  skipped?: (state: StrategyState, event: Failed, skip: LineData['skipped']) => Stepped
  /** Its orders do not depend on each other: the next may follow while one is in doubt. */
  goesOn?: boolean
  /** Its own state after a correction. */
  corrected?: (state: StrategyState, event: Corrected) => TypeState
  /** Its own state when it goes on after an end. */
  continued?: (state: StrategyState) => TypeState
  idle(state: StrategyState): Idle
  /** Cost of the tokens of the sale in flight, if it is not the average. */
  costOfSale?: (state: StrategyState, tokens: string) => string | null
}

export type CompiledStrategy = {
  begin: () => StrategyState
  /** Ignores events that do not belong to the state, such as another order's or one after the end. */
  step: Step
  idle: (state: StrategyState) => Idle
  /** The same for its risk limits alone. */
  limits: (state: StrategyState) => Idle
  /** The candles that it needs: their length in seconds, and how many from before the start. */
  candles: NonNullable<Rules['candles']> | null
  /** Its orders depend on the wallets' holdings: a due tick must carry them. */
  needsHoldings: boolean
}

export type PlanRules = { plan: Plan; rules: Rules }
