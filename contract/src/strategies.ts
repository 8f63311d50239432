/** A running, paused or ended execution of a plan. */
import * as z from 'zod/mini'
import { TradingCosts } from './costs.ts'
import { endpoint } from './endpoint.ts'
import { HeldBack } from './held-back.ts'
import { STRATEGIES_PAGE, STRATEGY_TRADES_PAGE } from './limits.ts'
import { Plan } from './plan.ts'
import { Amount, QueryId, Time } from './values.ts'

/** 'stopping' waits for an order in flight; the last three are ends, from which it can be started again. */
export const StrategyStatus = z.enum(['active', 'paused', 'stopping', 'stopped', 'completed', 'failed'])
export type StrategyStatus = z.infer<typeof StrategyStatus>

/** What starting it again would do. `spends` are words for the end of 'It spends …'. */
export const Restart = z.object({
  filled: z.int(),
  /** Orders in all; null where that is open. */
  of: z.nullable(z.int()),
  /** From where it stood; null where there is nothing to go on with, for this `reason`. */
  next: z.nullable(z.object({ order: z.int(), spends: z.string() })),
  reason: z.nullable(z.string()),
  first: z.object({ spends: z.string() }),
})
export type Restart = z.infer<typeof Restart>

/** All figures are of the present run: one that goes on after an end is the same run, one from the start another. */
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
  /** Realised and unrealised profit in USD, fees included, at the market's price, or that of its end; null before a fill. */
  pnl: z.nullable(Amount),
  /** In the plan's quote, without fees: profit of what was sold again; null while it has bought nothing. */
  realised: z.nullable(Amount),
  /** What is held less what it cost, in the quote, at the same price; null without one. */
  unrealised: z.nullable(Amount),
  /** Tokens bought and not sold again. */
  held: Amount,
  /** USD that a whole token of what is held cost on average, for a line in a chart; null while nothing is. */
  average_price_usd: z.nullable(z.number()),
  /** Fees of the chain, in SOL. */
  fees: Amount,
  costs: TradingCosts,
  /** All of `costs`, at the prices of `pnl`; null without one. */
  costs_usd: z.nullable(Amount),
  /** `pnl` in percent of what the plan commits, else of what is invested; null where either is not known. */
  return_percent: z.nullable(z.number()),
  /** Where funds are real: the sale that is due and held back, until it is worth it or the user lets it go. */
  held_back: z.optional(HeldBack),
  /** Of an ended one with progress: a start says which of the two is meant. */
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

/** One wallet's part of an order. Figures of one that is not filled are null, but what a failed one paid. */
export const StrategyTrade = z.object({
  /** Unique within the strategy. */
  id: z.string(),
  /** Which start of the strategy, and which of its orders. */
  run: z.int(),
  order: z.int(),
  side: z.enum(['buy', 'sell']),
  status: z.enum(['placed', 'filled', 'failed']),
  /** When it ended, else when it was placed. */
  time: Time,
  wallet: z.string(),
  tokens: z.nullable(Amount),
  /** In the plan's quote. */
  quote: z.nullable(Amount),
  usd: z.nullable(Amount),
  /** USD a whole token, all that the market took included. */
  price_usd: z.nullable(Amount),
  /** Of the chain, in SOL. */
  fee: z.nullable(Amount),
  costs: z.nullable(TradingCosts),
  /** Of a sale, in the quote, without the chain's fee; null where the strategy had not bought what it sold. */
  profit: z.nullable(Amount),
  signature: z.nullable(z.string()),
  error: z.nullable(z.string()),
})
export type StrategyTrade = z.infer<typeof StrategyTrade>

/** An order that was not sent, with the message of its log line; for as long as the terminal keeps that. */
export const SkippedOrder = z.object({ time: Time, message: z.string() })
export type SkippedOrder = z.infer<typeof SkippedOrder>

/** `before` takes `next` of the page before; what was skipped stands on the newest page only. */
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

/** Of the present run: after a fill, or at the close of a candle. `held` is what was bought and not sold again; never below 0. */
export const HistoryPoint = z.object({
  time: Time,
  held: Amount,
  /** As `pnl` of the strategy, at the prices of then; null before the first buy or without a price. */
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
