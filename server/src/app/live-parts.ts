import type { MarketServiceState } from '@purser/contract/network.ts'
import type { Chain } from '../ports/chain.ts'
import type { Market } from '../ports/market.ts'
import type { TokenSearch } from '../ports/token-search.ts'

export type MarketService = MarketServiceState & { keySetting: string }

/** The services behind a live market, on mainnet and in practice alike. */
export type LiveParts = {
  /** Mainnet's market on this chain. */
  market(chain: Chain): Market
  tokens: TokenSearch
  /** Deletes stored data that is too old. */
  sweep?(): Promise<void>
  /** The state of each of its services, and the name of the setting that holds its key. */
  services?(): MarketService[]
}
