/**
 * What came in and went out, and so what was gained: value now - value then - deposits + withdrawals. Pure. Of a group the
 * same holds with its wallets alone: a transfer from a wallet outside of it is a deposit there, and so is a wallet that
 * joins it, with all it holds.
 */
import type { PriceUsd } from '../../../ports/market.ts'
import { microUsd, type Prices } from '../value.ts'

/** Base units in one account. `price`: the last that was known. */
export type Holding = {
  account: string
  mint: string
  decimals: number
  amount: bigint
  price: PriceUsd | null
}
/** Positive: it entered the wallet. `otherId`: the user's wallet on the other side. */
export type Flow = {
  walletId: number
  otherId: number | null
  mint: string
  decimals: number
  signature: string
  amount: bigint
  microUsd: bigint
  at: Date
}
/** Both are never negative. */
export type Sums = { deposited: bigint; withdrawn: bigint }
/** Of a scope since its records began. `originUsd`: the part of what was deposited that was there already. */
export type ScopeTotals = Sums & { since: Date; originUsd: bigint }
export type Counted = { groupIds: number[]; microUsd: bigint }
export type Interval = {
  /** As the point before counted them; without those that are new. */
  before: Map<number, Counted>
  now: Map<number, Counted>
  flows: Flow[]
}

/** In place of the transaction, of what a wallet brought along. */
export const OPENING = 'opening'

export const NOTHING: Sums = { deposited: 0n, withdrawn: 0n }

/** The price now, or the last that was known: a market that is silent makes nothing worthless. */
export const pricedBy = (prices: Prices, known: Holding[]): Prices => {
  const all = new Map(prices)
  for (const { mint, price } of known)
    if (price !== null && (prices.get(mint) ?? null) === null) all.set(mint, price)
  return all
}

/** Each account rounded down. */
export const valueOf = (holdings: Holding[], prices: Prices): bigint =>
  holdings.reduce((sum, { mint, amount, decimals }) => {
    const price = prices.get(mint) ?? null
    return price === null ? sum : sum + microUsd(amount, decimals, price)
  }, 0n)

/** A flow at this price; of a loss the same figure with the other sign, so that what came and went again is nothing. */
export function worthOf(
  { amount, mint, decimals }: Pick<Flow, 'amount' | 'mint' | 'decimals'>,
  prices: Prices,
) {
  const price = prices.get(mint) ?? null
  if (price === null) return 0n
  return amount < 0n ? -microUsd(-amount, decimals, price) : microUsd(amount, decimals, price)
}

/** `scope`: a group; null: all wallets. Of one that was not recorded before everything is new. */
export function sumsOf(scope: number | null, { before, now, flows }: Interval): Sums {
  const isIn = (counted: Counted | undefined) =>
    counted !== undefined && (scope === null || counted.groupIds.includes(scope))
  const stays = (id: number | null) =>
    id !== null && isIn(now.get(id)) && (!before.has(id) || isIn(before.get(id)))
  const sums = { ...NOTHING }
  const add = (worth: bigint) => {
    if (worth > 0n) sums.deposited += worth
    else sums.withdrawn -= worth
  }
  // Whoever joins or leaves does so at one moment: what happened to it in the interval is not the group's.
  for (const [id, counted] of now) if (isIn(counted) && !stays(id)) add(counted.microUsd)
  for (const [id, counted] of before) if (isIn(counted) && !stays(id)) add(-counted.microUsd)
  for (const flow of flows) if (stays(flow.walletId) && !stays(flow.otherId)) add(flow.microUsd)
  return sums
}

export const plus = (a: Sums, b: Sums): Sums => ({
  deposited: a.deposited + b.deposited,
  withdrawn: a.withdrawn + b.withdrawn,
})

/** Between two points, in millionths of a USD. */
export const gainOf = (then: Sums & { microUsd: bigint }, now: Sums & { microUsd: bigint }): bigint =>
  now.microUsd - then.microUsd - (now.deposited - then.deposited) + (now.withdrawn - then.withdrawn)
