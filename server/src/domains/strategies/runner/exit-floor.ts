/**
 * The least that a forced sale must bring if funds are real. Two independent sources say what it is worth: the market's
 * prices and the last stored candles. A service that lies in one answer cannot get a position for nothing.
 */
import type { HeldBack } from '@purser/contract/agents/held-back.ts'
import { formatUnits } from '@purser/contract/money.ts'
import type { Market, Quote } from '../../../ports/market.ts'
import type { Asset } from '../sizing/sizing.ts'

/** The most by which the two prices of token and quote together may differ; beyond that they do not agree. */
const APART_BPS = 1_000n
/** The most that the sale may lose against its worth besides the plan's slippage. */
const LOSS_BPS = 1_000n
const BPS = 10_000n
/** Decimals of a rate: a token worth a billionth of a USD has a value in SOL, too. */
const RATE_DECIMALS = 18
const RATE_SCALE = 10n ** BigInt(RATE_DECIMALS)

type Sale = { input: Asset; output: Asset; amount: bigint; quote: Quote }
type KeptPrice = NonNullable<Market['keptPrice']>

export type ExitFloor = {
  /** Base units of the output that the whole sale must bring, or why it is held back. Throws market_away. */
  judge(sale: Sale): Promise<bigint | HeldBack>
}

/** One whole token in whole units of the quote, times RATE_SCALE; null: a price is missing. */
type Rate = bigint | null

const toRate = (token: bigint | null, quote: bigint | null): Rate =>
  token && quote ? (token * RATE_SCALE) / quote : null

/** Base units of the output. */
const worthAt = (rate: bigint, { input, output, amount }: Sale): bigint =>
  (amount * rate * 10n ** BigInt(output.decimals)) / 10n ** BigInt(input.decimals) / RATE_SCALE

function agree(one: Rate, other: Rate): boolean {
  if (one === null || other === null) return false
  const [low, high] = one < other ? [one, other] : [other, one]
  return (high - low) * BPS <= high * APART_BPS
}

/** null: this market has no second price, like the simulated one. */
export function createExitFloor(market: Pick<Market, 'priceUsd' | 'keptPrice'>): ExitFloor | null {
  const { keptPrice } = market
  if (!keptPrice) return null

  async function byMarket({ input, output }: Sale): Promise<Rate> {
    const [token, quote] = await Promise.all([market.priceUsd(input.mint), market.priceUsd(output.mint)])
    return toRate(token, quote)
  }
  /** `renew`: the service of candles is called first. */
  async function byCandles(kept: KeptPrice, { input, output }: Sale, renew: boolean): Promise<Rate> {
    const [token, quote] = await Promise.all([kept(input.mint, { renew }), kept(output.mint, { renew })])
    return toRate(token, quote)
  }

  return {
    async judge(sale) {
      const ours = await byMarket(sale)
      let theirs = await byCandles(keptPrice, sale, false)
      // Only a sale that would be held back calls the service: a price may have moved since the stored candle.
      if (!agree(ours, theirs)) theirs = await byCandles(keptPrice, sale, true)
      const { quote } = sale
      const isSure = ours !== null && agree(ours, theirs)
      const least = isSure ? (worthAt(ours, sale) * (BPS - BigInt(quote.slippageBps) - LOSS_BPS)) / BPS : null
      if (least !== null && quote.outAmount >= least) return least
      return describe(sale, { ours, theirs, least })
    },
  }
}

function describe(sale: Sale, found: { ours: Rate; theirs: Rate; least: bigint | null }): HeldBack {
  const { input, output, amount, quote } = sale
  const { ours, theirs, least } = found
  const inQuote = (units: bigint) => formatUnits(units, output.decimals)
  const rate = ours ?? theirs
  return {
    code: least === null ? 'prices' : 'quote',
    token: input.symbol,
    quote: output.symbol,
    sells: formatUnits(amount, input.decimals),
    by_market: ours === null ? null : formatUnits(ours, RATE_DECIMALS),
    by_candles: theirs === null ? null : formatUnits(theirs, RATE_DECIMALS),
    worth: rate === null ? null : inQuote(worthAt(rate, sale)),
    brings: inQuote(quote.outAmount),
    least: least === null ? null : inQuote(least),
  }
}
