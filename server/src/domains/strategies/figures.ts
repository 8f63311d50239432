/** A strategy as the API answers it, with its profit. */
import { SOL_DECIMALS, toJsonAmount } from '@purser/contract/money.ts'
import type { Strategy } from '@purser/contract/strategies.ts'
import { SOL_MINT } from '@purser/contract/tokens.ts'
import { type Market, PRICE_SCALE } from '../../ports/market.ts'
import type { Sizing } from './sizing.ts'
import type * as store from './strategies.store.ts'

const USD_DECIMALS = 6

export function createFigures({ market, sizing }: { market: Market; sizing: Sizing }) {
  /** USD at the market's prices now, fees included; null where nothing was bought or there is no price. */
  async function profit(row: store.StrategyRow): Promise<number | string | null> {
    if (row.boughtBase === 0n) return null
    const { input: quote, output: token } = await sizing.sides(row.plan, 'buy')
    const [inQuote, inToken, inSol] = await Promise.all(
      [quote.mint, token.mint, SOL_MINT].map((mint) => market.priceUsd(mint)),
    )
    if (
      inQuote === null ||
      inToken === null ||
      inSol === null ||
      inQuote === undefined ||
      inToken === undefined ||
      inSol === undefined
    )
      return null
    const usd = (units: bigint, decimals: number, price: bigint) =>
      (units * price * 10n ** BigInt(USD_DECIMALS)) / 10n ** BigInt(decimals) / PRICE_SCALE
    const total =
      usd(row.receivedQuote - row.spentQuote, quote.decimals, inQuote) +
      usd(row.boughtBase - row.soldBase, token.decimals, inToken) -
      usd(row.feesLamports, SOL_DECIMALS, inSol)
    return toJsonAmount(total, USD_DECIMALS)
  }

  async function toStrategy(row: store.StrategyRow): Promise<Strategy> {
    return {
      id: row.id,
      external_id: row.id,
      agent_id: row.agentId,
      status: row.status,
      plan: row.plan,
      wallet_addresses: row.walletAddresses,
      created_at: row.createdAt.toISOString(),
      ended_at: row.endedAt?.toISOString() ?? null,
      orders_placed: row.state.ordersPlaced,
      orders_filled: row.state.ordersFilled,
      // A figure that cannot be had now must not keep the rest from being seen.
      pnl: await profit(row).catch(() => null),
    }
  }

  return { toStrategy }
}
