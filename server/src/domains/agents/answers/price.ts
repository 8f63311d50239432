/** The price of a token, its change within a day, and the effect of an order on it. */
import { DAY_SECONDS, HOUR_SECONDS } from '@purser/contract/time.ts'
import { assetSymbol, SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { type Candle, type Market, PRICE_SCALE } from '../../../ports/market.ts'
import { signedPercent, usdWords } from '../words.ts'

/** The order size for which an answer states the effect on the price. */
const PROBE_SOL = 10n ** 10n

const UNKNOWN_DAY = '24h: unknown right now, as the price history is incomplete'

/** `isWhole`: nothing of the day is missing, as far as there is a market since then. */
async function lastDay(
  market: Market,
  mint: string,
  to: number,
): Promise<{ candles: Candle[]; isWhole: boolean }> {
  const request = { mint, seconds: HOUR_SECONDS, from: to - DAY_SECONDS, to }
  if (!market.known) return { candles: await market.candles(request), isWhole: true }
  const { candles, missing } = await market.known({ ...request, open: true })
  return { candles, isWhole: missing === null && candles.length > 0 }
}

type TokenToPrice = { mint: string; name: string | undefined }

/** `name`: the name of a token that no list knows. */
export async function priceAnswer(
  market: Market,
  { mint, name }: TokenToPrice,
  now: number,
): Promise<string> {
  const price = await market.priceUsd(mint)
  const symbol = name ?? assetSymbol(mint)
  if (price === null) return `${symbol} has no price on this market.`
  const to = Math.floor(now / 1000)
  const { candles, isWhole } = await lastDay(market, mint, to)
  const first = candles[0]
  const current = Number(price) / Number(PRICE_SCALE)
  const high = Math.max(current, ...candles.map((c) => c.high))
  const low = Math.min(current, ...candles.map((c) => c.low))
  const change = first ? current / first.open - 1 : 0
  const usd = (value: number) => usdWords(BigInt(Math.round(value * Number(PRICE_SCALE))))
  const quote =
    mint === SOL_MINT
      ? null
      : await market.quote({ inputMint: SOL_MINT, outputMint: mint, inAmount: PROBE_SOL, slippageBps: 100 })
  const liquidity =
    quote && !('unavailable' in quote)
      ? `an order of 10 SOL moves the price by about ${quote.priceImpactBps / 100}%`
      : 'deep enough for small orders'
  return [
    symbol,
    `Price: ${usdWords(price)}`,
    isWhole ? `24h: ${signedPercent(change)}, between ${usd(low)} and ${usd(high)}` : UNKNOWN_DAY,
    `liquidity: ${liquidity}`,
    `Summary: ${symbol} trades at ${usdWords(price)}${isWhole ? `, ${change >= 0 ? 'up' : 'down'} ${Math.abs(change * 100).toFixed(2)}% over the last 24h` : ''}. The price is the market's on this network at this moment.`,
  ].join('\n')
}
