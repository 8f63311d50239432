/** Transaction formats, their size limits, and what a transaction costs. */
import { LAMPORTS_PER_SIGNATURE } from '@purser/contract/limits.ts'
import { Fault } from '../../kernel/fault.ts'
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

/** Version 1 only where all endpoints take it. Throws chain_away while none of them has said. */
export async function formatOf(chain: Pick<Simulation, 'takesVersion1'>): Promise<Format> {
  const takes = await chain.takesVersion1()
  if (takes === null) throw new Fault('chain_away')
  return takes ? 1 : 0
}
