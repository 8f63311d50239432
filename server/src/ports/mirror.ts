import type { MintInfo } from './chain-data.ts'

/** Of a market that trades more mints than its chain has: they are created there when they are needed. */
export type Mirror = {
  /** What the mint is on the chain, or would be; null: neither the chain nor the market knows it. Throws market_away. */
  mintInfo(mint: string): Promise<MintInfo | null>
  /** Does nothing where the chain has it. Throws unknown_mint, market_away, and chain_refused where it cannot be. */
  create(mint: string): Promise<void>
}
