/** Finds the currency that a token can be traded for: from the chain, and from the market. */
import { immovableText } from '@purser/contract/distributions/distribution-texts.ts'
import { noQuoteText } from '@purser/contract/market/no-quote-texts.ts'
import { SOL_MINT, USDC_MINT, WRAPPED_SOL_MINTS } from '@purser/contract/tokens/tokens.ts'
import { botTexts } from '@purser/contract/trading-bots/trading-bot-texts.ts'
import type { TokenAnalysis } from '@purser/contract/trading-bots/trading-bots.ts'
import { isAddress } from '@solana/kit'
import { Fault, invalid } from '../../kernel/fault.ts'
import type { TokenReads } from '../../ports/chain.ts'
import type { Friction, Market, NoQuote } from '../../ports/market.ts'
import type { TestNetwork } from './network.ts'

type Parts = { chain: Pick<TokenReads, 'tokenMint'>; market: Market; network: TestNetwork }

const LOCATIONS: Record<string, string> = {
  simulated: 'Simulated market',
  live: 'Jupiter',
  practice: 'Jupiter',
}
const nothing = { location: null, supportsUSDC: false, supportsSOL: false }
const isNoQuote = (answer: Friction | NoQuote): answer is NoQuote => 'unavailable' in answer

const unsupported = (...recommendations: string[]): TokenAnalysis => ({
  status: 'unsupported',
  error: null,
  ...nothing,
  recommendations,
})

const inUsd = (value: number) => `$${Math.max(1, Math.round(value)).toLocaleString('en-US')}`
/** The share of the value of an order with a price impact of 100 %. */
const ONE_PERCENT = 0.01
/** A market nearly as deep counts as equal. */
const ALIKE = 1.1

/**
 * No bot runs on a live market, but its tokens can be looked up all the same. Throws invalid_input for an invalid
 * address, chain_away and market_away.
 */
export async function analyzeToken({ chain, market, network }: Parts, mint: string): Promise<TokenAnalysis> {
  if (!isAddress(mint)) throw invalid('mint', 'must be a Solana address')
  if (WRAPPED_SOL_MINTS.includes(mint))
    return unsupported(botTexts.noOptions, 'SOL is the currency tokens are traded for. Choose another token.')
  const isLive = market.name !== 'simulated'
  const found = await chain.tokenMint(mint)
  // A practice network creates a token once a plan for it starts: until then the market says whether it exists.
  if (!found && !isLive) {
    const error = new Fault('unknown_mint', { mint }).message
    return { status: 'error', error, ...nothing, recommendations: [] }
  }
  const unavailable = await network.unavailable()
  if (unavailable !== null && !isLive) return unsupported(botTexts.noOptions, unavailable)
  if (found && found.obstacles.length > 0)
    return unsupported(botTexts.noOptions, ...found.obstacles.map((code) => immovableText({ code })))
  const sol = await market.friction({ inputMint: SOL_MINT, outputMint: mint })
  const usdc = await market.friction({ inputMint: USDC_MINT, outputMint: mint })
  const supports = { supportsSOL: !isNoQuote(sol), supportsUSDC: !isNoQuote(usdc) }
  if (isNoQuote(sol) && isNoQuote(usdc)) return unsupported(botTexts.noOptions, noQuoteText(sol.unavailable))
  return {
    status: 'supported',
    error: null,
    location: LOCATIONS[market.name] ?? market.name,
    ...supports,
    recommendations: [
      ...(unavailable === null ? [] : [unavailable]),
      ...describeDepth('SOL', sol),
      ...describeDepth('USDC', usdc),
      recommendPair(isNoQuote(sol) ? null : sol, isNoQuote(usdc) ? null : usdc),
    ],
  }
}

const describeDepth = (currency: string, friction: Friction | NoQuote): string[] =>
  isNoQuote(friction)
    ? []
    : [
        `${currency} pair: a ${inUsd(friction.depthUsd * ONE_PERCENT)} order moves the price about 1%. Fee ${friction.feeBps / 100}%.`,
      ]

function recommendPair(sol: Friction | null, usdc: Friction | null): string {
  if (sol === null) return 'Trade it for USDC: the market has no SOL pair.'
  if (usdc === null) return 'Trade it for SOL: the market has no USDC pair.'
  if (usdc.depthUsd > sol.depthUsd * ALIKE) return 'The USDC pair is more liquid.'
  if (sol.depthUsd > usdc.depthUsd * ALIKE) return 'The SOL pair is more liquid.'
  return 'Both pairs are about equally liquid. With SOL, wallets need no second asset for fees.'
}
