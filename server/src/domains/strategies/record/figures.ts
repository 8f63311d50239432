/** A strategy in the form of the API, with its profit. */
import { parseUnitsDown, SOL_DECIMALS, toJsonAmount } from '@purser/contract/money.ts'
import type { Strategy } from '@purser/contract/strategies/strategies.ts'
import { type Market, PRICE_SCALE, type PriceUsd } from '../../../ports/market.ts'
import { quoteAsset, type Sizing } from '../sizing/sizing.ts'
import { averageUsd } from '../engine/position.ts'
import { describeRestart } from '../restart.ts'
import { createPriceReaders } from './end-prices.ts'
import { compile } from '../engine/compile.ts'
import type { StrategyState } from '../engine/types.ts'
import { type SideDecimals, tokensInQuote, toTradingCosts } from '../costs.ts'
import { type Figures, isLive, type StrategyRow } from '../rows.ts'

export const USD_DECIMALS = 6
const NOTHING = { realised: null, unrealised: null, held: 0 }

/** The current price of a mint. */
export type Prices = (mint: string) => Promise<PriceUsd | null>
/** Sums of a run's fills, in base units. */
export type Sums = Omit<Figures, 'marketQuote' | 'rentLamports'>
export type SumPrices = { quote: PriceUsd; token: PriceUsd; sol: PriceUsd }

/** The value of base units at this price, in millionths of a USD. */
export const inUsd = (units: bigint, decimals: number, price: PriceUsd): bigint =>
  (units * price * 10n ** BigInt(USD_DECIMALS)) / 10n ** BigInt(decimals) / PRICE_SCALE

/** Realised and unrealised together at these prices, less the chain's fees, in millionths of a USD. */
export const pnlUsd = (sums: Sums, decimals: SideDecimals, prices: SumPrices): bigint =>
  inUsd(sums.receivedQuote - sums.spentQuote, decimals.quote, prices.quote) +
  inUsd(sums.boughtBase - sums.soldBase, decimals.token, prices.token) -
  inUsd(sums.feesLamports, SOL_DECIMALS, prices.sol)

type FiguresParts = { market: Market; sizing: Sizing }

/** Reads the price of each mint once, however many strategies trade it. */
export function pricesNow({ market }: Pick<FiguresParts, 'market'>): Prices {
  const asked = new Map<string, Promise<PriceUsd | null>>()
  return (mint) => {
    // Without an answer there is no price: figures that do not depend on it are returned all the same.
    const known = asked.get(mint) ?? market.priceUsd(mint).catch(() => null)
    asked.set(mint, known)
    return known
  }
}

/** Millionths of a USD, fees included, at current or end prices; null without a purchase or a price. */
async function profit({ sizing }: FiguresParts, row: StrategyRow, prices: Prices): Promise<bigint | null> {
  if (row.boughtBase === 0n) return null
  const { input: quote, output: token } = await sizing.sides(row.plan, 'buy')
  const at = createPriceReaders(row, { quote: quote.mint, token: token.mint }, prices)
  const [inQuote, inToken, inSol] = await Promise.all([at.quote(), at.token(), at.sol()])
  if (!inQuote || !inToken || !inSol) return null
  return pnlUsd(
    row,
    { quote: quote.decimals, token: token.decimals },
    { quote: inQuote, token: inToken, sol: inSol },
  )
}

/** In the quote. The amounts include the market's fee, not the chain's. */
async function gains({ sizing }: FiguresParts, row: StrategyRow, prices: Prices) {
  const { plan, state } = row
  const { input: quote, output: token } = await sizing.sides(plan, 'buy')
  const inQuote = (text: string) =>
    text.startsWith('-')
      ? -parseUnitsDown(text.slice(1), quote.decimals)
      : parseUnitsDown(text, quote.decimals)
  const held = parseUnitsDown(state.held ?? '0', token.decimals)
  const cost = inQuote(state.cost ?? '0')
  const realised = toJsonAmount(inQuote(state.realised ?? '0'), quote.decimals)
  if (held === 0n) return { realised, unrealised: 0, held: 0 }
  const at = createPriceReaders(row, { quote: quote.mint, token: token.mint }, prices)
  const [tokenPrice, quotePrice] = await Promise.all([at.token(), at.quote()])
  const worth =
    !tokenPrice || !quotePrice
      ? null
      : tokensInQuote(
          held,
          { quote: quote.decimals, token: token.decimals },
          { token: tokenPrice, quote: quotePrice },
        )
  return {
    realised,
    unrealised: worth === null ? null : toJsonAmount(worth - cost, quote.decimals),
    held: toJsonAmount(held, token.decimals),
  }
}

