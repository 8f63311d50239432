/** Swap arithmetic of the simulated market, in integers. It never pays out more than it takes in. */
import { formatUnits } from '@purser/contract/money.ts'
import { assetSymbol } from '@purser/contract/tokens/tokens.ts'
import {
  type NoQuote,
  PRICE_SCALE,
  type PriceUsd,
  type Quote,
  type QuoteRequest,
} from '../../../ports/market.ts'

/** The market's fee. */
export const FEE_BPS = 25n
/** A swap with a larger price impact is refused. */
const MAX_IMPACT_BPS = 2_000n
const BPS = 10_000n

export type Side = { mint: string; decimals: number; price: PriceUsd; depth: bigint }

export const isNoQuote = (answer: object): answer is NoQuote => 'unavailable' in answer

const pow10 = (n: number): bigint => 10n ** BigInt(n)

/** 1e-12 USD, rounded down. */
export const valueUsd = (side: Side, amount: bigint): bigint => (amount * side.price) / pow10(side.decimals)

/**
 * Each side's price moves against the trader in proportion to the trade's value over the side's depth, and the whole
 * trade settles at the moved price. One fraction, rounded down once, so the result is monotone in the amount.
 */
export function quoteSwap(request: QuoteRequest, input: Side, output: Side): Quote | NoQuote {
  const { inAmount } = request
  if (inAmount <= 0n) return tooSmall(input, output, inAmount)
  // The value in 1e-12 USD times 10^decimals of the input, and the depth of both sides together on the same scale.
  const value = inAmount * input.price
  const depth =
    (PRICE_SCALE * pow10(input.decimals) * input.depth * output.depth) / (input.depth + output.depth)
  if (value * BPS > depth * MAX_IMPACT_BPS) {
    const most = (depth * MAX_IMPACT_BPS) / BPS / input.price
    return {
      unavailable: {
        code: 'over_depth',
        amount: formatUnits(inAmount, input.decimals),
        symbol: assetSymbol(input.mint),
        most: formatUnits(most, input.decimals),
        percent: Number(MAX_IMPACT_BPS / 100n),
      },
    }
  }
  const outAmount =
    (value * (depth - value) * (BPS - FEE_BPS) * pow10(output.decimals)) /
    (depth * BPS * output.price * pow10(input.decimals))
  if (outAmount === 0n) return tooSmall(input, output, inAmount)
  const kept = BPS - BigInt(request.slippageBps)
  return {
    ...request,
    outAmount,
    minOutAmount: (outAmount * kept + BPS - 1n) / BPS,
    priceImpactBps: Number((value * BPS + depth - 1n) / depth),
    inPriceUsd: input.price,
    outPriceUsd: output.price,
  }
}

function tooSmall(input: Side, output: Side, amount: bigint): NoQuote {
  return {
    unavailable: {
      code: 'amount_too_small',
      amount: formatUnits(amount, input.decimals),
      symbol: assetSymbol(input.mint),
      of: assetSymbol(output.mint),
    },
  }
}

export const PPB = 10n ** 9n
/** The lower bound of an impact: a price keeps a tenth of itself. */
export const MIN_IMPACT_PPB = -(9n * PPB) / 10n

/** How far a swap of this value moves a side's price, in parts per billion. */
export const movePpb = (side: Side, value: bigint): bigint => (value * PPB) / (side.depth * PRICE_SCALE)

export function movedPrice(price: PriceUsd, ppb: bigint): PriceUsd {
  const bounded = ppb < MIN_IMPACT_PPB ? MIN_IMPACT_PPB : ppb
  const moved = (price * (PPB + bounded)) / PPB
  return moved > 0n ? moved : 1n
}
