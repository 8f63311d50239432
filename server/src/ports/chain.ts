/**
 * A Solana cluster as the desk uses it, through JSON-RPC alone, split by capability: callers take the smallest that
 * suffices. Every call may be slow, fail (chain_away), or succeed without an answer.
 */
import type { Address, Blockhash, Signature } from '@solana/kit'
import type { AccountAt, AccountReading, AccountState, SharedOptions } from './account-at.ts'
import type {
  Execution,
  ListedSignature,
  MintInfo,
  ReadOptions,
  SendResult,
  SignatureState,
  TokenAccount,
  TokenAmount,
  TokenHolding,
  TokenMint,
} from './chain-data.ts'
import type { EndpointHealth, Inspection } from './endpoint-health.ts'
import type { TokenMetadata } from './token-metadata.ts'

/** Amounts at the commitment at which funds count as moved. */
export type Balances = {
  /** Lamports, and the slot of the answer. */
  balance(address: Address, options?: ReadOptions): Promise<{ lamports: bigint; slot: bigint }>
  /** The same for up to 100 addresses a call; 0 if there is no account. */
  balances(addresses: Address[], options?: SharedOptions): Promise<{ lamports: bigint; slot: bigint }[]>
  /** Up to 100 addresses a call; null if there is no account. */
  lamports(addresses: Address[], options?: ReadOptions): Promise<(bigint | null)[]>
  /** Lamports, and token accounts with their amounts, up to 100 addresses a call. */
  accounts(addresses: Address[], options?: SharedOptions): Promise<AccountReading[]>
  /** Every token account of the owner, of both token programs; the older slot of the two answers. */
  holdings(owner: Address, options?: ReadOptions): Promise<{ tokens: TokenHolding[]; slot: bigint }>
  /** The same for one mint. With `maxAgeMs` an account that was opened lately may be missing. */
  tokenHoldings(
    owner: Address,
    mint: Address,
    options?: SharedOptions,
  ): Promise<{ tokens: TokenHolding[]; slot: bigint }>
}

/** Mints and token accounts of both token programs. */
export type TokenReads = {
  /** null: no mint of either token program. */
  mintInfo(mint: Address): Promise<MintInfo | null>
  /** The same with the extensions that matter to those who move its tokens. */
  tokenMint(mint: Address): Promise<TokenMint | null>
  /** In order; null: no mint of either token program. The mint's own texts, else those of its metadata account. */
  tokenMetadata(mints: Address[]): Promise<(TokenMetadata | null)[]>
  /**
   * Counts the wallets that hold some of the mint: one scan of its program, which many public nodes refuse; each
   * endpoint gets one try.
   */
  holders(token: { mint: Address; program: Address }): Promise<number>
  /** Up to 100 token accounts a call; null if there is none. */
  tokenAmounts(accounts: Address[]): Promise<(TokenAmount | null)[]>
  /** Up to 100 token accounts a call, with the slot of the answer. */
  tokenAccounts(
    accounts: Address[],
    options?: ReadOptions,
  ): Promise<{ account: TokenAccount | null; slot: bigint }[]>
}

/** Accounts of any program. */
export type AccountReads = {
  /** null: there is no account. */
  accountAt(address: Address): Promise<AccountAt | null>
  /** Up to 100 addresses a call; null if there is no account. */
  states(addresses: Address[], options?: ReadOptions): Promise<(AccountState | null)[]>
  /** Lamports that an account of this many bytes must hold. */
  rentExempt(bytes: number): Promise<bigint>
}

/** Transactions that were executed. */
export type Ledger = {
  /** Recent transactions only, up to 256 a call; null: unknown to this node, which proves nothing (see `ChainNode.lookUp`). */
  statuses(signatures: Signature[]): Promise<(SignatureState | null)[]>
  execution(signature: Signature, options?: ReadOptions): Promise<Execution | null>
  /**
   * Transactions that have moved and name the address, newest first: those before `before` and after `until`, at most `limit`
   * (1,000) a call. An `until` that the node does not know bounds nothing.
   */
  listSignatures(
    address: Address,
    options?: ReadOptions & { until?: Signature; before?: Signature; limit?: number },
  ): Promise<ListedSignature[]>
  /** A moved transaction as it was signed, and the payer of its fee; null if the node has none. */
  signedTransaction(
    signature: Signature,
  ): Promise<{ bytes: Uint8Array; slot: bigint; feePayer: Address } | null>
}

