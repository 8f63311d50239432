/** The costs of a swap, and the check of the very transaction that executes it. */
import type { NoQuoteReason } from '@purser/contract/market/no-quote-texts.ts'
import type { Address } from '@solana/kit'
import type { AccountChange, AccountState } from './account-at.ts'

export type SwapJudgement = {
  /** All accounts that the transaction may write. */
  accounts: Address[]
  /** Whether the account is the trader's. */
  isOwn(address: Address, state: AccountState): boolean
  /** null: what leaves and what arrives is as promised, with the fee in lamports included. */
  refuse(changes: AccountChange[], fee: bigint): NoQuoteReason | null
  /** Why a simulation failed. */
  explain(simulated: { error: string; logs: string[] }): NoQuoteReason
}

/** The costs of a swap to the trader besides the input and the account of the output. */
export type SwapCosts = {
  signatures: bigint
  /** The most that is paid for priority, in lamports. */
  priority: bigint
  /** SOL is wrapped during the swap, which takes the rent of an account that is returned. */
  wraps: boolean
}
