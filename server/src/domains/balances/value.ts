/** Values of amounts in whole numbers: base units times a price of 1e-12 USD. */
import { SOL_DECIMALS } from '@purser/contract/money.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Market, PriceUsd } from '../../ports/market.ts'

/** Values are stored in millionths of a USD. */
export const USD_DECIMALS = 6
const PER_MICRO_USD = 10n ** 6n

export type Prices = Map<string, PriceUsd | null>

/** Rounded down. */
export const microUsd = (units: bigint, decimals: number, price: PriceUsd): bigint =>
  (units * price) / 10n ** BigInt(decimals) / PER_MICRO_USD

/** The same in lamports at this price of SOL; null without a price. */
export const inLamports = (usd: bigint, sol: PriceUsd): bigint | null =>
  sol === 0n ? null : (usd * PER_MICRO_USD * 10n ** BigInt(SOL_DECIMALS)) / sol

/** Prices of SOL and these mints; none while the market is unavailable, or for mints that nobody has traded. */
export async function readPrices(market: Market, mints: Iterable<string>): Promise<Prices> {
  const wanted = [...new Set([SOL_MINT, ...mints])]
  const untraded = await market.untraded?.(wanted)
  const found = await Promise.all(
    wanted.map(async (mint) => (untraded?.has(mint) ? null : market.priceUsd(mint).catch(() => null))),
  )
  return new Map(wanted.map((mint, i) => [mint, found[i] ?? null]))
}
