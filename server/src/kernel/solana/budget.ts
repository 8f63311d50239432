/** Transaction formats, their size limits, and what a transaction offers for being executed. */

/** Version 1 holds more than three times as much, where the cluster takes it. */
export type Format = 0 | 1
/** Bytes on the wire. */
export const MAX_WIRE_BYTES: Record<Format, number> = { 0: 1_232, 1: 4_096 }
/** The most that one transaction may use, and load (Agave: program-runtime/src/execution_budget.rs). */
export const MAX_UNITS = 1_400_000
export const MAX_LOADED_BYTES = 64 * 1024 * 1024

/** `price` in micro-lamports per compute unit. */
export type Budget = { units: number; loadedBytes: number; price: bigint }

const MICRO = 1_000_000n
/** The most that a transaction pays for priority, whatever others pay. */
export const MAX_PRIORITY_LAMPORTS = 50_000n

/** In lamports, in total. */
export function priorityFee({ units, price }: Budget): bigint {
  return (price * BigInt(units) + MICRO - 1n) / MICRO
}

/** No more than the cap allows a transaction of `units`. */
export function cappedPrice(price: bigint, units: number): bigint {
  const cap = (MAX_PRIORITY_LAMPORTS * MICRO) / BigInt(units)
  return price < cap ? price : cap
}

/** Micro-lamports a compute unit: never none, where others pay. */
export const LEAST_PRICE = 10_000n

/** The 75th percentile of recent blocks, or `least`; capped so that no transaction of `units` pays more than the cap. */
export function priceFrom(recent: readonly bigint[], units: number, least = 0n): bigint {
  const sorted = [...recent].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const asked = sorted[Math.floor((sorted.length * 3) / 4)] ?? 0n
  return cappedPrice(asked > least ? asked : least, units)
}

/** Attempts that expire before what they hold is given up. */
export const LAST_ATTEMPT = 5

/** What the last attempt may offer, where the first one offers this. */
export const mostPrice = (price: bigint, units: number): bigint =>
  cappedPrice(price * BigInt(LAST_ATTEMPT), units)

/** Of a later attempt: the first one offered too little. */
export const raised = (budget: Budget, attempt: number): Budget => ({
  ...budget,
  price: cappedPrice(budget.price * BigInt(attempt), budget.units),
})

/** What an attempt offers, and what it costs in lamports in all. */
export type Offer = { budget: Budget; fee: bigint }

/** A later attempt offers more than the first, up to `most`; `attempt` from 1. */
export function offerOf({ budget, fee }: Offer, most: bigint, attempt: number): Offer {
  const asked = budget.price * BigInt(attempt)
  const later = { ...budget, price: cappedPrice(asked < most ? asked : most, budget.units) }
  return { budget: later, fee: fee + priorityFee(later) - priorityFee(budget) }
}
