/** A running, paused or ended execution of a plan. */
import * as z from 'zod/mini'
import { TradingCosts } from './costs.ts'
import { endpoint } from '../endpoint.ts'
import { HeldBack } from '../agents/held-back.ts'
import { STRATEGIES_PAGE, STRATEGY_TRADES_PAGE } from '../limits.ts'
import { Plan } from './plan.ts'
import { Amount, QueryId, Time } from '../values.ts'

/** 'stopping' waits for an order in flight; the last three are ends, from which it can be started again. */
export const StrategyStatus = z.enum(['active', 'paused', 'stopping', 'stopped', 'completed', 'failed'])
export type StrategyStatus = z.infer<typeof StrategyStatus>

/** The effect of starting it again. `spends` are words for the end of 'It spends …'. */
export const Restart = z.object({
  filled: z.int(),
  /** Orders in all; null if that is open. */
  of: z.nullable(z.int()),
  /** The next order if it goes on; null if there is nothing to go on with, for this `reason`. */
  next: z.nullable(z.object({ order: z.int(), spends: z.string() })),
  reason: z.nullable(z.string()),
  first: z.object({ spends: z.string() }),
})
export type Restart = z.infer<typeof Restart>

/**
 * All figures are for the present run: a strategy that goes on after an end stays in the same run, a start from the
 * first order begins another.
 */
export const Strategy = z.object({
  id: z.string(),
  external_id: z.string(),
  agent_id: z.int(),
  status: StrategyStatus,
  plan: Plan,
  wallet_addresses: z.array(z.string()),
  created_at: Time,
  ended_at: z.nullable(Time),
  orders_placed: z.int(),
  orders_filled: z.int(),
  /**
   * Realised and unrealised profit in USD, fees included, at the market's price, or at the end prices; null before a
   * fill.
   */
  pnl: z.nullable(Amount),
  /** Profit of what was sold again, in the plan's quote, without fees; null while it has bought nothing. */
  realised: z.nullable(Amount),
  /** The value of what is held less its cost, in the quote, at the same price; null without a price. */
  unrealised: z.nullable(Amount),
  /** Tokens bought and not sold again. */
  held: Amount,
  /** The average cost of a whole held token in USD, for a line in a chart; null while nothing is held. */
  average_price_usd: z.nullable(z.number()),
  /** Fees of the chain, in SOL. */
  fees: Amount,
  costs: TradingCosts,
  /** All of `costs`, at the prices of `pnl`; null without one. */
  costs_usd: z.nullable(Amount),
  /** `pnl` in percent of what the plan commits, else of what is invested; null if either is not known. */
  return_percent: z.nullable(z.number()),
  /** A sale that is due and held back because funds are real, until it brings enough or the user releases it. */
  held_back: z.optional(HeldBack),
  /** Present for an ended strategy with progress: a start says which of the two is meant. */
  restart: z.optional(z.nullable(Restart)),
})
export type Strategy = z.infer<typeof Strategy>

const Cursor = z.optional(z.string().check(z.maxLength(80)))
const limit = (page: number, most: number) =>
  z._default(z.coerce.number('must be a number').check(z.int(), z.minimum(1), z.maximum(most)), page)

export const ListedStrategy = z.extend(Strategy, { agent_name: z.string() })
export type ListedStrategy = z.infer<typeof ListedStrategy>

/** `before` takes `next` of the page before. */
export const listAllStrategies = endpoint({
  method: 'GET',
  path: '/strategies',
  summary: 'Strategies of all agents of the user with their figures, newest first',
  access: 'session',
  query: z.object({
    status: z.optional(z.enum(['live', 'ended'])),
    agent: z.optional(QueryId),
    before: Cursor,
    limit: limit(STRATEGIES_PAGE, 100),
  }),
  answer: z.object({ strategies: z.array(ListedStrategy), next: z.optional(z.string()) }),
})

/** `strategies`: those that have bought something and are summed. `more`: there are older ones, which are left out. */
export const StrategyTotals = z.object({
  strategies: z.int(),
  more: z.boolean(),
  /** Profit of the present runs in USD, fees included, at current prices or end prices; null without a price. */
  pnl: z.nullable(Amount),
  /**
   * The strategy of each agent, at the same prices: the live one, else the newest, as far as it is among the newest of
   * the user.
   */
  current: z.array(ListedStrategy),
})
export type StrategyTotals = z.infer<typeof StrategyTotals>

export const getStrategyTotals = endpoint({
  method: 'GET',
  path: '/strategies/totals',
  summary: 'Profit of all agents of the user together, and the current strategy of each',
  access: 'session',
  answer: StrategyTotals,
})

/** One wallet's part of an order. Its figures are null until it is filled, except what a failed one paid. */
export const StrategyTrade = z.object({
  /** Unique within the strategy. */
  id: z.string(),
  /** The number of the run, and of the order in it. */
  run: z.int(),
  order: z.int(),
  side: z.enum(['buy', 'sell']),
  status: z.enum(['placed', 'filled', 'failed']),
  /** When it ended, or else when it was placed. */
  time: Time,
  wallet: z.string(),
  tokens: z.nullable(Amount),
  /** In the plan's quote. */
  quote: z.nullable(Amount),
  usd: z.nullable(Amount),
  /** USD a whole token, all that the market took included. */
  price_usd: z.nullable(Amount),
  /** The fee of the chain, in SOL. */
  fee: z.nullable(Amount),
  costs: z.nullable(TradingCosts),
  /** The profit of a sale, in the quote, without the chain's fee; null if the strategy had not bought what it sold. */
  profit: z.nullable(Amount),
  signature: z.nullable(z.string()),
  error: z.nullable(z.string()),
})
export type StrategyTrade = z.infer<typeof StrategyTrade>

/** An order that was not sent, with the message of its log line; listed as long as the terminal keeps that line. */
export const SkippedOrder = z.object({ time: Time, message: z.string() })
export type SkippedOrder = z.infer<typeof SkippedOrder>

/** `before` takes `next` of the page before; skipped orders stand on the newest page only. */
export const listTrades = endpoint({
  method: 'GET',
  path: '/strategies/:strategyId/trades',
  summary: 'Orders of a strategy wallet by wallet: filled, failed and in flight, newest first',
  access: 'session',
  query: z.object({ before: Cursor, limit: limit(STRATEGY_TRADES_PAGE, 500) }),
  answer: z.object({
    trades: z.array(StrategyTrade),
    skipped: z.array(SkippedOrder),
    next: z.optional(z.string()),
  }),
})

/**
 * A point of the present run: after a fill, or at the close of a candle. `held` is what was bought and not sold again;
 * never below 0.
 */
export const HistoryPoint = z.object({
  time: Time,
  held: Amount,
  /** The strategy's `pnl` at the prices of that time; null before the first buy or without a price. */
  pnl: z.nullable(Amount),
})
export type HistoryPoint = z.infer<typeof HistoryPoint>

export const getStrategyHistory = endpoint({
  method: 'GET',
  path: '/strategies/:strategyId/history',
  summary: 'Position and profit of the present run of a strategy, oldest first; at most 500 points',
  access: 'session',
  answer: z.object({ points: z.array(HistoryPoint) }),
})
