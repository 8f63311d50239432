import type { Chain } from '../ports/chain.ts'
import type { Market } from '../ports/market.ts'
import type { TokenSearch } from '../ports/token-search.ts'

/** What stands behind a live market, on mainnet and in practice alike. */
export type LiveParts = {
  /** Mainnet's market on this chain. */
  market(chain: Chain): Market
  tokens: TokenSearch
  /** Deletes what is too old of what is kept of it. */
  sweep?(): Promise<void>
  /** Names of the settings that a service refuses: its key, as a rule. */
  refusedSettings?(): string[]
}
