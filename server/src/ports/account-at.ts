import type { Address } from '@solana/kit'

/** What is at an address. `program` owns it; of a token account, who owns that. */
export type AccountAt = {
  lamports: bigint
  program: Address
  executable: boolean
  is: 'mint' | 'token-account' | 'other'
  owner: Address | null
}
