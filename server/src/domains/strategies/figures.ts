/** A strategy as the API answers it, with its profit. */
import { parseUnitsDown, SOL_DECIMALS, toJsonAmount } from '@purser/contract/money.ts'
import type { Strategy } from '@purser/contract/strategies.ts'
import { SOL_MINT } from '@purser/contract/tokens.ts'
import { type Market, PRICE_SCALE } from '../../ports/market.ts'
import type { Sizing } from './sizing.ts'
import type * as store from './strategies.store.ts'

const USD_DECIMALS = 6
const NOTHING = { realised: null, unrealised: null, held: 0 }

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

  /** In the quote; the market's fee is in what it gave, the chain's stands apart. */
  async function gains({ plan, state }: store.StrategyRow) {
    const { input: quote, output: token } = await sizing.sides(plan, 'buy')
    const inQuote = (text: string) =>
      text.startsWith('-')
        ? -parseUnitsDown(text.slice(1), quote.decimals)
        : parseUnitsDown(text, quote.decimals)
    const held = parseUnitsDown(state.held ?? '0', token.decimals)
    const cost = inQuote(state.cost ?? '0')
    const realised = toJsonAmount(inQuote(state.realised ?? '0'), quote.decimals)
    if (held === 0n) return { realised, unrealised: 0, held: 0 }
    const [tokenPrice, quotePrice] = [await market.priceUsd(token.mint), await market.priceUsd(quote.mint)]
    const worth =
      tokenPrice === null || quotePrice === null || quotePrice === 0n
        ? null
        : (held * tokenPrice * 10n ** BigInt(quote.decimals)) / quotePrice / 10n ** BigInt(token.decimals)
    return {
      realised,
      unrealised: worth === null ? null : toJsonAmount(worth - cost, quote.decimals),
      held: toJsonAmount(held, token.decimals),
    }
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
      ...(row.boughtBase === 0n ? NOTHING : await gains(row).catch(() => NOTHING)),
      fees: toJsonAmount(row.feesLamports, SOL_DECIMALS),
    }
  }

  return { toStrategy }
}
