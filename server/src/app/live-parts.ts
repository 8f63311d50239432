import type { MarketServiceState } from '@purser/contract/network.ts'
import type { Chain } from '../ports/chain.ts'
import type { Market } from '../ports/market.ts'
import type { TokenSearch } from '../ports/token-search.ts'

export type MarketService = MarketServiceState & { keySetting: string }

/** What stands behind a live market, on mainnet and in practice alike. */
export type LiveParts = {
  /** Mainnet's market on this chain. */
  market(chain: Chain): Market
  tokens: TokenSearch
  /** Deletes what is too old of what is kept of it. */
  sweep?(): Promise<void>
  /** How each of its services does, and the name of the setting that holds its key. */
  services?(): MarketService[]
}
