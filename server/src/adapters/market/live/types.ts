/** What the parts of the live market say to each other. */
import type { Address } from '@solana/kit'
import type { Candle, CandleRequest, KnownCandles } from '../../../ports/candles.ts'
import type { NoQuote, PriceUsd, QuoteRequest } from '../../../ports/market.ts'

/** Who goes first where the budget of calls is short, in this order. */
export type Lane = 'swap' | 'price' | 'token'

/** Why a service gave no answer that says anything about what was asked. */
export type Outage = 'timeout' | 'network' | 'server_error' | 'cut_off' | 'rate_limited' | 'unauthorised'

/** Complete answers (200, and 4xx about what was asked) as text; anything else is an outage. */
export type ServiceAnswer = { status: number; body: string } | { outage: Outage }

export type Service = {
  /** Never throws; waits for the budget, at most `withinMs` in all. */
  get(
    path: string,
    query: Record<string, string>,
    options: { lane: Lane; withinMs: number },
  ): Promise<ServiceAnswer>
  /** null: nothing was asked yet. `sinceMs`: for how long it has been so; `callsLeft`: of this minute. */
  health(): { outage: Outage | null; sinceMs: number; callsLeft: number } | null
}

/** A price with its age: one older than 30 s is none. */
export type Prices = {
  /** Throws market_away without an answer; null: the service knows no price of it. */
  priceUsd(mint: string): Promise<PriceUsd | null>
  /** For how long the service has told old prices, which are none, though it answers; null: it does not. */
  staleMs(): number | null
}

/** Both as the port of the market promises them. */
export type KeptCandles = {
  candles(request: CandleRequest): Promise<Candle[]>
  known(request: CandleRequest & { open?: boolean }): Promise<KnownCandles>
  /** USD of a whole token; see `keptPrice` of the port. */
  lastClose(mint: string, options: { renew: boolean }): Promise<number | null>
}

/** One answer of `/build`, read and checked against what was asked, but not yet against the chain. */
export type Built = {
  request: QuoteRequest
  taker: Address
  outAmount: bigint
  /** The service's own least, at most ours. */
  threshold: bigint
  priceImpactBps: number
  /** Monotonic milliseconds. */
  at: number
  /** The parsed answer, for the assembly. */
  answer: unknown
}

export type Builds = {
  /** The newest one not older than 2 s, else asks. */
  build(
    request: QuoteRequest,
    taker: Address,
    options?: { maxAccounts?: number; lane?: Lane },
  ): Promise<Built | NoQuote>
}
