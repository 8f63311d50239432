import type { Cluster } from '@purser/contract/system.ts'
import {
  createSimulatedMarket,
  rewindSimulatedMarket,
  type SimulatedMarketParts,
} from '../adapters/market/simulated/index.ts'
import { createMarketClock, type FollowedClock } from '../domains/market/index.ts'
import type { Market } from '../ports/market.ts'
import type { Kernel } from './open-kernel.ts'

/** The market adapter of this cluster. */
export function createMarket(
  cluster: Cluster,
  parts: Omit<SimulatedMarketParts, 'cluster' | 'seed'>,
): Market {
  switch (cluster) {
    case 'localnet':
    case 'devnet':
    case 'testnet':
      return createSimulatedMarket({ ...parts, seed: cluster, cluster })
    case 'mainnet-beta':
      throw new Error('the configuration refuses mainnet-beta before anything is composed')
  }
}

/** Its speed can be changed on the local network only, whose market is simulated. */
export async function openMarketClock(
  cluster: Cluster,
  { db, bus, clock, log }: Kernel,
  opened: AsyncDisposableStack,
): Promise<FollowedClock> {
  const here = cluster === 'localnet'
  const marketClock = await createMarketClock({ db, bus, clock, log, here, rewind: rewindSimulatedMarket })
  opened.defer(marketClock.stop)
  return marketClock
}
