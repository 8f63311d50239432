/** Candles of an undisturbed path. Each opens where the one before it closed. */
import type { Candle } from '../../../ports/market.ts'
import type { Path } from './path.ts'

/** Looks between open and close: every so many seconds, at least and at most so often. */
const LOOK_SECONDS = 15
const LEAST_LOOKS = 4
const MOST_LOOKS = 24

/** `nowMs` cuts the history off: what is still to come is nobody's to see. Volume is in USD. */
export function candlesOf(
  path: Path,
  request: { seconds: number; from: number; to: number; depth: bigint },
  nowMs: number,
): Candle[] {
  const { seconds } = request
  const looks = Math.min(MOST_LOOKS, Math.max(LEAST_LOOKS, Math.ceil(seconds / LOOK_SECONDS)))
  const candles: Candle[] = []
  const first = Math.ceil(request.from / seconds) * seconds
  const day = Number(request.depth) / 5
  let open = path.at(first * 1000)
  for (let time = first; time < request.to && time * 1000 <= nowMs; time += seconds) {
    const start = time * 1000
    const length = Math.min(start + seconds * 1000, nowMs) - start
    let high = open
    let low = open
    let close = open
    for (let i = 1; i <= looks; i++) {
      close = path.at(i === looks ? start + length : start + (length * i) / looks)
      if (close > high) high = close
      if (close < low) low = close
    }
    // A market trades more the more it moves.
    const volume = Math.round(day * (length / 86_400_000) * (0.5 + (40 * (high - low)) / low))
    candles.push({ time, open, high, low, close, volume })
    open = close
  }
  return candles
}
