/** The price of a token, its change within a day, and the effect of an order on it. */
import { percentText } from '@purser/contract/market/percent-text.ts'
import { priceText } from '@purser/contract/market/price-text.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '@purser/contract/time.ts'
import { assetSymbol, SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { type Candle, type Market, PRICE_SCALE, type PriceUsd } from '../../../ports/market.ts'
import { usdWords } from '../words.ts'
import { type Answer, type AnswerParts, type Asking, card, type Figure, figure } from './asking.ts'

/** The order size for which an answer states the effect on the price. */
const PROBE_SOL = 10n ** 10n
const WHICH_TOKEN = 'Which token do you mean? Name it, or set its address in the settings.'

/** `isWhole`: nothing of the day is missing, as far as there is a market since then. */
async function readCandles(
  market: Market,
  mint: string,
  to: number,
): Promise<{ candles: Candle[]; isWhole: boolean }> {
  const request = { mint, seconds: HOUR_SECONDS, from: to - DAY_SECONDS, to }
  if (!market.known) return { candles: await market.candles(request), isWhole: true }
  const { candles, missing } = await market.known({ ...request, open: true })
  return { candles, isWhole: missing === null && candles.length > 0 }
}

/** `change`: a ratio. Prices in USD. */
type Day = { change: number; high: number; low: number }
/** `price` is null where this market has none, `day` where its history is incomplete. */
type TokenDay = { mint: string; symbol: string; price: PriceUsd | null; day: Day | null }

async function readDay(market: Market, mint: string, symbol: string, now: number): Promise<TokenDay> {
  const price = await market.priceUsd(mint)
  if (price === null) return { mint, symbol, price, day: null }
  const { candles, isWhole } = await readCandles(market, mint, Math.floor(now / 1000))
  const current = Number(price) / Number(PRICE_SCALE)
  const first = candles[0]
  const day = {
    change: first ? current / first.open - 1 : 0,
    high: Math.max(current, ...candles.map((c) => c.high)),
    low: Math.min(current, ...candles.map((c) => c.low)),
  }
  return { mint, symbol, price, day: isWhole ? day : null }
}

async function readDays(
  { market, tokenNames }: AnswerParts,
  mints: string[],
  { userId, now }: Asking,
): Promise<TokenDay[]> {
  const names = await tokenNames.labels(userId, mints)
  return Promise.all(mints.map((mint) => readDay(market, mint, names.get(mint) ?? assetSymbol(mint), now)))
}

const percent = (ratio: number): number => Math.round(ratio * 10_000) / 100

function priceFigure(label: string, { price, day }: TokenDay): Figure {
  if (price === null) return figure(label, 'no price')
  return { ...figure(label, usdWords(price)), ...(day ? { change: percent(day.change) } : {}) }
}
const UNKNOWN_DAY = 'The price history of the last 24 h is incomplete.'
const dayFigures = ({ day }: TokenDay): Figure[] =>
  day
    ? [figure('24h high', priceText(day.high)), figure('24h low', priceText(day.low))]
    : [figure('24h change', 'unknown')]

function changeText({ symbol, price, day }: TokenDay): string {
  if (price === null) return `${symbol} has no price on this market.`
  if (!day) return `The change of ${symbol} within 24 h is unknown, as its price history is incomplete.`
  const moved =
    percent(day.change) === 0
      ? 'unchanged'
      : `${day.change > 0 ? 'up' : 'down'} ${percentText(percent(day.change)).slice(1)}`
  return `${symbol} is ${moved} over the last 24 h, at ${usdWords(price)}.`
}

/** The share that an order of 10 SOL moves the price by. */
async function readLiquidity(market: Market, mint: string): Promise<Figure[]> {
  if (mint === SOL_MINT) return []
  const quote = await market.quote({
    inputMint: SOL_MINT,
    outputMint: mint,
    inAmount: PROBE_SOL,
    slippageBps: 100,
  })
  return 'unavailable' in quote
    ? []
    : [figure('Liquidity: price impact of 10 SOL', `${quote.priceImpactBps / 100}%`)]
}

export async function priceAnswer(parts: AnswerParts, mints: string[], asking: Asking): Promise<Answer> {
  const days = await readDays(parts, mints, asking)
  const [first] = days
  if (!first) return { text: WHICH_TOKEN }
  if (days.length > 1)
    return {
      card: card(
        'Prices',
        days.map((one) => priceFigure(one.symbol, one)),
        days.every(({ day }) => day) ? [] : [UNKNOWN_DAY],
      ),
      text: 'Changes are over the last 24 h.',
    }
  if (first.price === null) return { text: changeText(first) }
  const liquidity = await readLiquidity(parts.market, first.mint)
  return {
    card: card(first.symbol, [priceFigure('Price', first), ...dayFigures(first), ...liquidity]),
    text: first.day
      ? changeText(first)
      : `${first.symbol} trades at ${usdWords(first.price)}. ${UNKNOWN_DAY}`,
  }
}

const NO_ADVICE = 'I do not give advice.'

/** `isAdvice`: whether it is a good buy, which nobody can tell. */
export async function trendAnswer(
  parts: AnswerParts,
  { mints, isAdvice }: { mints: string[]; isAdvice: boolean },
  asking: Asking,
): Promise<Answer> {
  const days = await readDays(parts, mints, asking)
  const [first] = days
  if (!first) return { text: isAdvice ? `${NO_ADVICE} ${WHICH_TOKEN}` : WHICH_TOKEN }
  const said = days.length > 1 ? 'Changes are over the last 24 h.' : changeText(first)
  const text = isAdvice ? `${NO_ADVICE} ${said}` : said
  if (days.every(({ price }) => price === null)) return { text }
  const figures =
    days.length > 1
      ? days.map((one) => priceFigure(one.symbol, one))
      : [priceFigure('Price', first), ...dayFigures(first)]
  return { card: card(days.length > 1 ? 'Last 24 h' : `${first.symbol}, last 24 h`, figures), text }
}
