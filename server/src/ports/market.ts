/** A market: quotes, swaps and price history for pairs of mints. SOL_MINT stands for native SOL. */
import type { NoQuoteReason } from '@purser/contract/market/no-quote-texts.ts'
import type { Address, AddressesByLookupTableAddress, Instruction, TransactionSigner } from '@solana/kit'
import type { Budget } from '../kernel/solana/budget.ts'
import type { Candle, CandleRequest, KnownCandles } from './candles.ts'
import type { Mirror } from './mirror.ts'
import type { SwapCosts, SwapJudgement } from './swap.ts'

export type { Candle } from './candles.ts'

/** USD per whole token as an integer of 1e-12 USD, so that money calculated from a price never meets a float. */
export type PriceUsd = bigint
export const PRICE_DECIMALS = 12
export const PRICE_SCALE = 10n ** BigInt(PRICE_DECIMALS)

/** `trader`: the wallet that would swap, if it is known: its transaction may then share the quote's answer. */
export type QuoteRequest = {
  inputMint: string
  outputMint: string
  inAmount: bigint
  slippageBps: number
  trader?: string
}

export type Quote = QuoteRequest & {
  outAmount: bigint
  /** The slippage limit: below it the swap is not executed. */
  minOutAmount: bigint
  /** Price impact of this trade. */
  priceImpactBps: number
  /** Mid prices of both sides in USD when the quote was made. */
  inPriceUsd: PriceUsd
  outPriceUsd: PriceUsd
}

/** An unavailable quote is a result, not a fault. */
export type NoQuote = { unavailable: NoQuoteReason }

/** Trading costs: the market's fee, and the value of an order with a price impact of 100 %. */
export type Friction = { feeBps: number; depthUsd: number }

/** One transaction's worth of instructions, both legs in it; `cosigners` sign beside the trader. */
export type PreparedSwap = {
  instructions: Instruction[]
  cosigners: TransactionSigner[]
  inAmount: bigint
  outAmount: bigint
  /** Instructions after the memo of the operation. */
  after?: Instruction[]
  /** The tables' contents on the chain. */
  lookupTables?: AddressesByLookupTableAddress
  /** Present if the swap needs a budget of its own. */
  budget?: Budget
  /** Checks the very transaction that will be signed, by simulation. */
  judgement?: SwapJudgement
}

/** The price history of a mint including the impact of trades, as it was quoted at the time. */
export type Past = {
  /** Milliseconds between two known prices; 0: every moment is known. */
  everyMs: number
  /** USD per whole token at this time, in milliseconds since 1970. */
  at(ms: number): number
}

/** An open transaction of the database that the market writes to. */
export type Transaction = object

type Pair = Pick<QuoteRequest, 'inputMint' | 'outputMint'>

/** From a request to the instructions of a swap. */
export type Quotes = {
  /** Present if a swap costs more than two signatures. */
  costs?: SwapCosts
  quote(request: QuoteRequest): Promise<Quote | NoQuote>
  /** The formula behind quotes: an order of value v brings v (1 - v / depthUsd) less the fee. */
  friction(pair: Pair): Promise<Friction | NoQuote>
  /** Quotes again and builds the instructions; `moved` when the price is beyond the quote's limit. */
  prepare(quote: Quote, trader: Address): Promise<PreparedSwap | { moved: true; outAmount: bigint } | NoQuote>
  /** The reason for a failed swap of this market, from its log; null: the error is not the market's own. */
  failureIn?(logs: readonly string[]): NoQuoteReason | null
}

type SettledSwap = Pair & { operationId: string; inAmount: bigint; outAmount: bigint }

/** The effect of settled swaps on the price. */
export type PriceImpact = {
  /**
   * Reports a settled swap, whose impact moves the price; idempotent by operation. `within`: the caller's transaction,
   * in which it is written by one statement; the price moves when the returned function is called, after the commit.
   * The price of both mints must have been read before the transaction: within it neither the chain nor another
   * connection is used. Without `within` the price has moved once this resolves, and the returned function does
   * nothing.
   */
  settled(swap: SettledSwap, within?: Transaction): Promise<() => void>
  /** Reverts `settled` after a fork; no-op for an unknown operation. */
  unsettled(operationId: string): Promise<void>
}

export type Prices = {
  /** The current mid price; null for an unknown mint. */
  priceUsd(mint: string): Promise<PriceUsd | null>
  /**
   * The mints among these that nobody has traded yet, so that their price is invented and they are worth nothing.
   * Absent if prices come from trades.
   */
  untraded?(mints: string[]): Promise<ReadonlySet<string>>
  /**
   * The price by the stored candles, which come from another service than quotes and `priceUsd`; null: none that is
   * recent enough. Makes no call, unless `renew` fetches the newest candles first, at the rate that their service
   * allows. Never throws market_away. Absent if no second source is needed, because no real money is at stake.
   */
  keptPrice?(mint: string, options: { renew: boolean }): Promise<PriceUsd | null>
}

export type PriceHistory = {
  /**
   * USD candles of `seconds` length that start in [from, to), oldest first; times in seconds. A market of services
   * throws market_away or history_loading if it does not know all of them; those that have not settled are left out
   * unless `to` lies in the future.
   */
  candles(request: CandleRequest): Promise<Candle[]>
  /** The known part of these candles; does not throw. Absent if all of the past is known. */
  known?(request: CandleRequest & { open?: boolean }): Promise<KnownCandles>
  /** The past between two times in milliseconds; null if it is no longer stored. Absent if there are only candles. */
  past?(request: { mint: string; from: number; to: number }): Promise<Past | null>
}

/** A part of the product that needs one of these capabilities takes that type alone. */
export type Market = Quotes &
  PriceImpact &
  Prices &
  PriceHistory & {
    name: string
    healthy(): Promise<boolean>
    /** Absent if the chain has every mint that is traded. A plan's mint is created before the plan starts. */
    mirror?: Mirror
  }
