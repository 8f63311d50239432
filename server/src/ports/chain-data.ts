/** Types of a Solana cluster's answers. */
import type { Address, Signature } from '@solana/kit'
import type { MintPower } from './mint-power.ts'

export type Commitment = 'processed' | 'confirmed' | 'finalized'

/** `err` is the chain's own error, null when the transaction succeeded. */
export type SignatureState = { slot: bigint; commitment: Commitment; err: unknown }

export type TokenHolding = {
  account: Address
  mint: Address
  /** Base units. */
  amount: bigint
  decimals: number
  program: Address
}

/** The content of a token account, in base units. */
export type TokenAmount = { mint: Address; owner: Address; amount: bigint }

/** A token account. `lamports`: what closing it returns; `mayClose`: whether its owner may close it. */
export type TokenAccount = TokenAmount & { frozen: boolean; lamports: bigint; mayClose: boolean }

/** Why a mint's tokens cannot be moved from here. */
export type TokenObstacle =
  | 'transfer_hook'
  | 'permanent_delegate'
  | 'non_transferable'
  | 'paused'
  | 'unknown_extension'

/** A mint with the extensions that matter to those who move its tokens. */
export type TokenMint = MintInfo & {
  /** The size of a new associated token account. */
  accountBytes: number
  /** Withheld from what arrives, in the present epoch; `maximum` in base units. */
  transferFee: { basisPoints: number; maximum: bigint } | null
  /** New accounts can receive nothing until its issuer thaws them. */
  startsFrozen: boolean
  obstacles: TokenObstacle[]
  /** null: nobody can make more of it, or freeze its accounts, ever again. */
  mintAuthority: Address | null
  freezeAuthority: Address | null
  powers: MintPower[]
}

/** `supply` in base units. */
export type MintInfo = { mint: Address; decimals: number; supply: bigint; program: Address }

/** The effects of a transaction, from its meta: lamports and token units that each account gained or lost. */
export type Execution = {
  slot: bigint
  /** Seconds, if the node knows. */
  blockTime?: number | null
  err: unknown
  /** Lamports. */
  fee: bigint
  logs: string[]
  lamports: { address: Address; before: bigint; after: bigint }[]
  /** `owner` is empty if the node does not name it. */
  tokens: { owner: Address | ''; mint: Address; before: bigint; after: bigint; account?: Address }[]
}

/** One entry of an address's history. `memo`: all memos as the node writes them, '[length] text; …'. */
export type ListedSignature = {
  signature: Signature
  slot: bigint
  err: unknown
  memo: string | null
  /** Seconds, if the node knows. */
  blockTime: number | null
}

/**
 * A node's answer to a sent transaction. Only ever a hint: a gateway may have forwarded what it refuses, and an accepted
 * transaction may never arrive.
 */
export type SendResult =
  | { outcome: 'accepted' }
  | { outcome: 'refused'; reason: string; err: unknown; logs: string[] }
  | { outcome: 'unknown'; reason: string }

/** `minContextSlot`: a node that has not reached this slot does not answer. */
export type ReadOptions = { minContextSlot?: bigint | undefined }
