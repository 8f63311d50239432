import { createPracticeMarket } from '../adapters/market/practice/index.ts'
import type { MirrorMint } from '../adapters/market/practice/mirror.ts'
import {
  createSimulatedMarket,
  rewindSimulatedMarket,
  type SimulatedMarketParts,
} from '../adapters/market/simulated/index.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import type { Config } from '../config/config.ts'
import { createMarketClock, type FollowedClock } from '../domains/market/index.ts'
import { describe, type Log } from '../kernel/log.ts'
import type { Market } from '../ports/market.ts'
import type { LiveParts } from './live-parts.ts'
import type { Kernel } from './open-kernel.ts'

type MarketParts = Omit<SimulatedMarketParts, 'cluster' | 'seed'> & {
  /** null if the market is simulated. */
  live: LiveParts | null
  mirrorMint: MirrorMint | null
}

/** The market adapter of this cluster. */
export function createMarket(
  { cluster, market }: Pick<Config, 'cluster' | 'market'>,
  { live, mirrorMint, ...parts }: MarketParts,
): Market {
  switch (market) {
    case 'simulated':
      if (cluster === 'mainnet-beta') throw new Error('the configuration refuses a simulated market there')
      return createSimulatedMarket({ ...parts, seed: cluster, cluster })
    case 'live':
      if (live === null) throw new Error('the live market was not opened')
      const { chain, clock, maker } = parts
      if (cluster === 'mainnet-beta') return live.market(chain)
      return createPracticeMarket({ chain, clock, maker, live: live.market, tokens: live.tokens, mirrorMint })
  }
}

/** Makes test funds of the well-known tokens available before any plan for them starts. */
export async function mirrorKnownTokens(mirrorMint: MirrorMint, log: Log): Promise<void> {
  for (const { mint, symbol, decimals } of KNOWN_TOKENS)
    await mirrorMint({ address: mint, decimals }).catch((error: unknown) =>
      log.warn({ symbol, ...describe(error) }, 'a well-known token is not on the local network'),
    )
}

/** Its speed can be changed only on the local network with the simulated market: the real market runs by itself. */
export async function openMarketClock(
  { cluster, market }: Pick<Config, 'cluster' | 'market'>,
  { db, bus, clock, log }: Kernel,
  opened: AsyncDisposableStack,
): Promise<FollowedClock> {
  const here = cluster === 'localnet' && market === 'simulated'
  const marketClock = await createMarketClock({ db, bus, clock, log, here, rewind: rewindSimulatedMarket })
  opened.defer(marketClock.stop)
  return marketClock
}
