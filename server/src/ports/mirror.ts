import type { MintInfo } from './chain-data.ts'

/** For a market that trades more mints than its chain has: they are created there when they are needed. */
export type Mirror = {
  /**
   * The mint on the chain, existing or to be created; null: neither the chain nor the market knows it. Throws
   * market_away.
   */
  mintInfo(mint: string): Promise<MintInfo | null>
  /** Does nothing if the chain has it. Throws unknown_mint, market_away, and chain_refused if it cannot be created. */
  create(mint: string): Promise<void>
}
