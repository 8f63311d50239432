/**
 * A strategy is a pure function: (plan, state, event) to (state, orders, lines). The live runner, the paper run and the
 * backtest run this very function. It reads no clock, keeps nothing, and the same input always gives the same output.
 */
import type { Plan, PlanAmount } from '@purser/contract/plan.ts'
import { bracketRules } from './step-bracket.ts'
import type { Corrected } from './step-corrected.ts'
import { withDoubts } from './step-doubt.ts'
import { dcaRules } from './step-dca.ts'
import { gridRules } from './step-grid.ts'
import { limitRules } from './step-limit.ts'
import { maCrossRules } from './step-ma-cross.ts'
import { type Rules, withOrders } from './step-order.ts'
import { rebalanceRules } from './step-rebalance.ts'
import { riskIdle, withRisk } from './step-risk.ts'
import { rsiRules } from './step-rsi.ts'
import { swapRules } from './step-swap.ts'
import { twapRules } from './step-twap.ts'

/** What is fixed when a run begins. Amounts are decimal text of whole units. */
export type Terms = {
  tokenDecimals: number
  quoteDecimals: number
  /** The plan's total in the unit of what it spends; null where each order has its own amount. */
  budget: string | null
  /** All that may be spent, in the unit of what the plan spends. */
  maxSpend: string | null
  /** What the plan commits, in USD: drawdown is measured against it. null: what is invested at the time. */
  capitalUsd: number | null
  dailyLossUsd: number | null
}

/** A sale of all that is held, after which the strategy ends like this. */
export type Exit = { name: string; status: Ended; reason: string }
export type Ended = 'completed' | 'failed' | 'stopped'

/** What the risk limits remember. Figures are USD, for comparisons only. */
export type RiskState = {
  peakUsd: number
  /** The most that was invested at once. */
  stakeUsd: number
  /** The day of UTC, and the profit with which it began. */
  day: number
  dayUsd: number
  /** Nothing new before this time. */
  holdUntil: number
  /** The price that a plan which only sells began with. */
  entryUsd: number | null
}

/** What a type of strategy remembers by itself; each reads its own. */
export type Mind = {
  /** bracket: the highest price since the entry; null before it. */
  peakUsd?: number | null
  entryUsd?: number | null
  enteredAt?: number
  /** grid: a cell for each pair of lines: null unarmed, [] armed, [tokens, cost in quote] held. */
  cells?: (null | [] | [string, string])[]
  /** grid: the cells of the order in flight. */
  working?: number[]
  /** rsi, ma_cross: the start of the next candle wanted, in seconds; 0 before the history is known. */
  candleAt?: number
  /** rsi, ma_cross: the figures of the indicator. */
  figures?: number[]
  /** rsi, ma_cross: what the last candle asked for and was not done yet. */
  wish?: 'buy' | 'sell' | null
  /** bracket that sells: the barrier that was met. */
  met?: string | null
}

/** An order whose outcome is not certain yet, while later ones go on. */
export type Doubt = { seq: number; side: 'buy' | 'sell'; spends: string }

/** Plain JSON, stored after every step that changed it. Times are milliseconds since 1970. */
export type StrategyState = {
  /** null before the event 'start'. */
  startedAt: number | null
  /** Of the last order given out, a repeated one included: it names the operation, so none is ever used twice. */
  seq: number
  /** Orders that stand, filled or in flight. One that failed bought nothing and does not count. */
  ordersPlaced: number
  ordersFilled: number
  /** The order in flight, 0 when there is none. A second one is given out only where the first is in doubt. */
  pending: number
  pendingSide: 'buy' | 'sell' | null
  /** The order in flight is the sale that ends the strategy: it stands outside the strategy's own orders. */
  exiting: boolean
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
  exit: Exit | null
  /** All orders are done; what is held is watched by the risk limits. */
  guarding: boolean
  /** Orders that are not certain yet; what they spend is held. */
  doubts: Doubt[]
  /** How it ends once no order is in doubt any more. */
  ending: null | { status: Ended; reason: string }
  terms: Terms | null
  /** Tokens bought and not sold again, as decimal text of whole tokens. */
  held: string
  /** What they cost: in the quote as decimal text, and in USD for comparisons. */
  cost: string
  costUsd: number
  /** Profit of what was sold again: in the quote, and in USD less all fees. */
  realised: string
  realisedUsd: number
  /** All that was spent on the side that the plan spends, as decimal text. */
  spent: string
  risk: RiskState
  mind: Mind
  done: null | { status: Ended; reason: string }
}

/** The price of the token, for conditions and words only, never for money. null: the market gave none. */
type Price = { priceUsd: number | null }

/** What the wallets hold: base units, and prices of 1e-12 USD a whole unit, as text. */
export type Holdings = { token: string; quote: string; tokenPrice: string; quotePrice: string }

