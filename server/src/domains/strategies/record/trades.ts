/** The trades of a strategy, and strategies with their figures, in pages. */
import { STRATEGY_SKIPS } from '@purser/contract/limits.ts'
import { formatUnits, SOL_DECIMALS, toJsonAmount } from '@purser/contract/money.ts'
import { ADDRESS_PATTERN, UUID } from '@purser/contract/values.ts'
import type { SkippedOrder, Strategy, StrategyTrade } from '@purser/contract/strategies/strategies.ts'
import type { Db } from '../../../db/client.ts'
import { invalid } from '../../../kernel/fault.ts'
import { PRICE_DECIMALS } from '../../../ports/market.ts'
import type { Transfers } from '../../transfers/index.ts'
import { marketCost, type SideDecimals, toTradingCosts } from '../costs.ts'
import { inUsd, USD_DECIMALS } from './figures.ts'
import type { Asset, Sizing } from '../sizing/sizing.ts'
import { type OrderRow, toOrigin, type StrategyRow } from '../rows.ts'
import { skippedLogs } from './lines.store.ts'
import * as store from './trades.store.ts'

export type TradesParts = {
  db: Db
  transfers: Transfers
  sizing: Sizing
  toStrategies: (rows: StrategyRow[]) => Promise<Strategy[]>
}
export type TradesPage = { trades: StrategyTrade[]; skipped: SkippedOrder[]; next?: string }
export type ListQuery = {
  agentIds: number[]
  status: 'live' | 'ended' | undefined
  before: string | undefined
  limit: number
}

/** Price of a whole token, in 1e-12 USD. */
function computePrice(
  tokens: bigint,
  quote: bigint,
  decimals: SideDecimals,
  quotePrice: bigint,
): bigint | null {
  if (tokens === 0n) return null
  return (quote * quotePrice * 10n ** BigInt(decimals.token)) / tokens / 10n ** BigInt(decimals.quote)
}

type Traded = { quote: Asset; token: Asset }

function toTrade(row: OrderRow, assets: Traded, signature: string | null): StrategyTrade {
  const { run, seq, walletAddress, side, status, fee, rent, profit, quotePrice } = row
  const decimals = { quote: assets.quote.decimals, token: assets.token.decimals }
  const filled = status === 'filled'
  const [tokens, quote] = side === 'buy' ? [row.outAmount, row.spent] : [row.spent, row.outAmount]
  const known = filled && tokens !== null && quote !== null
  const usd = known && quotePrice !== null ? inUsd(quote, decimals.quote, quotePrice) : null
  const price = known && quotePrice !== null ? computePrice(tokens, quote, decimals, quotePrice) : null
  const amount = (units: bigint | null, places: number) =>
    units === null ? null : toJsonAmount(units, places)
  return {
    id: spotText(row),
    run,
    order: seq,
    side,
    status,
    time: (row.endedAt ?? row.at).toISOString(),
    wallet: walletAddress,
    tokens: known ? amount(tokens, decimals.token) : null,
    quote: known ? amount(quote, decimals.quote) : null,
    usd: amount(usd, USD_DECIMALS),
    price_usd: price === null ? null : Number(formatUnits(price, PRICE_DECIMALS)),
    fee: amount(fee, SOL_DECIMALS),
    costs:
      fee === null
        ? null
        : toTradingCosts({
            network: fee,
            rent: rent ?? 0n,
            market: marketCost(row, decimals),
            quote: assets.quote,
          }),
    profit: amount(profit, decimals.quote),
    signature,
    error: row.error,
  }
}

export function createTrades({ db, transfers, sizing, toStrategies }: TradesParts) {
  return {
    /** Newest first. The caller has checked the owner. Three queries, however many trades. */
    async trades(row: StrategyRow, before: string | undefined, limit: number): Promise<TradesPage> {
      const spot = before === undefined ? undefined : readSpot(before)
      // One more shows whether there is another page.
      const rows = await store.pageOfOrders(db, row.id, { before: spot, limit: limit + 1 })
      const page = rows.slice(0, limit)
      const { input: quote, output: token } = await sizing.sides(row.plan, 'buy')
      const signatures = await transfers.signatures.list(page.map(toOrigin))
      const lines = spot ? [] : await skippedLogs(db, row.id, STRATEGY_SKIPS)
      const last = rows.length > limit ? page.at(-1) : undefined
      return {
        trades: page.map((order) =>
          toTrade(order, { quote, token }, signatures.get(toOrigin(order)) ?? null),
        ),
        skipped: lines.map(({ at, message }) => ({ time: at.toISOString(), message })),
        ...(last ? { next: spotText(last) } : {}),
      }
    },

    /** Newest first, in one query; each token's price is read once. */
    async listPage(
      userId: number,
      { before, limit, ...filter }: ListQuery,
    ): Promise<{ strategies: Strategy[]; next?: string }> {
      const spot = before === undefined ? undefined : readStrategySpot(before)
      const rows = await store.pageOfStrategies(db, userId, { ...filter, before: spot, limit: limit + 1 })
      const page = rows.slice(0, limit)
      const last = rows.length > limit ? page.at(-1) : undefined
      return {
        strategies: await toStrategies(page),
        ...(last ? { next: `${last.createdAt.toISOString()}_${last.id}` } : {}),
      }
    },
  }
}

const spotText = ({ run, seq, walletAddress }: store.OrderSpot): string => `${run}.${seq}.${walletAddress}`
const notACursor = () => invalid('before', 'must be the `next` of a page')

const ORDER_SPOT = new RegExp(`^(\\d{1,9})\\.(\\d{1,9})\\.(${ADDRESS_PATTERN})$`)

function readSpot(text: string): store.OrderSpot {
  const [, run, seq, walletAddress] = ORDER_SPOT.exec(text) ?? []
  if (walletAddress === undefined) throw notACursor()
  return { run: Number(run), seq: Number(seq), walletAddress }
}

function readStrategySpot(text: string): store.StrategySpot {
  const [time = '', id = ''] = text.split('_')
  const createdAt = new Date(time)
  if (Number.isNaN(createdAt.getTime()) || !UUID.test(id)) throw notACursor()
  return { createdAt, id }
}
