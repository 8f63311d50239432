/** A sale that is held back because funds are real: nobody can tell what it is worth, or it would bring too little. */
import * as z from 'zod/mini'
import { figureWords } from '../money.ts'

/** Amounts are decimal text of whole units; all but `sells` are in the quote. */
export const HeldBack = z.object({
  /** 'prices': there are not two prices that agree. 'quote': there are, and the quote brings too little. */
  code: z.enum(['prices', 'quote']),
  token: z.string(),
  quote: z.string(),
  sells: z.string(),
  /**
   * The price of one token by the market's service, and by the last stored candles; null if it has no current price.
   */
  by_market: z.nullable(z.string()),
  by_candles: z.nullable(z.string()),
  /** The value of all that is sold, by the market's service, or else by the candles; null if neither has a price. */
  worth: z.nullable(z.string()),
  brings: z.string(),
  /** The least that the sale must bring; null while the prices do not agree. */
  least: z.nullable(z.string()),
})
export type HeldBack = z.infer<typeof HeldBack>

/** Both prices, or which of them is missing: the end of 'one BONK is …'. */
export function bothPricesText({ quote, by_market: market, by_candles: candles }: HeldBack): string {
  const price = (text: string | null) => (text === null ? 'unknown' : `${figureWords(text)} ${quote}`)
  return `${price(market)} by market price and ${price(candles)} by the last candles`
}

/** Says what the sale waits for, with the figures. */
export function heldBackText(found: HeldBack): string {
  const { code, token, quote, sells, worth, brings, least } = found
  const both = `one ${token} is ${bothPricesText(found)}`
  if (code === 'prices') return `waiting for two prices to agree: ${both}.`
  const inQuote = (text: string | null) => `${figureWords(text ?? '0')} ${quote}`
  return `waiting for a better quote: selling ${figureWords(sells)} ${token} would return ${inQuote(brings)}; the value is ${inQuote(worth)} and the minimum accepted is ${inQuote(least)}; ${both}.`
}
