import type { Address } from '@solana/kit'
import type { ReadOptions, TokenAccount } from './chain-data.ts'

/** What is at an address. `program` owns it; of a token account, who owns that. */
export type AccountAt = {
  lamports: bigint
  program: Address
  executable: boolean
  is: 'mint' | 'token-account' | 'other'
  owner: Address | null
}

/** An account as it is, or would be. `data`: its first 10,000 bytes at most. */
export type AccountState = { lamports: bigint; program: Address; data: Uint8Array }
/** By a transaction, simulated. null: there is no account. */
export type AccountChange = { address: Address; before: AccountState | null; after: AccountState | null }

/**
 * `maxAgeMs`: an answer that is no older than this will do, which others may have asked for; it is as of `minContextSlot`
 * or later all the same, and as of the last execution that was read of the account. Without it the chain is asked.
 */
export type SharedOptions = ReadOptions & { maxAgeMs?: number | undefined }

/** What is at an address: null lamports: nothing. `token`: of either token program. */
export type AccountReading = { lamports: bigint | null; token: TokenAccount | null; slot: bigint }
