/** A quote of the port, from the service's answer and the live prices of both sides. */
import type { PriceUsd, Quote, QuoteRequest } from '../../../ports/market.ts'
import type { Built } from './types.ts'

const BPS = 10_000n

/** The least that a swap of this quote may bring; rounded as the service rounds its own. */
export const leastOf = (outAmount: bigint, slippageBps: number): bigint =>
  (outAmount * (BPS - BigInt(slippageBps)) + BPS - 1n) / BPS

export type Priced = { price: PriceUsd | null; decimals: number }

const units = ({ decimals }: Priced): bigint => 10n ** BigInt(decimals)
const known = (price: PriceUsd | null): price is PriceUsd => price !== null && price > 0n

/** null: neither side has a price. A side without one is worth what the other is worth. */
export function quoteOf(
  request: QuoteRequest,
  { outAmount, priceImpactBps }: Pick<Built, 'outAmount' | 'priceImpactBps'>,
  { input, output }: { input: Priced; output: Priced },
): Quote | null {
  const { inAmount, slippageBps } = request
  const quoted = { ...request, outAmount, minOutAmount: leastOf(outAmount, slippageBps), priceImpactBps }
  if (known(input.price) && known(output.price))
    return { ...quoted, inPriceUsd: input.price, outPriceUsd: output.price }
  if (known(input.price)) {
    const worth = (inAmount * input.price * units(output)) / (outAmount * units(input))
    return { ...quoted, inPriceUsd: input.price, outPriceUsd: worth }
  }
  if (!known(output.price)) return null
  const worth = (outAmount * output.price * units(input)) / (inAmount * units(output))
  return { ...quoted, inPriceUsd: worth, outPriceUsd: output.price }
}
