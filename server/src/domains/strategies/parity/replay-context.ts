/** The input of a replay: the plan, the market's history, and the record of the run. */
import type { Plan } from '@purser/contract/strategies/plan.ts'
import type { Past } from '../../../ports/market.ts'
import type { Conditions } from '../backtest/exchange.ts'
import type { CompiledStrategy, StrategyEvent, StrategyState, Terms } from '../engine/types.ts'

/** A recorded step: its event, when its orders were sized, the longest time without a poll before it. */
export type RecordedStep = { event: StrategyEvent; at: number; gapMs: number; heldSince: number | null }

/** A sent order, all legs together, in base units. */
export type LiveOrder = {
  seq: number
  side: 'buy' | 'sell'
  at: number
  legs: number
  /** The amount to be spent; `spent` and `received` once it was filled. */
  wanted: bigint
  spent: bigint
  received: bigint | null
  filled: number
  open: number
  error: string | null
}

/** The totals of an order before any of its parts is known. */
export const NO_PARTS = {
  legs: 0,
  wanted: 0n,
  spent: 0n,
  received: null,
  filled: 0,
  open: 0,
  error: null,
} satisfies Partial<LiveOrder>

export type ReplayContext = {
  plan: Plan
  terms: Terms | null
  compiled: CompiledStrategy
  /** Price history of the token and of the quote. */
  token: Past
  quote: Past
  conditions: Conditions
  /** Closed candles of the token that start in [from, to), in seconds. */
  closes(from: number, to: number): Promise<{ from: number; closes: number[] }>
  /** Yields to the event loop. */
  yieldNow(): Promise<void>
}

/** The spendable funds of the wallets on both sides, in base units as text. */
export type Holds = { token: string; quote: string }

/** How often the runner polls a price. */
export const POLL_MS = 1_000
/** Resolution at which the history is searched for events that a poll could have missed. */
export const FINE_MS = 250

/** The time between two known prices, in which the price is unknown. */
export const coarseness = ({ token, quote }: ReplayContext): number => Math.max(token.everyMs, quote.everyMs)

/**
 * If only candles are known, they come from one pool and another service, while prices and routes cover all pools: the
 * two may differ by this much, in basis points.
 */
export const SOURCES_BPS = 50
/** Whether a difference of prices is within that tolerance. `bps`: beyond the ends of the candles. */
export const isOfSources = (context: ReplayContext, bps: number): boolean =>
  coarseness(context) > 0 && Math.abs(bps) <= SOURCES_BPS

/** The lowest and the highest price in [from, to]; candles are taken whole. */
export function range(past: Past, from: number, to: number): { low: number; high: number } {
  const { everyMs } = past
  const start = everyMs === 0 ? from : Math.floor(from / everyMs) * everyMs
  const end =
    everyMs === 0 ? Math.max(from, to) : (Math.floor(Math.max(from, to) / everyMs) + 1) * everyMs - 1
  const step = Math.max(everyMs === 0 ? FINE_MS : everyMs / 3, (end - start) / MOST_SAMPLES)
  let [low, high] = [Infinity, -Infinity]
  const take = (ms: number) => {
    const price = past.at(ms)
    if (price < low) low = price
    if (price > high) high = price
  }
  for (let ms = start; ms < end; ms += step) take(ms)
  take(end)
  return { low, high }
}
const MOST_SAMPLES = 2_000

/** The state in the form that the database returns. */
export const toStored = (state: StrategyState): StrategyState =>
  JSON.parse(JSON.stringify(state)) as StrategyState
