import type { Cluster } from '@purser/contract/system.ts'
import { createSimulatedMarket, type SimulatedMarketParts } from '../adapters/market/simulated/index.ts'
import type { Market } from '../ports/market.ts'

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