export type StrategyEvent =
  | { type: 'start'; now: number; terms?: Terms }
  | ({ type: 'tick'; now: number; holdings?: Holdings } & Price)
  /** Closed candles in a row, the first of which starts at `from` (seconds). Only the last one may be traded on. */
  | ({ type: 'candles'; now: number; from: number; closes: ArrayLike<number> } & Price)
  | {
      type: 'filled'
      now: number
      seq: number
      /** With their units, for the log: '0.1 SOL', '15.02 USDC'. */
      spent: string
      received: string
      /** Whole tokens of the plan's token that came (buy) or went (sell), as decimal text. */
      tokens: string
      /** Whole units of the quote that went (buy) or came (sell), as decimal text. */
      quote: string
      /** What the quote was worth then, and what the fees were; for comparisons only. */
      usd: number
      feesUsd: number
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
      /** It could not be sent within the limits of its decision. */
      skipped?: true
    }
  /** What came of the order is not certain, and will not be soon; `spends`: whole units that are held for it, as decimal text. */
  | { type: 'doubted'; now: number; seq: number; spends: string }
  | Corrected
  | { type: 'paused'; now: number }
  /** After a pause or a restart. */
  | { type: 'resumed'; now: number }
  | { type: 'stopped'; now: number }
  /** After an end, from where it stood then; `ranUntil`: when that was. */
  | { type: 'continued'; now: number; ranUntil: number }

/**
 * `amount` is the total over all wallets; who carries it out turns it into base units. `atMost` cuts it, in whole units of
 * what is spent; `upTo`: what the wallets have of it is enough.
 */
export type Order = {
  seq: number
  side: 'buy' | 'sell'
  amount: PlanAmount
  atMost?: string
  upTo?: true
}
export type Line = { message: string }
export type Stepped = { state: StrategyState; orders: Order[]; lines: Line[] }

/** Before `until`, and while the token's price stays strictly between the two, a tick changes nothing. */
export type Idle = { until: number; below: number; above: number }

export type CompiledStrategy = {
  begin: () => StrategyState
  /** An event that does not belong to the state (another order's, or after the end) changes nothing. */
  step: (state: StrategyState, event: StrategyEvent) => Stepped
  idle: (state: StrategyState) => Idle
  /** The same of its limits alone. */
  limits: (state: StrategyState) => Idle
  /** The candles it lives on: their length, and how many before the start it wants to know. */
  candles: NonNullable<Rules['candles']> | null
  /** Each order depends on what the wallets hold: the tick that is due carries it. */
  needsHoldings: boolean
}

/**
 * The strategy of a plan. Orders come on ticks and candles only, so the first one comes with what follows 'start'; the
 * sale on stop comes with 'stopped', or with the answer of the order that was in flight then.
 */
export function compile(plan: Plan): CompiledStrategy {
  const rules = rulesOf(plan)
  const { candles = null } = rules
  return {
    begin: () => ({ ...FRESH }),
    step: withDoubts(plan, rules, withRisk(plan, withOrders(plan, rules))),
    idle: (state) => idleOf(plan, rules, state),
    limits: (state) => riskIdle(plan, state),
    candles,
    needsHoldings: plan.strategy_type === 'rebalance',
  }
}

const NEVER: Idle = { until: Infinity, below: -Infinity, above: Infinity }

function idleOf(plan: Plan, rules: Rules, state: StrategyState): Idle {
  if (state.done || state.ending || state.pending > 0 || state.paused || state.startedAt === null)
    return NEVER
  if (state.exit || state.stopping) return { ...NEVER, until: state.nextAt }
  const risk = riskIdle(plan, state)
  if (state.guarding) return risk
  const { holdUntil } = state.risk
  // While it is held after a loss nothing but the limits is looked at; candles are still taken in as they close.
  const own = holdUntil > 0 && !rules.candles ? { ...NEVER, until: holdUntil } : rules.idle(state)
  return {
    until: Math.min(own.until, risk.until),
    below: Math.max(own.below, risk.below),
    above: Math.min(own.above, risk.above),
  }
}

function rulesOf(plan: Plan): Rules {
  switch (plan.strategy_type) {
    case 'swap':
      return swapRules(plan)
    case 'dca':
      return dcaRules(plan)
    case 'twap':
      return twapRules(plan)
    case 'limit':
      return limitRules(plan)
    case 'grid':
      return gridRules(plan)
    case 'bracket':
      return bracketRules(plan)
    case 'rsi':
      return rsiRules(plan)
    case 'ma_cross':
      return maCrossRules(plan)
    case 'rebalance':
      return rebalanceRules(plan)
  }
}

const FRESH: StrategyState = {
  startedAt: null,
  seq: 0,
  ordersPlaced: 0,
  ordersFilled: 0,
  pending: 0,
  pendingSide: null,
  exiting: false,
  slotAt: 0,
  nextAt: 0,
  endsAt: null,
  retries: 0,
  missed: 0,
  waiting: false,
  paused: false,
  stopping: false,
  exit: null,
  guarding: false,
  doubts: [],
  ending: null,
  terms: null,
  held: '0',
  cost: '0',
  costUsd: 0,
  realised: '0',
  realisedUsd: 0,
  spent: '0',
  risk: { peakUsd: 0, stakeUsd: 0, day: 0, dayUsd: 0, holdUntil: 0, entryUsd: null },
  mind: {},
  done: null,
}
