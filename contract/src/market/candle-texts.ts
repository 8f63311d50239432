/** Says in words which part of a service's price history is missing. */
import * as z from 'zod/mini'

/** 'loading': older candles are being fetched. 'away': the service does not answer. */
export const CandlesMissing = z.enum(['loading', 'away'])
export type CandlesMissing = z.infer<typeof CandlesMissing>

/** `isDated`: the time of its newest prices follows; otherwise it never sent any. */
export const candlesMissingText = (missing: CandlesMissing, isDated: boolean): string =>
  missing === 'loading'
    ? 'This price history is still being loaded: the chart starts later than the history does.'
    : `The price history service is not responding. ${isDated ? 'Newest prices:' : 'It is unknown what is missing.'}`

const unknownNewest = (minutes: number): string =>
  minutes > 0 ? ` The last ${minutes} minutes are left out: trades in them are not yet certain.` : ''

/** Shown beside a backtest over less history than it was meant to cover, in days and minutes. */
export const partialHistoryText = (missing: CandlesMissing | null, days: number, minutes: number): string =>
  (missing === null
    ? ''
    : `Only ${days} ${days === 1 ? 'day' : 'days'} of prices without a gap are available: ${
        missing === 'loading'
          ? 'older ones are still being loaded'
          : 'the price history service is not responding'
      }.`) + unknownNewest(minutes)

/** The service requires these words next to its data: brand.coingecko.com, 'Attribution Guide'. */
export const CANDLES_SOURCE = {
  text: 'On-chain data provided by GeckoTerminal',
  url: 'https://www.geckoterminal.com',
} as const
