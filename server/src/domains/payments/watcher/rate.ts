/** USD per SOL at a past time. */
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { isFault } from '../../../kernel/fault.ts'
import { type Market, PRICE_SCALE, type PriceUsd } from '../../../ports/market.ts'

/** A price this recent is taken as the present one. */
const PRESENT_MS = 5_000
const CANDLE_SECONDS = 60

/** The market's history is in numbers; from here on the price is an integer. */
const toPrice = (price: number): PriceUsd | null =>
  Number.isFinite(price) && price > 0 ? BigInt(Math.round(price * Number(PRICE_SCALE))) : null

async function readRate(market: Market, clock: Pick<Clock, 'now'>, at: number): Promise<PriceUsd | null> {
  if (Math.abs(clock.now() - at) <= PRESENT_MS) return market.priceUsd(SOL_MINT)
  const past = await market.past?.({ mint: SOL_MINT, from: at, to: at })
  if (past) return toPrice(past.at(at))
  const from = Math.floor(at / 1_000 / CANDLE_SECONDS) * CANDLE_SECONDS
  const candles = await market.candles({ mint: SOL_MINT, seconds: CANDLE_SECONDS, from, to: from + 1 })
  const [candle] = candles
  return candle ? toPrice(candle.close) : null
}

/** null: the market cannot tell just now. */
export async function rateAt(market: Market, clock: Pick<Clock, 'now'>, at: Date): Promise<PriceUsd | null> {
  try {
    return await readRate(market, clock, at.getTime())
  } catch (error) {
    if (isFault(error)) return null
    throw error
  }
}
