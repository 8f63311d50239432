/** What a price history of a service lacks, in words. */
import * as z from 'zod/mini'

/** 'loading': older candles are being fetched. 'away': the service does not answer. */
export const CandlesMissing = z.enum(['loading', 'away'])
export type CandlesMissing = z.infer<typeof CandlesMissing>

/** `asOf`: when its newest prices were told, in words; null: never. */
export const candlesMissingText = (missing: CandlesMissing, asOf: string | null): string =>
  missing === 'loading'
    ? 'Not all of this price history has been loaded yet: the chart begins later than it does.'
    : asOf === null
      ? 'The service of price history does not answer. What is missing is not known.'
      : `The service of price history does not answer. Its newest prices are from ${asOf}.`

const unknownNewest = (minutes: number): string =>
  minutes > 0 ? ` The last ${minutes} minutes are left out: what was traded then is not surely known.` : ''

/** Beside a backtest over less than it was meant to cover. Days and minutes of history. */
export const partialHistoryText = (missing: CandlesMissing | null, days: number, minutes: number): string =>
  (missing === null
    ? ''
    : `Only ${days} ${days === 1 ? 'day' : 'days'} of prices without a gap are known: ${
        missing === 'loading' ? 'older ones are being loaded' : 'the service of price history does not answer'
      }.`) + unknownNewest(minutes)

/** The service asks for these words where its data are shown: brand.coingecko.com, 'Attribution Guide'. */
export const CANDLES_SOURCE = {
  text: 'On-chain data provided by GeckoTerminal',
  url: 'https://www.geckoterminal.com',
} as const
