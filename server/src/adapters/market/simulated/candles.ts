/** Candles of a price path. Each opens at the close of the previous one. */
import { DAY_MS } from '@purser/contract/time.ts'
import type { Candle } from '../../../ports/market.ts'
import type { Path } from './path.ts'

/** Samples of a candle: one each SAMPLE_SECONDS, within these bounds. */
const SAMPLE_SECONDS = 15
const MIN_SAMPLES = 4
const MAX_SAMPLES = 24

/** Nothing after `nowMs`. Volume is in USD. */
export function buildCandles(
  path: Path,
  request: { seconds: number; from: number; to: number; depth: bigint },
  nowMs: number,
): Candle[] {
  const { seconds } = request
  const samples = Math.min(MAX_SAMPLES, Math.max(MIN_SAMPLES, Math.ceil(seconds / SAMPLE_SECONDS)))
  const candles: Candle[] = []
  const first = Math.ceil(request.from / seconds) * seconds
  const dailyVolume = Number(request.depth) / 5
  let open = path.at(first * 1000)
  for (let time = first; time < request.to && time * 1000 <= nowMs; time += seconds) {
    const start = time * 1000
    const length = Math.min(start + seconds * 1000, nowMs) - start
    let high = open
    let low = open
    let close = open
    for (let i = 1; i <= samples; i++) {
      close = path.at(i === samples ? start + length : start + (length * i) / samples)
      if (close > high) high = close
      if (close < low) low = close
    }
    // Volume grows with the range of the candle.
    const volume = Math.round(dailyVolume * (length / DAY_MS) * (0.5 + (40 * (high - low)) / low))
    candles.push({ time, open, high, low, close, volume })
    open = close
  }
  return candles
}
