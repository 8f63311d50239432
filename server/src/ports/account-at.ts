import type { Address } from '@solana/kit'
import type { ReadOptions, TokenAccount } from './chain-data.ts'

/** The account at an address. `program` owns it; for a token account, `owner` owns that. */
export type AccountAt = {
  lamports: bigint
  program: Address
  executable: boolean
  is: 'mint' | 'token-account' | 'other'
  owner: Address | null
}

/** The present or simulated state of an account. `data`: its first 10,000 bytes at most. */
export type AccountState = { lamports: bigint; program: Address; data: Uint8Array }
/** The change that a simulated transaction makes. null: there is no account. */
export type AccountChange = { address: Address; before: AccountState | null; after: AccountState | null }

/**
 * `maxAgeMs`: an answer of at most this age is accepted, also from another caller's request; it is still as of
 * `minContextSlot` or later, and as of the last execution that was read of the account. Without it the chain is called.
 */
export type SharedOptions = ReadOptions & { maxAgeMs?: number | undefined }

/** The state of an address; `lamports` is null if it has no account. `token`: of either token program. */
export type AccountReading = { lamports: bigint | null; token: TokenAccount | null; slot: bigint }
