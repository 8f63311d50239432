/** Transaction formats, their size limits, and what a transaction costs. */
import { LAMPORTS_PER_SIGNATURE } from '@purser/contract/limits.ts'
import {
  type Address,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { isFault } from '../../kernel/fault.ts'
import type { Simulation } from '../../ports/chain.ts'

/** Version 1 holds more than three times as much, where the cluster takes it. */
export type Format = 0 | 1
/** Bytes on the wire. */
export const MAX_WIRE_BYTES: Record<Format, number> = { 0: 1_232, 1: 4_096 }

/** `price` in micro-lamports per compute unit. */
export type Budget = { units: number; loadedBytes: number; price: bigint }

const MICRO = 1_000_000n
/** The most that a transaction pays for priority, whatever others pay. */
const MAX_PRIORITY_LAMPORTS = 50_000n

/** In lamports, in total. */
export function priorityFee({ units, price }: Budget): bigint {
  return (price * BigInt(units) + MICRO - 1n) / MICRO
}

export function feeOf(signatures: number, budget: Budget): bigint {
  return LAMPORTS_PER_SIGNATURE * BigInt(signatures) + priorityFee(budget)
}

/** The 75th percentile of recent blocks, capped so that no transaction of `units` pays more than the cap. */
export function priceFrom(recent: readonly bigint[], units: number): bigint {
  const sorted = [...recent].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const price = sorted[Math.floor((sorted.length * 3) / 4)] ?? 0n
  const cap = (MAX_PRIORITY_LAMPORTS * MICRO) / BigInt(units)
  return price < cap ? price : cap
}

/** Probes the chain once by simulating an empty transaction of version 1. Throws chain_away. */
export function createFormats(chain: Pick<Simulation, 'simulate'>): () => Promise<Format> {
  let known: Promise<Format> | null = null
  const ask = async (): Promise<Format> => {
    try {
      await chain.simulate(probe())
      return 1
    } catch (error) {
      if (isFault(error, 'chain_refused')) return 0
      throw error
    }
  }
  return () => {
    known ??= ask().catch((error: unknown) => {
      known = null
      throw error
    })
    return known
  }
}

/** Any address will do: the format is checked before the account. */
const NOBODY = '1nc1nerator11111111111111111111111111111111' as Address
const SOME_HASH = '11111111111111111111111111111111' as Blockhash

function probe(): Uint8Array {
  const message = pipe(
    createTransactionMessage({ version: 1 }),
    (m) => setTransactionMessageFeePayer(NOBODY, m),
    (m) => setTransactionMessageLifetimeUsingBlockhash({ blockhash: SOME_HASH, lastValidBlockHeight: 0n }, m),
    (m) => setTransactionMessageConfig({ computeUnitLimit: 1_000, loadedAccountsDataSizeLimit: 1_000 }, m),
  )
  return new Uint8Array(getTransactionEncoder().encode(compileTransaction(message)))
}
