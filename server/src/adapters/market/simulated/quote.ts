/** Quotes, and the swaps that are prepared from them. */
import type { Address } from '@solana/kit'
import type { Friction, Market, NoQuote, Quote, QuoteRequest } from '../../../ports/market.ts'
import { FEE_BPS, isNoQuote, quoteSwap } from './pricing.ts'
import { readSides, refreshPrices } from './sides.ts'
import type { SimulatedState } from './state.ts'

export async function quote(market: SimulatedState, request: QuoteRequest): Promise<Quote | NoQuote> {
  const sides = await readSides(market, request)
  if (isNoQuote(sides)) return sides
  const quoted = quoteSwap(request, sides.input, sides.output)
  if (isNoQuote(quoted)) return quoted
  // A plan that the market could never serve is not feasible.
  return (await market.swaps.neverEnough(sides.output, quoted.outAmount)) ?? quoted
}

export async function readFriction(
  market: SimulatedState,
  pair: Pick<QuoteRequest, 'inputMint' | 'outputMint'>,
): Promise<Friction | NoQuote> {
  const sides = await readSides(market, pair)
  if (isNoQuote(sides)) return sides
  const [a, b] = [Number(sides.input.depth), Number(sides.output.depth)]
  return { feeBps: Number(FEE_BPS), depthUsd: (a * b) / (a + b) }
}

export async function prepare(
  market: SimulatedState,
  quoted: Quote,
  trader: Address,
): ReturnType<Market['prepare']> {
  const { inputMint, outputMint, inAmount, slippageBps } = quoted
  const sides = await readSides(market, quoted)
  if (isNoQuote(sides)) return sides
  const available = await market.swaps.available(sides.output, quoted.outAmount)
  // The refill may have taken a while.
  const { input, output } = await refreshPrices(market, sides)
  const now = quoteSwap({ inputMint, outputMint, inAmount, slippageBps }, input, output)
  if (isNoQuote(now)) return now
  const { outAmount } = now
  if (outAmount < quoted.minOutAmount) return { moved: true, outAmount }
  return market.swaps.prepare({ input, output, inAmount, outAmount }, trader, available)
}
