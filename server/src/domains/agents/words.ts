/** Figures as people say them. For words only, never for money that moves. */
import type { CurrencyAmount, TradingCosts } from '@purser/contract/strategies/costs.ts'
import { priceText } from '@purser/contract/market/price-text.ts'
import { figureWords, formatRounded, formatUnits, USD_DECIMALS } from '@purser/contract/money.ts'
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '@purser/contract/time.ts'
import { PRICE_SCALE, type PriceUsd, type Quote } from '../../ports/market.ts'

type Named = { symbol: string; decimals: number }

/** '2 hours 30 minutes'; at most two units. */
export function durationWords(seconds: number): string {
  const units: [string, number][] = [
    ['day', DAY_SECONDS],
    ['hour', HOUR_SECONDS],
    ['minute', MINUTE_SECONDS],
    ['second', 1],
  ]
  const parts: string[] = []
  let left = Math.round(seconds)
  for (const [name, size] of units) {
    const n = Math.floor(left / size)
    if (n > 0 && parts.length < 2) {
      parts.push(`${n} ${name}${n === 1 ? '' : 's'}`)
      left -= n * size
    }
  }
  return parts.join(' ')
}

/** Basis points as percent: '0.5%'. */
export const bpsWords = (bps: number): string => `${formatUnits(BigInt(Math.round(bps)), 2)}%`

/** A market price, in the format of every price: '$0.0₄21407'. */
export const usdWords = (price: PriceUsd): string => priceText(Number(price) / Number(PRICE_SCALE))

/** 'BONK at $0.0₄21407' of whichever side is not the quote. */
export function rateWords(quote: Quote, input: Named, output: Named): string {
  const stable = (symbol: string) => symbol === 'SOL' || symbol === 'USDC'
  return stable(input.symbol) && !stable(output.symbol)
    ? `${output.symbol} at ${usdWords(quote.outPriceUsd)}`
    : `${input.symbol} at ${usdWords(quote.inPriceUsd)}`
}

/** '1 order', '3 orders', '2 strategies'. */
export const countWords = (n: number, noun: string): string =>
  `${n} ${n === 1 ? noun : noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`}`

/** Millionths of a USD to the cent, rounded half up, without a sign. */
export const formatCents = (usd: bigint): string => formatRounded(usd < 0n ? -usd : usd, USD_DECIMALS, 2)

/** '+$1.20', '-$0.03' of millionths of a USD; nothing to the cent has no sign. */
export function signedUsd(usd: bigint): string {
  const cents = formatCents(usd)
  const sign = !/[1-9]/.test(cents) ? '' : usd < 0n ? '-' : '+'
  return `${sign}$${cents}`
}

/** '2026-11-23 10:00:05 UTC'. */
export const timeText = (ms: number): string =>
  `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`

export const currencyAmountWords = ({ value, unit }: CurrencyAmount): string =>
  `${figureWords(value)} ${unit}`
/** The sum of all parts: '0.014 SOL', '0.31 USDC and 0.0015 SOL'. */
export const costWords = ({ total }: TradingCosts): string => total.map(currencyAmountWords).join(' and ')
