/** What the desk knows by name where the market is live. */
import { KNOWN_TOKENS, type KnownToken, SOL_MINT } from './tokens.ts'

/**
 * The well-known tokens of mainnet: those that are known everywhere, and further ones. Each address stands in two or more
 * independent token lists, among them those of Jupiter and of Solana Labs; none is written from memory.
 */
export const MAINNET_TOKENS: KnownToken[] = [
  ...KNOWN_TOKENS,
  { symbol: 'PYTH', name: 'Pyth Network', mint: 'HZ1JovNiVvGrGNiiYvEozEVgZ58xaU3RKwX8eACQBCt3', decimals: 6 },
  { symbol: 'JTO', name: 'Jito', mint: 'jtojtomepa8beP8AuQc6eXt5FriJwfFMwQx2v2f9mCL', decimals: 9 },
  { symbol: 'RAY', name: 'Raydium', mint: '4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R', decimals: 6 },
  {
    symbol: 'mSOL',
    name: 'Marinade Staked SOL',
    mint: 'mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So',
    decimals: 9,
  },
  {
    symbol: 'jitoSOL',
    name: 'Jito Staked SOL',
    mint: 'J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn',
    decimals: 9,
  },
  { symbol: 'POPCAT', name: 'Popcat', mint: '7GCihgDB8fe6KNjn2MYtkzZcRjQy3t9GHdC8uHYmW2hr', decimals: 9 },
]

/** Compared with the chain at the start on mainnet-beta; all are mints of the older token program. */
export type MainnetMint = { symbol: string; mint: string; decimals: number }
export const MAINNET_MINTS: readonly MainnetMint[] = [
  { symbol: 'wSOL', mint: SOL_MINT, decimals: 9 },
  ...MAINNET_TOKENS,
]
