import type { PracticeMarketParts } from '../adapters/market/practice/index.ts'

/** What the live market is made of; the same for practice and for mainnet. */
export type LiveParts = Omit<PracticeMarketParts, 'chain' | 'clock' | 'maker' | 'mirrorMint'>
