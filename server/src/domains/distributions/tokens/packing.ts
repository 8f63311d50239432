/** Packs token transfers into transactions by the limits of bytes, accounts, signatures and instructions. */
import { toChunks } from '../../../kernel/chunks.ts'
import { transactionFee, type Packing } from '../../transfers/index.ts'

type Format = Packing['format']
type Budget = ReturnType<Packing['budget']>

/**
 * Transfers in one transaction, found by trial with memo and budget. Version 1 holds 64 accounts and 12 signatures; the
 * runtime executes 64 instructions, and opening an account takes four inner ones besides its own.
 */
export const TOKEN_CHUNK = {
  /** One source to token accounts that exist. */
  existing: { 0: 17, 1: 59 },
  /** The same to accounts that the transaction opens. */
  opening: { 0: 8, 1: 10 },
  /** Many sources, each of which signs, to one destination that pays the fee. */
  collect: { 0: 5, 1: 11 },
} as const satisfies Record<string, Record<Format, number>>
export type Way = keyof typeof TOKEN_CHUNK

/**
 * The same in version 0, where bytes are scarce, for a token that charges a fee: each transfer names the fee, and
 * closing takes two steps.
 */
const CHARGING: Record<Way, number> = { existing: 14, opening: 7, collect: 4 }

export type ChunkTerms = { format: Format; charges: boolean }
export const tokenChunk = (way: Way, { format, charges }: ChunkTerms): number =>
  format === 0 && charges ? CHARGING[way] : TOKEN_CHUNK[way][format]

/** Measured: a transfer of the newer program with its fee takes some 4,000 units, opening an account up to 35,000. */
const UNITS = { base: 45_000, transfer: 8_000, open: 45_000, close: 16_000 }
/** Both token programs, the associated one and the memo program with their data, and the accounts. */
const LOADED_BYTES = 4 * 1024 * 1024

export type Load = { transfers: number; opening: number; closing: number }

export const tokenBudget = ({ transfers, opening, closing }: Load, price: bigint): Budget => ({
  units: UNITS.base + UNITS.transfer * transfers + UNITS.open * opening + UNITS.close * closing,
  loadedBytes: LOADED_BYTES,
  price,
})

/** The dearest possible transaction: for the price, and for what a payer must hold. */
export const fullLoad = (way: Way, format: Format): Load => {
  const transfers = TOKEN_CHUNK[way][format]
  if (way === 'collect') return { transfers, opening: 1, closing: transfers }
  return { transfers, opening: way === 'opening' ? transfers : 0, closing: 0 }
}

export type SpreadTerms = ChunkTerms & { opens: ReadonlySet<number> }

/** Splits them into transfers to existing accounts, and those to new ones. */
export function splitSpread<R extends { position: number }>(
  rows: readonly R[],
  { opens, ...terms }: SpreadTerms,
): R[][] {
  const [there, missing] = [false, true].map((is) => rows.filter((row) => opens.has(row.position) === is))
  return [
    ...toChunks(there ?? [], tokenChunk('existing', terms)),
    ...toChunks(missing ?? [], tokenChunk('opening', terms)),
  ]
}

/** A destination that pays signs besides; a source that pays signs only once. */
export const collectSignatures = (transfers: number, payer: 'destination' | 'source'): number =>
  transfers + (payer === 'destination' ? 1 : 0)

export const collectFee = (load: Load, payer: 'destination' | 'source', price: bigint): bigint =>
  transactionFee(collectSignatures(load.transfers, payer), tokenBudget(load, price))
