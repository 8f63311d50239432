/** The part of all holdings of the chosen wallets that a plan spends, by value and in whole numbers. */
import { formatUnits } from '@purser/contract/money.ts'
import { type Plan, tradesHoldings } from '@purser/contract/strategies/plan.ts'
import { SOL_MINT, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Market } from '../../../ports/market.ts'
import { readPrices } from '../../balances/index.ts'
import type { Asset, Sizing } from '../../strategies/index.ts'
import { solAndUsdcFirst, type Holding } from './holdings.ts'

/** Tenths of a percent, rounded down; or the token whose missing price leaves it unknown. */
export type Share = { tenths: bigint; isOpen: boolean } | { unpriced: string }

/** A plan that spends more than one part in this many says so. */
const NOTABLE = 10n

type Spending = {
  plan: Plan
  addresses: string[]
  input: Asset
  output: Asset
  /** All that it spends, or may spend where it has no end, in base units of the input. */
  spends: bigint
  /** The most that the wallets can spend of the input. */
  has: bigint
  isOpen: boolean
}

/** null: it is no more than a tenth. */
export async function computeShare(
  { market, sizing, tokens }: { market: Market; sizing: Sizing; tokens: () => Promise<Holding[]> },
  { plan, addresses, input, output, spends, has, isOpen }: Spending,
): Promise<Share | null> {
  const isWhole = tradesHoldings(plan)
  // The rest need not be read where this alone is enough.
  if (!isWhole && spends * NOTABLE <= has) return null
  const sol = await sizing.asset(SOL_MINT)
  const usdc = await sizing.asset(USDC_MINT).catch(() => null)
  const assets = [sol, usdc, input, output].filter((one) => one !== null)
  const all = [...new Map(assets.map((one) => [one.mint, one])).values()]
  const held = await sizing.holdings(addresses, all)
  const others = solAndUsdcFirst((await tokens()).filter(({ mint }) => !all.some((one) => one.mint === mint)))
  const digits = Math.max(...[...all, ...others].map(({ decimals }) => decimals))
  const scale = ({ decimals }: { decimals: number }) => 10n ** BigInt(digits - decimals)
  const prices = await readPrices(
    market,
    [...all, ...others].map(({ mint }) => mint),
  )
  let [total, spent] = [0n, 0n]
  for (const [i, asset] of all.entries()) {
    const units = held[i] ?? 0n
    const isTraded = asset.mint === input.mint || (isWhole && asset.mint === output.mint)
    if (units === 0n && !isTraded) continue
    const price = prices.get(asset.mint) ?? null
    if (price === null) return { unpriced: asset.symbol }
    total += units * price * scale(asset)
    if (isTraded) spent += (isWhole ? units : spends) * price * scale(asset)
  }
  // Anybody may have sent these here: a token that no market prices is worth nothing.
  for (const one of others) total += one.amount * (prices.get(one.mint) ?? 0n) * scale(one)
  if (total === 0n || spent * NOTABLE <= total) return null
  return { tenths: (spent * 1_000n) / total, isOpen }
}

export function shareWords(plan: Plan, share: Share): string {
  if ('unpriced' in share)
    return `The share of your wallets that this spends is unknown: the market has no price for ${share.unpriced}.`
  const part = `${formatUnits(share.tenths, 1)}% of what your wallets hold`
  if (tradesHoldings(plan)) return `This trades with ${part}.`
  const verb = plan.trade_direction === 'sell' ? 'sell' : 'spend'
  if (share.isOpen) return `This can ${verb} ${part} unless you stop it.`
  return `This ${verb}s ${part}.`
}
