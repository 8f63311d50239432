/** A Solana cluster as the desk uses it, reached through JSON-RPC alone. Every call may be slow, fail, or succeed without an answer. */
import type { Address, Blockhash, Signature } from '@solana/kit'

export type Commitment = 'processed' | 'confirmed' | 'finalized'

/** `err` is the chain's own error, null when the transaction succeeded. */
export type SignatureState = { slot: bigint; commitment: Commitment; err: unknown }

export type TokenHolding = {
  account: Address
  mint: string
  amount: bigint
  decimals: number
  program: string
}

/** What a token account holds, in base units. */
export type TokenAmount = { mint: string; owner: string; amount: bigint }

export type MintInfo = { mint: string; decimals: number; supply: bigint; program: Address }

/** What a transaction did, from its meta: lamports and token units that each account gained or lost. */
export type Execution = {
  slot: bigint
  err: unknown
  fee: bigint
  logs: string[]
  lamports: { address: string; before: bigint; after: bigint }[]
  tokens: { owner: string; mint: string; before: bigint; after: bigint }[]
}

/** One entry of an address's history. `memo`: all memos as the node writes them, '[length] text; …'. */
export type ListedSignature = {
  signature: Signature
  slot: bigint
  err: unknown
  memo: string | null
  /** Seconds, where the node knows. */
  blockTime: number | null
}

/**
 * What a node answered to a transaction. A hint, whatever it says: a gateway may have passed on what it refuses, and
 * nobody can know of what was accepted that it arrives.
 */
export type SendResult =
  | { outcome: 'accepted' }
  | { outcome: 'refused'; reason: string; err: unknown; logs: string[] }
  | { outcome: 'unknown'; reason: string }

/** `minContextSlot`: an answer that speaks for an older slot is none. */
export type ReadOptions = { minContextSlot?: bigint | undefined }

/** What one endpoint and the cluster as a whole answer alike. */
export type ChainReads = {
  /** Lamports at confirmed commitment, and the slot at which that was so. */
  balance(address: string): Promise<{ lamports: bigint; slot: bigint }>
  /** Every token account of the owner, of both token programs; the older slot of the two answers. */
  holdings(owner: string, options?: ReadOptions): Promise<{ tokens: TokenHolding[]; slot: bigint }>
  mintInfo(mint: string): Promise<MintInfo | null>
  /** Lamports at confirmed commitment with the slot of the answer, up to 100 addresses a call; 0 where there is no account. */
  balances(addresses: string[], options?: ReadOptions): Promise<{ lamports: bigint; slot: bigint }[]>
  /** What recent blocks that wrote these accounts (at most 128) charged at least, in micro-lamports per compute unit. */
  recentPrices(addresses: string[]): Promise<bigint[]>
  /** Runs the bytes with a recent blockhash in place of theirs, signed or not. Throws chain_refused for bytes that it cannot read. */
  simulate(
    bytes: Uint8Array,
    options?: ReadOptions,
  ): Promise<{ error: string | null; logs: string[]; units: bigint | null }>
  /** Up to 100 addresses a call; null where there is no account. */
  lamports(addresses: string[]): Promise<(bigint | null)[]>
  /** Up to 100 token accounts a call, of either token program; null where there is none. */
  tokenAmounts(accounts: string[]): Promise<(TokenAmount | null)[]>
  latestBlockhash(): Promise<{ blockhash: Blockhash; lastValidBlockHeight: bigint; slot: bigint }>
  blockHeight(commitment: Commitment): Promise<{ height: bigint; slot: bigint }>
  rentExempt(bytes: number): Promise<bigint>
  /** Of recent transactions, up to 256 a call; null is not known at this node. Whoever wants to know for good asks the nodes. */
  statuses(signatures: Signature[]): Promise<(SignatureState | null)[]>
  execution(signature: Signature): Promise<Execution | null>
  /**
   * Confirmed transactions that name the address, newest first: those before `before` and after `until`, at most `limit`
   * (1,000) a call. An `until` that the node does not know bounds nothing. `minContextSlot`: a node that is not that far
   * does not answer.
   */
  signaturesFor(
    address: string,
    options?: { until?: string; before?: string; limit?: number; minContextSlot?: bigint },
  ): Promise<ListedSignature[]>
  /** A confirmed transaction as it was signed, and who paid its fee; null where the node has none. */
  signedTransaction(
    signature: Signature,
  ): Promise<{ bytes: Uint8Array; slot: bigint; feePayer: string } | null>
  airdrop(address: string, lamports: bigint): Promise<Signature>
  /** Only the local network has it. */
  tokenAirdrop(owner: string, mint: string, amount: bigint): Promise<Signature>
  genesisHash(): Promise<string>
  healthy(): Promise<boolean>
}

/** One endpoint, asked by itself. */
export type ChainNode = ChainReads & {
  /** For logs: never the address, which may hold a provider's key. */
  name: string
  /** Whether it looks signatures up in its ledger. True while it has not answered. Never throws. */
  keepsHistory(): Promise<boolean>
  /** States by the node's ledger, and the slot that the answer speaks for. */
  lookUp(signatures: Signature[]): Promise<{ states: (SignatureState | null)[]; slot: bigint }>
  /** The oldest block that it has. */
  firstBlock(): Promise<bigint>
  /** At processed commitment, as of `minContextSlot` or later. */
  blockhashValid(blockhash: string, options?: ReadOptions): Promise<boolean>
  /** Sends the signed bytes once, without simulating them. Never throws. */
  send(bytes: Uint8Array): Promise<SendResult>
}

/** The cluster: reads are answered by the first endpoint that can. */
export type Chain = ChainReads & {
  nodes: readonly ChainNode[]
  /** To one endpoint, or to all: then the best of their answers. Never throws. */
  send(bytes: Uint8Array, options?: { everywhere?: boolean }): Promise<SendResult>
}

/** 'subscribed': the node will notify. 'notified': the signature is confirmed or failed. 'unreliable': no notification can be relied on for now. */
export type SignatureNotice = 'subscribed' | 'notified' | 'unreliable'

/** What a node tells by itself, where it can. A hint to look and nothing more: it may be late, wrong, or never come. */
export type SignatureNotifications = {
  /**
   * Calls back 'subscribed' and 'unreliable' by turns and 'notified' once, with which it ends; not at all where too
   * many are listened for. Answers how to stop. Never throws.
   */
  listen(signature: Signature, hear: (notice: SignatureNotice) => void): () => void
  close(): void
}
