/**
 * Deposits and withdrawals, and the resulting gain: value now - value then - deposits + withdrawals. Pure. For a group
 * the same holds with its wallets alone: a transfer from a wallet outside it is a deposit there, and so is a wallet
 * that joins it, with all its holdings.
 */
import type { PriceUsd } from '../../../ports/market.ts'
import { microUsd, type Prices } from '../value.ts'

/** Base units in one account. `price`: the last known one. */
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
/** Totals of a scope since its records began. `originUsd`: the part of the deposits that was there already. */
export type ScopeTotals = Sums & { since: Date; originUsd: bigint }
export type Counted = { groupIds: number[]; microUsd: bigint }
export type Interval = {
  /** Wallets as the previous point counted them, without new ones. */
  before: Map<number, Counted>
  now: Map<number, Counted>
  flows: Flow[]
}

/** Stands for the transaction if a wallet brought the amount along. */
export const OPENING = 'opening'

export const NOTHING: Sums = { deposited: 0n, withdrawn: 0n }

/** The price now, or the last known one: a market that does not answer makes nothing worthless. */
export const mergePrices = (prices: Prices, known: Holding[]): Prices => {
  const all = new Map(prices)
  for (const { mint, price } of known)
    if (price !== null && (prices.get(mint) ?? null) === null) all.set(mint, price)
  return all
}

/** Rounds down for each account. */
export const sumValue = (holdings: Holding[], prices: Prices): bigint =>
  holdings.reduce((sum, { mint, amount, decimals }) => {
    const price = prices.get(mint) ?? null
    return price === null ? sum : sum + microUsd(amount, decimals, price)
  }, 0n)

/**
 * The value of a flow at this price; a loss has the same figure with the other sign, so that what came and went again
 * adds up to zero.
 */
export function computeWorth(
  { amount, mint, decimals }: Pick<Flow, 'amount' | 'mint' | 'decimals'>,
  prices: Prices,
) {
  const price = prices.get(mint) ?? null
  if (price === null) return 0n
  return amount < 0n ? -microUsd(-amount, decimals, price) : microUsd(amount, decimals, price)
}

/** `scope`: a group; null: all wallets. In a scope that was not recorded before everything is new. */
export function sumFlows(scope: number | null, { before, now, flows }: Interval): Sums {
  const isIn = (counted: Counted | undefined) =>
    counted !== undefined && (scope === null || counted.groupIds.includes(scope))
  const stays = (id: number | null) =>
    id !== null && isIn(now.get(id)) && (!before.has(id) || isIn(before.get(id)))
  const sums = { ...NOTHING }
  const add = (worth: bigint) => {
    if (worth > 0n) sums.deposited += worth
    else sums.withdrawn -= worth
  }
  // A wallet joins or leaves at one moment: its flows within the interval are not the group's.
  for (const [id, counted] of now) if (isIn(counted) && !stays(id)) add(counted.microUsd)
  for (const [id, counted] of before) if (isIn(counted) && !stays(id)) add(-counted.microUsd)
  for (const flow of flows) if (stays(flow.walletId) && !stays(flow.otherId)) add(flow.microUsd)
  return sums
}

export const plus = (a: Sums, b: Sums): Sums => ({
  deposited: a.deposited + b.deposited,
  withdrawn: a.withdrawn + b.withdrawn,
})

/** The gain between two points, in millionths of a USD. */
export const computeGain = (then: Sums & { microUsd: bigint }, now: Sums & { microUsd: bigint }): bigint =>
  now.microUsd - then.microUsd - (now.deposited - then.deposited) + (now.withdrawn - then.withdrawn)
