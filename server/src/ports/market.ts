/** A market quotes, swaps and tells price history for a pair of mints. Native SOL goes under SOL_MINT. */
import type { Address, Instruction, TransactionSigner } from '@solana/kit'

/** USD per whole token as an integer of 1e-12 USD, so that money worked out from a price never meets a float. */
export type PriceUsd = bigint
export const PRICE_DECIMALS = 12
export const PRICE_SCALE = 10n ** BigInt(PRICE_DECIMALS)

export type QuoteRequest = { inputMint: string; outputMint: string; inAmount: bigint; slippageBps: number }

export type Quote = QuoteRequest & {
  outAmount: bigint
  /** What the swap must bring at least, or it does not happen. */
  minOutAmount: bigint
  /** How far this trade's own size moves the price against it. */
  priceImpactBps: number
  /** Mid prices of both sides in USD when the quote was made. */
  inPriceUsd: PriceUsd
  outPriceUsd: PriceUsd
}

/** A quote that cannot be had is a result, not a fault. */
export type NoQuote = { unavailable: 'unknown_mint' | 'no_liquidity' | 'amount_too_small'; reason: string }

/** What an order costs here: the market's part, and the value of an order that would move the price by all of itself. */
export type Friction = { feeBps: number; depthUsd: number }

/** One transaction's worth of instructions, both legs in it; `cosigners` sign beside the trader. */
export type PreparedSwap = {
  instructions: Instruction[]
  cosigners: TransactionSigner[]
  inAmount: bigint
  outAmount: bigint
}

export type Candle = {
  time: number /* seconds, start of the candle */
  open: number
  high: number
  low: number
  close: number
  volume: number
}

/** What a mint was worth, with the effect of trades: what those saw who looked then. */
export type Past = {
  /** Milliseconds between two moments that are known; 0: every moment is. */
  everyMs: number
  /** USD per whole token at this time, in milliseconds since 1970. */
  at(ms: number): number
}

export type Market = {
  name: string
  quote(request: QuoteRequest): Promise<Quote | NoQuote>
  /** The formula behind quotes: an order of value v brings v (1 - v / depthUsd) less the fee. */
  friction(pair: Pick<QuoteRequest, 'inputMint' | 'outputMint'>): Promise<Friction | NoQuote>
  /** Prices the swap anew; a price beyond the quote's limit is `moved`, and nothing was done. */
  prepare(quote: Quote, trader: Address): Promise<PreparedSwap | { moved: true; outAmount: bigint } | NoQuote>
  /** Tells the market that a swap settled, once for each operation, so that its price moves. */
  settled(swap: {
    operationId: string
    inputMint: string
    outputMint: string
    inAmount: bigint
    outAmount: bigint
  }): Promise<void>
  /** What was told as settled was not, after all: its price moves back. Nothing for what was never told. */
  unsettled(operationId: string): Promise<void>
  /** Mid price now; null for a mint it does not know. */
  priceUsd(mint: string): Promise<PriceUsd | null>
  /** USD candles of `seconds` length that start in [from, to), oldest first; times in seconds. */
  candles(request: { mint: string; seconds: number; from: number; to: number }): Promise<Candle[]>
  /** Between two times in milliseconds; null where that is not known any more. Left out where candles are all there is. */
  past?(request: { mint: string; from: number; to: number }): Promise<Past | null>
  healthy(): Promise<boolean>
}
