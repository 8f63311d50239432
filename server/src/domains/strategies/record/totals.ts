/** The total profit of a user's strategies, for the answer to how much was made. */
import { formatUnits, parseUnitsDown } from '@purser/contract/money.ts'
import type { Db } from '../../../db/client.ts'
import type { Market, PriceUsd } from '../../../ports/market.ts'
import { type Asset, quoteMint, type Sizing } from '../sizing/sizing.ts'
import { tokensInQuote } from '../costs.ts'
import { createPriceReaders } from './end-prices.ts'
import { type Prices as PricesNow, pnlUsd, pricesNow } from './figures.ts'
import { type GroupSums, sumsOfAll } from './totals.store.ts'

/** Decimal text in the quote; `unrealised` is null if a token has no price. */
export type QuoteTotals = { symbol: string; realised: string; unrealised: string | null }
export type Totals = {
  strategies: number
  /** There are older ones, which are left out. */
  more: boolean
  quotes: QuoteTotals[]
  /** The total with all fees, in millionths of a USD; null if a price is missing. */
  usd: bigint | null
}

/** Only the newest strategies of a user are summed: the answer takes as long after years as on the first day. */
export const TOTALS_OF = 200

type Prices = { token: PriceUsd | null; quote: PriceUsd | null }

/** Converts decimal text, which may be negative, to base units, truncated. */
export const signed = (text: string, decimals: number): bigint =>
  text.startsWith('-') ? -parseUnitsDown(text.slice(1), decimals) : parseUnitsDown(text, decimals)

/** Base units of a token at these prices, in base units of the quote; null without a price. */
export function inQuote(
  units: bigint,
  { token, quote }: { token: Asset; quote: Asset },
  prices: Prices,
): bigint | null {
  if (units === 0n) return 0n
  if (prices.token === null || prices.quote === null || prices.quote === 0n) return null
  const decimals = { token: token.decimals, quote: quote.decimals }
  return tokensInQuote(units, decimals, { token: prices.token, quote: prices.quote })
}

export function createTotals({ db, market, sizing }: { db: Db; market: Market; sizing: Sizing }) {
  async function computeGains(group: GroupSums, now: PricesNow) {
    const [token, quote] = [await sizing.asset(group.token), await sizing.asset(quoteMint(group))]
    if (!token || !quote) return null
    // Strategies that ended at the same prices count at those, the others at current ones.
    const ended = { status: group.endPrices ? 'stopped' : 'active', endPrices: group.endPrices } as const
    const at = createPriceReaders(ended, { quote: quote.mint, token: token.mint }, now)
    const prices = { token: await at.token(), quote: await at.quote() }
    const sol = await at.sol()
    const worth = inQuote(parseUnitsDown(group.held, token.decimals), { token, quote }, prices)
    const isPriced = prices.token !== null && prices.quote !== null && sol !== null
    return {
      quote,
      realised: signed(group.realised, quote.decimals),
      unrealised: worth === null ? null : worth - signed(group.cost, quote.decimals),
      usd: isPriced
        ? pnlUsd(
            group,
            { quote: quote.decimals, token: token.decimals },
            { quote: prices.quote ?? 0n, token: prices.token ?? 0n, sol },
          )
        : null,
    }
  }

  /**
   * Totals of these agents' strategies that have bought something, each for its present run, at current prices or the
   * end prices: one statement, and one price for each token.
   */
  return async (userId: number, agentIds: number[], now = pricesNow({ market })): Promise<Totals> => {
    const { groups, more } = await sumsOfAll(db, userId, { agentIds, limit: TOTALS_OF })
    const all = await Promise.all(groups.map((group) => computeGains(group, now)))
    const quotes = new Map<string, { quote: Asset; realised: bigint; unrealised: bigint | null }>()
    let usd: bigint | null = 0n
    for (const one of all) {
      usd = usd === null || !one || one.usd === null ? null : usd + one.usd
      if (!one) continue
      const { quote, realised, unrealised } = one
      const had = quotes.get(quote.mint) ?? { quote, realised: 0n, unrealised: 0n }
      quotes.set(quote.mint, {
        quote,
        realised: had.realised + realised,
        unrealised: had.unrealised === null || unrealised === null ? null : had.unrealised + unrealised,
      })
    }
    return {
      strategies: groups.reduce((sum, group) => sum + group.strategies, 0),
      more,
      quotes: [...quotes.values()].map(({ quote: { symbol, decimals }, realised, unrealised }) => ({
        symbol,
        realised: formatUnits(realised, decimals),
        unrealised: unrealised === null ? null : formatUnits(unrealised, decimals),
      })),
      usd,
    }
  }
}