async function toStrategy(
  parts: FiguresParts,
  row: StrategyRow,
  prices = pricesNow(parts),
): Promise<Strategy> {
  // A figure that is unavailable must not hide the others.
  const pnl = await profit(parts, row, prices).catch(() => null)
  return {
    id: row.id,
    external_id: row.id,
    agent_id: row.agentId,
    status: row.status,
    plan: row.plan,
    wallet_addresses: row.walletAddresses,
    created_at: row.createdAt.toISOString(),
    ended_at: isLive(row.status) ? null : (row.endedAt?.toISOString() ?? null),
    orders_placed: row.state.ordersPlaced,
    orders_filled: row.state.ordersFilled,
    pnl: pnl === null ? null : toJsonAmount(pnl, USD_DECIMALS),
    ...(row.boughtBase === 0n ? NOTHING : await gains(parts, row, prices).catch(() => NOTHING)),
    average_price_usd: row.state.held === undefined ? null : averageUsd(row.state),
    fees: toJsonAmount(row.feesLamports, SOL_DECIMALS),
    ...(await readCosts(row, prices)),
    return_percent: computeReturn(pnl, row.state),
    ...getHeldBack(row),
    restart: isLive(row.status)
      ? null
      : describeRestart(row.plan, { ...compile(row.plan).begin(), ...row.state }),
  }
}

export function createFigures(parts: FiguresParts) {
  return {
    toStrategy: (row: StrategyRow, prices = pricesNow(parts)) => toStrategy(parts, row, prices),
    toStrategies: (rows: StrategyRow[], prices = pricesNow(parts)) =>
      Promise.all(rows.map((row) => toStrategy(parts, row, prices))),
  }
}

/** Costs of the present run. Their USD sum is null without a price of the quote or SOL. */
async function readCosts(row: StrategyRow, prices: Prices): Promise<Pick<Strategy, 'costs' | 'costs_usd'>> {
  const { plan, feesLamports: network, rentLamports: rent, marketQuote: market } = row
  const quote = quoteAsset(plan)
  const at = createPriceReaders(row, { quote: quote.mint, token: plan.token_address }, prices)
  const [inQuote, inSol] = await Promise.all([at.quote(), at.sol()])
  const usd =
    inQuote && inSol
      ? inUsd(network + rent, SOL_DECIMALS, inSol) + inUsd(market, quote.decimals, inQuote)
      : null
  return {
    costs: toTradingCosts({ network, rent, market, quote }),
    costs_usd: usd === null ? null : toJsonAmount(usd, USD_DECIMALS),
  }
}

/** Present unless it has an order in flight, or its owner has released it. */
function getHeldBack({ status, state }: StrategyRow): Pick<Strategy, 'held_back'> {
  const { heldBack, pending } = state
  if (!heldBack || heldBack.anyPrice || pending > 0 || !isLive(status)) return {}
  return { held_back: heldBack.found }
}

/** A ratio for people, with two decimals. */
function computeReturn(pnl: bigint | null, { terms, stakeUsd, costUsd }: StrategyState): number | null {
  const capital = terms?.capitalUsd ?? Math.max(stakeUsd ?? 0, costUsd ?? 0)
  if (pnl === null || !(capital > 0)) return null
  return Number(((Number(pnl) / 10 ** USD_DECIMALS / capital) * 100).toFixed(2))
}
