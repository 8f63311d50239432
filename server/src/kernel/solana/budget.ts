/** Transaction formats, their size limits, and the priority fees that transactions offer. */

/** Version 1 holds more than three times as much, if the cluster accepts it. */
export type Format = 0 | 1
/** The largest transaction, in bytes. */
export const MAX_WIRE_BYTES: Record<Format, number> = { 0: 1_232, 1: 4_096 }
/** The most that one transaction may use, and load (Agave: program-runtime/src/execution_budget.rs). */
export const MAX_UNITS = 1_400_000
export const MAX_LOADED_BYTES = 64 * 1024 * 1024

/** `price` in micro-lamports per compute unit. */
export type Budget = { units: number; loadedBytes: number; price: bigint }

const MICRO = 1_000_000n
/** The most that a transaction pays for priority, whatever others pay. */
export const MAX_PRIORITY_LAMPORTS = 50_000n

/** Lamports in total. */
export function priorityFee({ units, price }: Budget): bigint {
  return (price * BigInt(units) + MICRO - 1n) / MICRO
}

/** No more than the cap allows a transaction of `units`. */
export function cappedPrice(price: bigint, units: number): bigint {
  const cap = (MAX_PRIORITY_LAMPORTS * MICRO) / BigInt(units)
  return price < cap ? price : cap
}

/** Micro-lamports for a compute unit: the price is never zero if others pay. */
export const LEAST_PRICE = 10_000n

/** The 75th percentile of recent blocks, or `least`; capped so that no transaction of `units` pays more than the cap. */
export function priceFrom(recent: readonly bigint[], units: number, least = 0n): bigint {
  const sorted = [...recent].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const asked = sorted[Math.floor((sorted.length * 3) / 4)] ?? 0n
  return cappedPrice(asked > least ? asked : least, units)
}

/** Attempts that expire before the transfers in them are given up. */
export const LAST_ATTEMPT = 5

/** The most that the last attempt may offer, if the first one offers this. */
export const mostPrice = (price: bigint, units: number): bigint =>
  cappedPrice(price * BigInt(LAST_ATTEMPT), units)

/** The budget of a later attempt: the first one offered too little. */
export const raised = (budget: Budget, attempt: number): Budget => ({
  ...budget,
  price: cappedPrice(budget.price * BigInt(attempt), budget.units),
})

/** The budget that an attempt offers, and its total cost in lamports. */
export type Offer = { budget: Budget; fee: bigint }

/** A later attempt offers more than the first, up to `most`; `attempt` from 1. */
export function raiseOffer({ budget, fee }: Offer, most: bigint, attempt: number): Offer {
  const asked = budget.price * BigInt(attempt)
  const later = { ...budget, price: cappedPrice(asked < most ? asked : most, budget.units) }
  return { budget: later, fee: fee + priorityFee(later) - priorityFee(budget) }
}
