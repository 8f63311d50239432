/**
 * Constants of mainnet-beta (as of November 2026), each with its source. A client that works with these values works
 * there. Slot time, rent and the commitment rule are initial values: they change on mainnet, and can change here
 * (chain/rules.ts).
 */

/** Milliseconds a slot lasts: on mainnet since October 2026, 300 before, 400 at first (SIMD-0525 schedule). */
export const SLOT_MS = 200
/** A blockhash is good while at most this many blocks followed it (MAX_PROCESSING_AGE). */
export const BLOCKHASH_AGE = 150
/**
 * Slots after which a transaction counts as confirmed: two thirds of the stake have voted on it. Under Alpenglow it is
 * then final, about 150 ms after its block (solana.com/developers/docs/defi/finality,
 * docs.anza.xyz/consensus/commitments): here at the end of the following slot, since nothing happens within one.
 */
export const CONFIRMED_AFTER = 2
/** Slots after which a transaction counts as finalized under tower (MAX_LOCKOUT_HISTORY + 1, a rooted block). */
export const FINALIZED_AFTER = 32
/** Slots whose statuses are found without searchTransactionHistory (MAX_RECENT_BLOCKHASHES). */
export const STATUS_CACHE_SLOTS = 300
/** Lamports for each signature (DEFAULT_TARGET_LAMPORTS_PER_SIGNATURE / 2). */
export const LAMPORTS_PER_SIGNATURE = 5000n
/** Lamports a byte an account must hold, its 128 bytes of overhead included (SIMD-0437, second step). */
export const RENT_PER_BYTE = 5080n
/** Bytes that every account costs beyond its data (ACCOUNT_STORAGE_OVERHEAD). */
export const ACCOUNT_OVERHEAD = 128n
/** Slots whose hashes the runtime offers to programs (MAX_ENTRIES of solana-slot-hashes). */
export const SLOT_HASHES = 512
/** Slots an epoch has, without warmup (mainnet genesis). */
export const SLOTS_PER_EPOCH = 432_000

/** Largest legacy and v0 transaction in bytes (PACKET_DATA_SIZE). */
export const MAX_BYTES = 1232
/** Largest v1 transaction in bytes, and its other limits (SIMD-0385). */
export const V1 = {
  versionByte: 129,
  maxBytes: 4096,
  maxAccounts: 64,
  maxSignatures: 12,
  maxInstructions: 64,
} as const
/** Accounts one legacy or v0 transaction may lock (MAX_TX_ACCOUNT_LOCKS). */
export const MAX_ACCOUNT_LOCKS = 64
/** Compute units of an instruction without a limit: ordinary programs and builtins (SIMD-0170). */
export const UNITS_PER_INSTRUCTION = 200_000
export const UNITS_PER_BUILTIN = 3_000
/** Most compute units a transaction may ask for. */
export const MAX_UNITS = 1_400_000

/** Limits of the RPC itself (agave rpc and rpc-client-types request limits). */
export const MAX_MULTIPLE_ACCOUNTS = 100
export const MAX_STATUSES = 256
export const MAX_SIGNATURES_FOR_ADDRESS = 1000
export const MAX_BLOCK_RANGE = 500_000
export const MAX_FILTERS = 4
export const MAX_BASE58_ACCOUNT_BYTES = 128

/** Our own limits: bytes of a request, bytes queued for a slow subscriber, subscriptions, lamports of an airdrop. */
export const MAX_BODY = 8 << 20
export const MAX_BACKLOG = 8 << 20
export const MAX_SUBSCRIPTIONS = 20_000
export const MAX_AIRDROP = 1_000_000n * 1_000_000_000n

/** The slot LiteSVM's programs are deployed at, the start of an epoch. Block height counts from it, so it differs from the slot. */
export const FIRST_SLOT = 447_552_000
/** Reported by getVersion. */
export const VERSION = { 'solana-core': '4.0.3', 'feature-set': 3_604_001_754 }

/** Bytes of a ledger file, and how many are kept. Older history is deleted, as with --limit-ledger-size. */
export const SEGMENT_BYTES = 32 << 20
export const SEGMENTS_KEPT = 8
/** Slots reserved on disk ahead of use, so that no slot is used twice after a crash. */
export const SLOT_LEASE = 32