export type Blockhashes = {
  /** `maxAgeMs`: an older hash is accepted while it has most of its life left; a second by default. */
  latestBlockhash(
    options?: ReadOptions & {
      maxAgeMs?: number
    },
  ): Promise<{ blockhash: Blockhash; lastValidBlockHeight: bigint; slot: bigint }>
  /** The height at the commitment of moved funds, which the adapter decides for each endpoint, or at 'finalized'. */
  blockHeight(as: 'moved' | 'final'): Promise<{ height: bigint; slot: bigint }>
}

/** A simulated transaction. `loadedBytes`: the size of all accounts that it loaded, if the node says. */
export type Simulated = {
  error: string | null
  logs: string[]
  units: bigint | null
  loadedBytes: number | null
  after: (AccountState | null)[]
}

export type Simulation = {
  /**
   * Runs the bytes with a recent blockhash in place of theirs, signed or not. `after`: the resulting states of the
   * requested accounts, in order; empty if it fails. Throws chain_away for bytes that no endpoint can read.
   */
  simulate(bytes: Uint8Array, options?: ReadOptions & { accounts?: Address[] }): Promise<Simulated>
  /**
   * Whether transactions of version 1 are accepted; for a cluster, by all endpoints. null: not known, because one has
   * not answered yet. An answer is kept until a check, or the refusal of a simulation, finds another; `anew` repeats
   * the check.
   */
  takesVersion1(options?: { anew?: boolean }): Promise<boolean | null>
  /** The least that recent blocks charged to write these accounts (at most 128), in micro-lamports per compute unit. */
  recentPrices(addresses: Address[]): Promise<bigint[]>
}

/** Funds of test networks; a second endpoint is never called. */
export type LocalFunds = {
  airdrop(address: Address, lamports: bigint): Promise<Signature>
  /** Only the local network has it. */
  tokenAirdrop(owner: Address, mint: Address, amount: bigint): Promise<Signature>
}

export type Health = {
  genesisHash(): Promise<string>
  healthy(): Promise<boolean>
}

export type Sending = {
  /** Sends to one endpoint, or to all: then the best of their answers counts. Never throws. */
  send(bytes: Uint8Array, options?: { everywhere?: boolean }): Promise<SendResult>
}

/** Reads that one endpoint and the whole cluster answer alike. */
export type ChainReads = Balances &
  TokenReads &
  AccountReads &
  Ledger &
  Blockhashes &
  Simulation &
  LocalFunds &
  Health

/** One endpoint, called by itself. */
export type ChainNode = ChainReads & {
  /** For logs: never the URL, which may hold a provider's key. */
  name: string
  health: EndpointHealth
  /** Reads all that a check of endpoints needs. Never throws. */
  inspect(): Promise<Inspection>
  /** Whether it looks signatures up in its ledger. True until it has answered. Never throws. */
  keepsHistory(): Promise<boolean>
  /** States from the node's ledger, and the slot of the answer. Older nodes ignore `minContextSlot`. */
  lookUp(
    signatures: Signature[],
    options?: ReadOptions,
  ): Promise<{ states: (SignatureState | null)[]; slot: bigint }>
  /** The oldest block that it has. */
  firstBlock(): Promise<bigint>
  /** At processed commitment, as of `minContextSlot` or later. */
  blockhashValid(blockhash: string, options?: ReadOptions): Promise<boolean>
  /** Sends the signed bytes once, without simulating them. Never throws. */
  send(bytes: Uint8Array): Promise<SendResult>
}

/** Each endpoint by itself: the answer of a single one proves little. */
export type Endpoints = { nodes: readonly ChainNode[] }

/** The cluster: reads are answered by the first endpoint that can. */
export type Chain = ChainReads & Sending & Endpoints
