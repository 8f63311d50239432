/** The price history with the impact of trades. */
import type { Past } from '../../../ports/market.ts'
import type { Impact } from './impacts.store.ts'
import type { Path } from './path.ts'
import { MIN_IMPACT_PPB, PPB } from './pricing.ts'

/** `impacts` in order of time, from long enough before the first time that is needed. */
export function createPast(path: Path, impacts: Impact[], halfLifeMs: number): Past {
  const times = Float64Array.from(impacts, ({ at }) => at.getTime())
  /** The decayed sum of all impacts just after each of them. */
  const sums = new Float64Array(impacts.length)
  impacts.forEach(({ ppb }, i) => {
    const before = i === 0 ? 0 : sums[i - 1]! * 2 ** (-(times[i]! - times[i - 1]!) / halfLifeMs)
    sums[i] = before + ppb
  })

  /** The number of impacts up to then. */
  function countUntil(ms: number): number {
    let [low, high] = [0, times.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (times[middle]! <= ms) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    everyMs: 0,
    at(ms) {
      const last = countUntil(ms) - 1
      const ppb = last < 0 ? 0 : sums[last]! * 2 ** (-(ms - times[last]!) / halfLifeMs)
      return path.at(ms) * (1 + Math.max(ppb, Number(MIN_IMPACT_PPB)) / Number(PPB))
    },
  }
}
