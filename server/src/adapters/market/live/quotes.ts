/** Quotes of mainnet: routes of Jupiter, judged by the prices of both sides. */
import { assetSymbol } from '@purser/contract/tokens/tokens.ts'
import type { Address } from '@solana/kit'
import { MAX_PRIORITY_LAMPORTS } from '../../../kernel/solana/budget.ts'
import { createCache, type Cache } from '../../../kernel/cache.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Chain } from '../../../ports/chain.ts'
import type { NoQuote, PriceUsd, Quote, QuoteRequest, Quotes } from '../../../ports/market.ts'
import { isNoQuote } from './jupiter/build.ts'
import { createFriction, lamportsDecimals, NOBODY } from './friction.ts'
import { createPrepare } from './prepare.ts'
import { failureIn } from './jupiter/program-errors.ts'
import type { Builds, Built, Prices } from './types.ts'

export type QuotesParts = {
  builds: Builds
  prices: Prices
  chain: Pick<Chain, 'mintInfo' | 'states' | 'rentExempt' | 'simulate' | 'recentPrices'>
  clock: Pick<Clock, 'monotonic'>
}
type Engine = QuotesParts & { decimals: Cache<string, number> }
type Side = { amount: bigint; decimals: number }
type PairPrices = Pick<Quote, 'inPriceUsd' | 'outPriceUsd'>

const MOST_MINTS = 1_000
/** More than any pool's fee: a larger loss is due to the route, whatever the answer says of its impact. */
const FEES_BPS = 300n
const BPS = 10_000n

export function createQuotes(parts: QuotesParts): Quotes {
  const { builds, prices, clock } = parts
  const engine: Engine = { ...parts, decimals: createCache<string, number>({ max: MOST_MINTS }) }
  const friction = createFriction({
    builds,
    clock,
    priceUsd: prices.priceUsd,
    readDecimals: (mint) => readDecimals(engine, mint),
  })
  return {
    costs: { signatures: 1n, priority: MAX_PRIORITY_LAMPORTS, wraps: true },
    quote: (request) => quote(engine, request),
    async friction(pair) {
      const found = await friction(pair)
      return isNoQuote(found) ? explainRefusal(engine, found, [pair.inputMint, pair.outputMint]) : found
    },
    prepare: createPrepare(parts),
    failureIn(logs) {
      const why = failureIn(logs)
      return why === null ? null : { code: 'swap_fails', why }
    },
  }
}

async function quote(
  engine: Engine,
  { trader = NOBODY, ...request }: QuoteRequest,
): Promise<Quote | NoQuote> {
  const built = await engine.builds.build(request, trader as Address)
  if (isNoQuote(built)) return explainRefusal(engine, built, [request.inputMint, request.outputMint])
  const prices = await readPrices(engine, built)
  if (isNoQuote(prices)) return prices
  const { outAmount, threshold } = built
  const priceImpactBps = await priceImpact(engine, built, prices)
  return { ...request, outAmount, minOutAmount: threshold, priceImpactBps, ...prices }
}

/** null: no mint. The decimals of a mint never change. */
async function readDecimals({ decimals, chain }: Engine, mint: string): Promise<number | null> {
  const known = lamportsDecimals(mint) ?? decimals.get(mint)
  if (known !== undefined) return known
  const info = await chain.mintInfo(mint as Address)
  return info === null ? null : decimals.set(mint, info.decimals)
}

/** The service answers 'no route' for a mint that does not exist, too. */
async function explainRefusal(engine: Engine, refused: NoQuote, mints: string[]): Promise<NoQuote> {
  if (refused.unavailable.code !== 'no_route') return refused
  for (const mint of mints)
    if ((await readDecimals(engine, mint)) === null)
      return { unavailable: { code: 'not_traded', mint, symbol: assetSymbol(mint) } }
  return refused
}

async function readSides(engine: Engine, { request, outAmount }: Built): Promise<{ paid: Side; got: Side }> {
  const inDecimals = await readDecimals(engine, request.inputMint)
  const outDecimals = await readDecimals(engine, request.outputMint)
  return {
    paid: { amount: request.inAmount, decimals: inDecimals ?? 0 },
    got: { amount: outAmount, decimals: outDecimals ?? 0 },
  }
}

/** The impact that the route states, or the loss at the prices of both sides if that is more than fees. */
async function priceImpact(
  engine: Engine,
  built: Built,
  { inPriceUsd, outPriceUsd }: PairPrices,
): Promise<number> {
  const { paid, got } = await readSides(engine, built)
  const before = paid.amount * inPriceUsd * 10n ** BigInt(got.decimals)
  const after = got.amount * outPriceUsd * 10n ** BigInt(paid.decimals)
  const lost = before === 0n ? 0n : BPS - (after * BPS) / before
  return lost > FEES_BPS ? Math.max(built.priceImpactBps, Number(lost)) : built.priceImpactBps
}

async function readPrices(engine: Engine, built: Built): Promise<PairPrices | NoQuote> {
  const { prices } = engine
  const { inputMint, outputMint } = built.request
  const [inPrice, outPrice] = await Promise.all([prices.priceUsd(inputMint), prices.priceUsd(outputMint)])
  if (inPrice && outPrice) return { inPriceUsd: inPrice, outPriceUsd: outPrice }
  const { paid, got } = await readSides(engine, built)
  if (inPrice) return { inPriceUsd: inPrice, outPriceUsd: impliedPrice(inPrice, got, paid) }
  if (outPrice) return { inPriceUsd: impliedPrice(outPrice, paid, got), outPriceUsd: outPrice }
  return { unavailable: { code: 'no_price', symbol: assetSymbol(inputMint) } }
}

/** The price of one side, derived from the other's and the ratio of the amounts. */
const impliedPrice = (otherPrice: PriceUsd, side: Side, other: Side): PriceUsd =>
  (otherPrice * other.amount * 10n ** BigInt(side.decimals)) / (side.amount * 10n ** BigInt(other.decimals))
