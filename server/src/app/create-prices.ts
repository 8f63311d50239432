import { isOrdinaryWord } from '@purser/interpreter/index.ts'
import { createBalances, createPortfolio } from '../domains/balances/index.ts'
import { createTrading } from '../domains/market/index.ts'
import { createTokenCenter, createTokens, isCreatedHere } from '../domains/tokens/index.ts'
import { createMarket, mirrorKnownTokens, openMarketClock } from './create-market.ts'
import type { Funds } from './create-funds.ts'
import type { People } from './create-people.ts'
import type { DomainParts } from './domain-parts.ts'

/** Token lookups of wallets a second: a public node allows 4 such calls, and each lookup takes two. */
const LOOKUPS_PER_SECOND = { local: 50, public: 2 }

type Parts = DomainParts & { people: People; funds: Funds }

async function openMarket(
  { config, kernel, chain, live, mirrorMint, isLocal, people }: Parts,
  opened: AsyncDisposableStack,
) {
  const { db, bus, clock, log } = kernel
  const marketClock = await openMarketClock(config, kernel, opened)
  const parts = {
    db,
    bus,
    chain,
    clock,
    maker: () => people.wallets.keys.systemSigner('market-maker'),
    live,
    mirrorMint: mirrorMint ?? null,
    // Beyond the local network only tokens that were created here are traded.
    ...(isLocal ? {} : { mintsHere: (mint: string) => isCreatedHere(db, mint) }),
  }
  if (config.market === 'live' && mirrorMint) await mirrorKnownTokens(mirrorMint, log)
  const market = createMarket(config, { ...parts, marketClock })
  // Its prices use real time, however fast the market runs.
  const realTimeMarket = config.market === 'live' ? market : createMarket(config, parts)
  return { market, marketClock, realTimeMarket }
}

/** Creates the market, the data of tokens, and the balances and values of wallets. */
export async function createPrices(parts: Parts, opened: AsyncDisposableStack) {
  const { kernel, chain, screens, live, isLocal, people, funds } = parts
  const { db, bus, clock, log, limiter } = kernel
  const { wallets, notifications } = people
  const { transfers } = funds
  const tokenSearch = parts.tokenSearch ?? live?.tokens ?? null
  const tokens = createTokens({ chain: screens, clock, service: tokenSearch })
  const markets = await openMarket(parts, opened)
  const { market } = markets
  const balances = createBalances({
    db,
    bus,
    clock,
    log,
    chain: screens,
    market,
    tokens,
    transfers,
    wallets,
    looksPerSecond: LOOKUPS_PER_SECOND[isLocal ? 'local' : 'public'],
  })
  opened.defer(balances.stop)
  return {
    ...markets,
    tokens,
    tokenCenter: createTokenCenter({
      db,
      chain,
      clock,
      limiter,
      tokenSearch,
      tokens,
      transfers,
      wallets,
      market,
      isOrdinaryWord,
      reporter: notifications.access,
    }),
    balances,
    portfolio: createPortfolio({
      db,
      clock,
      log,
      chain: screens,
      market,
      transfers,
      wallets,
      caughtUp: balances.caughtUp,
    }),
    trading: createTrading({ db, clock, market, transfers, wallets, chain }),
    marketSweep: live?.sweep ?? null,
    marketServices: live?.services ?? (() => []),
  }
}
export type Prices = Awaited<ReturnType<typeof createPrices>>
