/**
 * The services of mainnet's market as one server that speaks their protocols: routes, prices, tokens and candles of one
 * price path, which follows the clock, and the failures that a test sets.
 */
import { MAINNET_TOKENS, SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Clock } from '../kernel/clock.ts'
import { type BuildAsked, type BuildDouble, buildDouble } from './build-double.ts'
import { type CandlesDouble, createCandlesDouble, pricedAt } from './candles-double.ts'
import { type Double, type DoubleAnswer, openDouble } from './double.ts'
import { type FactsDouble, factsDouble, jupiterToken } from './facts-double.ts'

/**
 * `usd`: of a whole token, around which its price moves; null: it has no price and no route. `poolless`: the service of
 * candles does not know it.
 */
export type ServedToken = {
  mint: string
  symbol: string
  decimals: number
  usd: number | null
  poolless?: boolean
} & Record<string, unknown>

export type ServicesDouble = AsyncDisposable & {
  /** The servers of Jupiter's paths, and of the candles. */
  jupiter: Double
  candleServer: Double
  /** The settings of a desk that uses them, with budgets that never delay a call. */
  env: Record<string, string>
  routes: BuildDouble
  facts: FactsDouble
  candles: CandlesDouble
  tokens: ServedToken[]
  /** The answer on all of Jupiter's paths as long as it is set. */
  jupiterSays(answer: DoubleAnswer | null): void
  /** Prices stand still from now on, or move again. */
  freeze(isFrozen: boolean): void
  /** A factor for the price in price answers (routes and candles do not use it); null: they have none. */
  told: Map<string, number | null>
  /** USD of a whole token now. */
  getUsd(mint: string): number | null
}

/** The real prices of November 2026 do not matter; only that no two are alike. */
const USD: Record<string, number> = {
  SOL: 142,
  USDC: 1,
  USDT: 1,
  BONK: 0.0000231,
  WIF: 0.74,
  JUP: 0.41,
  PYTH: 0.12,
  JTO: 1.9,
  RAY: 2.6,
  mSOL: 186,
  jitoSOL: 175,
  POPCAT: 0.31,
}
const STABLE = ['USDC', 'USDT']
const FEE = 0.001
/** USD at which an order has a price impact of 100 %. */
const DEPTH_USD = 3_000_000

export async function openServices({
  clock,
  tokens: more = [],
  routes: through = {},
  born,
}: {
  clock: Pick<Clock, 'now' | 'sleep'>
  tokens?: ServedToken[]
  /** Builds the swap's execution, if pools exist. */
  routes?: Omit<Parameters<typeof buildDouble>[0], 'quote'>
  /** Seconds: the first trade of each token. A month of candles is fetched, stored and read again for each plan. */
  born?: number
}): Promise<ServicesDouble> {
  const SOL = { mint: SOL_MINT, symbol: 'SOL', name: 'Solana', decimals: 9 }
  const known = [SOL, ...MAINNET_TOKENS.filter(({ mint }) => mint !== SOL_MINT)]
  const tokens: ServedToken[] = [...known.map((one) => ({ ...one, usd: USD[one.symbol] ?? 1 })), ...more]
  const byMint = new Map(tokens.map((one) => [one.mint, one]))
  let frozenAt: number | null = null
  let instead: DoubleAnswer | null = null

  function getUsd(mint: string): number | null {
    const token = byMint.get(mint)
    if (!token || token.usd === null) return null
    if (STABLE.includes(token.symbol)) return token.usd
    return pricedAt(mint, frozenAt ?? Math.floor(clock.now() / 1_000), token.usd)
  }
  function quote({ inputMint, outputMint, inAmount }: BuildAsked): bigint | null {
    const [from, to] = [getUsd(inputMint), getUsd(outputMint)]
    const [a, b] = [byMint.get(inputMint)?.decimals, byMint.get(outputMint)?.decimals]
    if (from === null || to === null || a === undefined || b === undefined) return null
    const worth = (Number(inAmount) / 10 ** a) * from
    const left = worth * (1 - FEE) * Math.max(0, 1 - worth / DEPTH_USD)
    return BigInt(Math.floor((left / to) * 10 ** b))
  }
  const routes = buildDouble({ quote, ...through })
  const facts = factsDouble()
  for (const { mint, usd: _, poolless: __, ...listed } of tokens)
    facts.tokens.push(jupiterToken({ id: mint, ...listed }))
  const told = new Map<string, number | null>()
  const candles = createCandlesDouble({
    clock,
    ...(born === undefined ? {} : { born }),
    quiet: 3,
    base: (mint) => byMint.get(mint)?.usd ?? undefined,
    pools: (mint) =>
      (byMint.get(mint)?.usd ?? null) === null || byMint.get(mint)?.poolless
        ? []
        : [{ address: '8sLbNZoA1cfnvMJLPfp98ZLAnFSYCFApfJKMbiXNLwxj', reserve: '8000000.25', volume: '9' }],
  })
  const jupiter = await openDouble(
    () => instead ?? undefined,
    (url, headers) => {
      for (const { mint } of tokens) {
        const [usd, times = 1] = [getUsd(mint), told.get(mint)]
        if (usd === null || times === null) facts.prices.delete(mint)
        else facts.prices.set(mint, String(usd * times))
      }
      return facts(url, headers)
    },
    routes.part,
  )
  const candleServer = await openDouble(candles.part)
  return {
    jupiter,
    candleServer,
    env: {
      MARKET: 'live',
      JUPITER_URL: jupiter.url,
      JUPITER_CALLS_PER_MINUTE: '6000',
      CANDLES_URL: candleServer.url,
      CANDLES_CALLS_PER_MINUTE: '6000',
    },
    routes,
    facts,
    candles,
    tokens,
    jupiterSays: (answer) => void (instead = answer),
    freeze: (isFrozen) => void (frozenAt = isFrozen ? Math.floor(clock.now() / 1_000) : null),
    told,
    getUsd,
    async [Symbol.asyncDispose]() {
      await jupiter[Symbol.asyncDispose]()
      await candleServer[Symbol.asyncDispose]()
    },
  }
}
