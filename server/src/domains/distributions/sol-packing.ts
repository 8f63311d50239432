/** Packs SOL transfers into transactions, and decides what a gather takes from each wallet. */
import type { Address } from '@solana/kit'
import { mostPrice } from '../../kernel/solana/budget.ts'
import { toChunks } from '../../kernel/chunks.ts'
import { transactionFee, type Packing, type Transfers } from '../transfers/index.ts'

type Format = Packing['format']
type Budget = ReturnType<Packing['budget']>

/** Transfers in one transaction, found by trial against the size limits with memo and budget. */
export const SOL_CHUNK = {
  /** One source to many destinations. */
  spread: { 0: 19, 1: 61 },
  /** Many sources, each of which signs, to one destination that pays the fee. */
  collect: { 0: 8, 1: 11 },
} as const satisfies Record<string, Record<Format, number>>

/** The instruction that sets a price takes the space of one transfer in version 0. */
export const chunkSize = (way: keyof typeof SOL_CHUNK, format: Format, price: bigint): number =>
  SOL_CHUNK[way][format] - (format === 0 && price > 0n ? 1 : 0)

export type Terms = {
  format: Format
  price: bigint
  size: number
  /**
   * Later attempts of a distribution with this many transfers offer more if the source can spare enough for all of
   * them: `extra` is reserved for that.
   */
  later(transfers: number, spare: bigint): Later
  /** The same for a gather whose destination pays: its fees by the price. */
  computeLater(feesAt: (price: bigint) => bigint, spare: bigint): Later
}
type Later = { request: { most?: string }; extra: bigint }

/** Price, size and format of transactions of SOL transfers whose fee `payer` pays. Throws chain_away. */
export async function readTerms(
  transfers: Pick<Transfers, 'funds'>,
  way: keyof typeof SOL_CHUNK,
  payer: Address,
): Promise<Terms> {
  const format = await transfers.funds.format()
  const price = await transfers.funds.price([payer], solBudget(SOL_CHUNK[way][format], 0n).units)
  const size = chunkSize(way, format, price)
  const most = mostPrice(price, solBudget(size, 0n).units)
  const computeLater: Terms['computeLater'] = (feesAt, spare) => {
    const extra = feesAt(most) - feesAt(price)
    const raises = extra > 0n && extra <= spare
    return raises ? { request: { most: most.toString() }, extra } : { request: {}, extra: 0n }
  }
  return {
    format,
    price,
    size,
    computeLater,
    later: (transfers, spare) => computeLater((at) => spreadFees(transfers, size, at), spare),
  }
}

/** A system transfer takes 150 units, a budget instruction 150, the memo with its 43 characters some 15,000. */
const UNITS_BASE = 40_000
const UNITS_PER_TRANSFER = 450
/** The programs with their data, and each account with its overhead. */
const LOADED_BASE = 1024 * 1024
const LOADED_PER_TRANSFER = 1024

export const solBudget = (transfers: number, price: bigint): Budget => ({
  units: UNITS_BASE + UNITS_PER_TRANSFER * transfers,
  loadedBytes: LOADED_BASE + LOADED_PER_TRANSFER * transfers,
  price,
})

/** Fees in lamports of a distribution with `size` transfers a transaction; only its source signs. */
export function spreadFees(transfers: number, size: number, price: bigint): bigint {
  return toChunks(Array.from({ length: transfers }), size).reduce(
    (sum, chunk) => sum + transactionFee(1, solBudget(chunk.length, price)),
    0n,
  )
}

export type Payer = 'destination' | 'source'

/** A destination that pays signs besides; a source that pays signs only once. */
export const collectFee = (transfers: number, payer: Payer, price: bigint): bigint =>
  transactionFee(transfers + (payer === 'destination' ? 1 : 0), solBudget(transfers, price))

export type GatherPlanRequest = {
  /** The free balance of each source; `amount` if the user has set it. */
  sources: readonly { free: bigint; amount: bigint | null }[]
  /** The amount that stays in each source. */
  keep: bigint
  size: number
  payer: Payer
  price: bigint
}
export type GatherPlan = {
  /** Amounts in the order of the sources; null: the wallet has nothing to give. */
  amounts: (bigint | null)[]
  /**
   * The amount of each source without a fee; if sources pay, the first one of each transaction gives less by the fee.
   */
  gross: (bigint | null)[]
  transactions: number
  fees: bigint
}

/** Sources without anything to give are left out; the others are packed in order. */
export function planGather(request: GatherPlanRequest): GatherPlan {
  const { sources, keep, size, payer, price } = request
  const gross = sources.map(({ free, amount }) => {
    const most = free - keep
    if (amount !== null) return amount
    return most > 0n ? most : null
  })
  // If sources pay, each must be able to pay the dearest transaction's fee and still give something.
  if (payer === 'source') {
    const dearest = collectFee(size, payer, price)
    sources.forEach(({ amount }, i) => {
      const given = gross[i]
      if (amount === null && given != null && given <= dearest) gross[i] = null
    })
  }
  const amounts = [...gross]
  const taking = gross.flatMap((given, i) => (given === null ? [] : [i]))
  const chunks = toChunks(taking, size)
  let fees = 0n
  for (const chunk of chunks) {
    const fee = collectFee(chunk.length, payer, price)
    fees += fee
    const [first] = chunk
    if (payer === 'source' && first !== undefined && sources[first]?.amount === null)
      amounts[first] = (gross[first] ?? 0n) - fee
  }
  return { amounts, gross, transactions: chunks.length, fees }
}

/** The destination pays if it stays above the rent minimum. */
export function choosePayer(destination: {
  free: bigint
  rent: bigint
  sources: number
  size: number
  price: bigint
}): Payer {
  const { free, rent, sources, size, price } = destination
  const fees = toChunks(Array.from({ length: sources }), size).reduce(
    (sum, chunk) => sum + collectFee(chunk.length, 'destination', price),
    0n,
  )
  return free >= fees + rent ? 'destination' : 'source'
}
