/** Types that the parts of the live market share. */
import type { Address } from '@solana/kit'
import type { Candle, CandleRequest, KnownCandles } from '../../../ports/candles.ts'
import type { NoQuote, PriceUsd, QuoteRequest } from '../../../ports/market.ts'

/** The order of calls if the budget is short. */
export type Lane = 'swap' | 'price' | 'token'

/** Why a service gave no usable answer. */
export type Outage = 'timeout' | 'network' | 'server_error' | 'cut_off' | 'rate_limited' | 'unauthorised'

/** Complete answers (200, and 4xx about the request) as text; anything else is an outage. */
export type ServiceAnswer = { status: number; body: string } | { outage: Outage }

export type Service = {
  /** Never throws; waits for the budget, at most `withinMs` in all. */
  get(
    path: string,
    query: Record<string, string>,
    options: { lane: Lane; withinMs: number },
  ): Promise<ServiceAnswer>
  /** null: no call was made yet. `sinceMs`: how long it has been so; `callsLeft`: in this minute. */
  health(): { outage: Outage | null; sinceMs: number; callsLeft: number } | null
}

/** A price with its age: one older than 30 s counts as none. */
export type Prices = {
  /** Throws market_away without an answer; null: the service has no price of it. */
  priceUsd(mint: string): Promise<PriceUsd | null>
  /** How long the service has sent only stale prices, which do not count, although it answers; null: it does not. */
  staleMs(): number | null
}

/** Both as the port of the market promises. */
export type KeptCandles = {
  candles(request: CandleRequest): Promise<Candle[]>
  known(request: CandleRequest & { open?: boolean }): Promise<KnownCandles>
  /** USD for a whole token; see `keptPrice` of the port. */
  lastClose(mint: string, options: { renew: boolean }): Promise<number | null>
}

/** One answer of `/build`, read and checked against the request, but not yet against the chain. */
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
  /** Returns the newest answer not older than 2 s, else requests one. */
  build(
    request: QuoteRequest,
    taker: Address,
    options?: { maxAccounts?: number; lane?: Lane },
  ): Promise<Built | NoQuote>
}
