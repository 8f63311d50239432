/** The books of a run, computed from its orders: position, cost, and the profit of each sale. */
import { formatUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import { PRICE_DECIMALS } from '../../../ports/market.ts'
import { afterBuy, afterSale, DIGITS, inText, type Position, units } from '../engine/position.ts'
import { sumMarketCosts, type SideDecimals } from '../costs.ts'
import type { Figures, OrderRow } from '../rows.ts'

/** Decimals, and prices of SOL and the quote for orders without them; for comparisons only. */
export type BookTerms = {
  tokenDecimals: number
  quoteDecimals: number
  quoteUsd: number
  solUsd: number
  /** A grid sells the tokens of certain buys, not at the average cost: its rows have the profit. */
  sellsEach: boolean
}
export type Books = {
  position: Position
  /** Spent on each side, as decimal text. */
  spent: Record<'buy' | 'sell', string>
  /** The profit of each booking of a sale, in base units of the quote. */
  profits: Map<string, bigint | null>
}

const NONE: Position = { held: '0', cost: '0', costUsd: 0, realised: '0', realisedUsd: 0 }
/** Legs of one order that were booked together; one that landed late is a booking of its own. */
export const toBookingKey = ({ seq, endedAt, at }: OrderRow): string => `${seq}:${(endedAt ?? at).getTime()}`
const getTime = ([first]: OrderRow[]): number => (first?.endedAt ?? first?.at ?? new Date(0)).getTime()
const sum = (legs: OrderRow[], of: (leg: OrderRow) => bigint | null): bigint =>
  legs.reduce((all, leg) => all + (of(leg) ?? 0n), 0n)

/** Booking by booking, in their order. */
export function replayBooks(orders: OrderRow[], terms: BookTerms): Books {
  const { tokenDecimals, quoteDecimals, quoteUsd, solUsd } = terms
  const bookings = [...Map.groupBy(orders, toBookingKey)]
    .filter(([, legs]) => legs.some(({ status }) => status === 'filled'))
    .sort(([, a], [, b]) => getTime(a) - getTime(b) || (a[0]?.seq ?? 0) - (b[0]?.seq ?? 0))
  let position = NONE
  const spent = { buy: '0', sell: '0' }
  const profits = new Map<string, bigint | null>()
  for (const [key, all] of bookings) {
    const legs = all.filter(({ status }) => status === 'filled')
    const side = legs[0]?.side ?? 'buy'
    const [gone, came] = [sum(legs, (leg) => leg.spent), sum(legs, (leg) => leg.outAmount)]
    const [tokens, quote] = side === 'buy' ? [came, gone] : [gone, came]
    const price = legs.find((leg) => leg.quotePrice !== null)?.quotePrice ?? null
    const inQuote = formatUnits(quote, quoteDecimals)
    const fill = {
      tokens: formatUnits(tokens, tokenDecimals),
      quote: inQuote,
      usd: Number(inQuote) * (price === null ? quoteUsd : Number(formatUnits(price, PRICE_DECIMALS))),
      feesUsd:
        Number(
          formatUnits(
            sum(all, (leg) => leg.fee),
            SOL_DECIMALS,
          ),
        ) * solUsd,
    }
    spent[side] = inText(units(spent[side]) + units(side === 'buy' ? fill.quote : fill.tokens))
    if (side === 'buy') position = afterBuy(position, fill)
    else {
      const known = terms.sellsEach && legs.every((leg) => leg.profit !== null)
      const cost = known ? formatUnits(quote - sum(legs, (leg) => leg.profit), quoteDecimals) : null
      const sale = afterSale(position, fill, cost === null || cost.startsWith('-') ? null : cost)
      position = sale.position
      profits.set(key, sale.profit === null ? null : sale.profit / 10n ** BigInt(DIGITS - quoteDecimals))
    }
  }
  return { position, spent, profits }
}

/** The orders, with the new profit of sales if it has changed. */
export function withProfits(orders: OrderRow[], before: Books, after: Books): OrderRow[] {
  const parts = new Map<OrderRow, bigint | null>()
  for (const [key, legs] of Map.groupBy(orders, toBookingKey)) {
    const sold = legs.filter(({ side, status }) => side === 'sell' && status === 'filled')
    const profit = after.profits.get(key)
    const isOther = profit !== before.profits.get(key)
    if (sold.length > 0 && profit !== undefined && isOther)
      for (const [leg, part] of splitProfit(profit, sold)) parts.set(leg, part)
  }
  return orders.map((order) => (parts.has(order) ? { ...order, profit: parts.get(order) ?? null } : order))
}

/** In proportion to what each received; the remainder goes to the last. */
export function splitProfit(profit: bigint | null, sold: OrderRow[]): Map<OrderRow, bigint | null> {
  const received = sum(sold, (leg) => leg.outAmount)
  let left = profit ?? 0n
  return new Map(
    sold.map((leg) => {
      if (profit === null || received === 0n) return [leg, null]
      const part = leg === sold.at(-1) ? left : (profit * (leg.outAmount ?? 0n)) / received
      left -= part
      return [leg, part]
    }),
  )
}

/** The amounts that these legs add to the figures of their run. */
function sumFigures(legs: OrderRow[], decimals: SideDecimals): Figures {
  const filled = (side: OrderRow['side'], of: (leg: OrderRow) => bigint | null) =>
    sum(
      legs.filter((leg) => leg.side === side && leg.status === 'filled'),
      of,
    )
  return {
    boughtBase: filled('buy', (leg) => leg.outAmount),
    spentQuote: filled('buy', (leg) => leg.spent),
    soldBase: filled('sell', (leg) => leg.spent),
    receivedQuote: filled('sell', (leg) => leg.outAmount),
    feesLamports: sum(legs, (leg) => leg.fee),
    marketQuote: sumMarketCosts(legs, decimals),
    rentLamports: sum(legs, (leg) => leg.rent),
  }
}

/** The figures after replacing the former legs with these. */
export function refigured(
  figures: Figures,
  was: OrderRow[],
  is: OrderRow[],
  decimals: SideDecimals,
): Figures {
  const [before, after] = [sumFigures(was, decimals), sumFigures(is, decimals)]
  const moved = (name: keyof Figures) => figures[name] - before[name] + after[name]
  return {
    boughtBase: moved('boughtBase'),
    soldBase: moved('soldBase'),
    spentQuote: moved('spentQuote'),
    receivedQuote: moved('receivedQuote'),
    feesLamports: moved('feesLamports'),
    marketQuote: moved('marketQuote'),
    rentLamports: moved('rentLamports'),
  }
}
