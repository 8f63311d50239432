/** Well-known mints as the chain of mainnet has them. */
import { MAINNET_TOKENS, SOL_MINT } from '../tokens/tokens.ts'

/** The desk compares them with the chain when it starts on mainnet-beta; all are mints of the older token program. */
export type MainnetMint = { symbol: string; mint: string; decimals: number }
export const MAINNET_MINTS: readonly MainnetMint[] = [
  { symbol: 'wSOL', mint: SOL_MINT, decimals: 9 },
  ...MAINNET_TOKENS,
]
