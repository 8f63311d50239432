/** What a run is compared on: its plan, the market's history, and what is known of how it ran. */
import type { Plan } from '@purser/contract/plan.ts'
import type { Past } from '../../../ports/market.ts'
import type { Conditions } from '../backtest/exchange.ts'
import type { CompiledStrategy, StrategyEvent, StrategyState, Terms } from '../steps/types.ts'

/** A step as it was kept: what it was told, when its orders were sized, how long it was not looked at before. */
export type Kept = { event: StrategyEvent; at: number; gapMs: number; heldSince: number | null }

/** An order as it was sent, all legs together, in base units. */
export type LiveOrder = {
  seq: number
  side: 'buy' | 'sell'
  at: number
  legs: number
  /** What was to be spent; what was, and what came for it, where it was filled. */
  wanted: bigint
  spent: bigint
  received: bigint | null
  filled: number
  open: number
  error: string | null
}

export type Ground = {
  plan: Plan
  terms: Terms | null
  compiled: CompiledStrategy
  /** Of the token and of the quote. */
  token: Past
  quote: Past
  conditions: Conditions
  /** Closed candles of the token that start in [from, to), in seconds. */
  closes(from: number, to: number): Promise<{ from: number; closes: number[] }>
  /** Lets others have their turn. */
  breathe(): Promise<void>
}

/** What the wallets can spend of both sides, in base units as text. */
export type Holds = { token: string; quote: string }

/** How often the runner looks at a price. */
export const LOOK_MS = 1_000
/** The fineness with which history is gone through where it must be seen what a look could have missed. */
export const FINE_MS = 250

/** Where known prices are apart, anything may have been between them. */
export const coarseness = ({ token, quote }: Ground): number => Math.max(token.everyMs, quote.everyMs)

/** The lowest and the highest price in a time. Candles are taken whole: their ends are met on the way through them. */
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

export const settled = (state: StrategyState): StrategyState =>
  JSON.parse(JSON.stringify(state)) as StrategyState
