/** Indicators of closed candles, one close at a time. Floats: they assess prices and are never money. */
import type { MaCrossPlan, RsiPlan } from './plan.ts'

/** 1 buys, -1 sells. */
export type Signal = -1 | 0 | 1
export type Indicator = {
  /** How many candles it needs before its first signal. */
  history: number
  begin(): number[]
  /** Takes a close in, in place, and returns whether it crossed. */
  take(figures: number[], close: number): Signal
  /** Both averages, the fast one first, or the RSI; null until it is known. */
  values(figures: readonly number[]): number[] | null
  words(figures: number[]): string
}

/** Wilder's RSI. Figures: closes seen, last close, average gain, average loss, RSI (-1 until it is known). */
export function rsiIndicator(length: number, buyBelow: number, sellAbove: number): Indicator {
  return {
    history: length * 10 + 1,
    begin: () => [0, 0, 0, 0, -1],
    take(f, close) {
      const seen = f[0]!
      const change = close - f[1]!
      f[0] = seen + 1
      f[1] = close
      if (seen === 0) return 0
      const gain = change > 0 ? change : 0
      const loss = change < 0 ? -change : 0
      // The first average is the plain one of as many changes as the length; from then on each counts 1/length.
      const weight = seen < length ? seen : length
      const up = (f[2] = f[2]! + (gain - f[2]!) / weight)
      const down = (f[3] = f[3]! + (loss - f[3]!) / weight)
      if (seen < length) return 0
      const before = f[4]!
      const rsi = up + down === 0 ? 50 : (100 * up) / (up + down)
      f[4] = rsi
      if (before < 0) return 0
      if (before >= buyBelow && rsi < buyBelow) return 1
      return before <= sellAbove && rsi > sellAbove ? -1 : 0
    },
    values: (f) => (f[4]! < 0 ? null : [f[4]!]),
    words: (f) => `RSI(${length}) is ${f[4]!.toFixed(2)}`,
  }
}

const crossed = (before: number, now: number): Signal =>
  before <= 0 && now > 0 ? 1 : before >= 0 && now < 0 ? -1 : 0

/** Figures: closes seen, sum of the fast, sum of the slow, their difference; then the last closes in a ring. */
export function smaIndicator(fast: number, slow: number): Indicator {
  const HEAD = 4
  return {
    history: slow + 1,
    begin: () => Array.from({ length: HEAD + slow }, () => 0),
    take(f, close) {
      const seen = f[0]!
      const at = seen % slow
      const oldFast = seen >= fast ? f[HEAD + ((seen - fast) % slow)]! : 0
      f[1] = f[1]! + close - oldFast
      f[2] = f[2]! + close - f[HEAD + at]!
      f[HEAD + at] = close
      f[0] = seen + 1
      // Summed anew once a round, so that rounding errors do not pile up.
      if (at === slow - 1) {
        let [short, long] = [0, 0]
        for (let i = 0; i < slow; i++) {
          long += f[HEAD + i]!
          if (i >= slow - fast) short += f[HEAD + i]!
        }
        f[1] = short
        f[2] = long
      }
      if (seen + 1 < slow) return 0
      const before = f[3]!
      const now = f[1] / fast - f[2] / slow
      f[3] = now
      return seen + 1 === slow ? 0 : crossed(before, now)
    },
    values: (f) => (f[0]! < slow ? null : [f[1]! / fast, f[2]! / slow]),
    words: (f) => averages('SMA', fast, slow, f[1]! / fast, f[2]! / slow),
  }
}

/** Figures: closes seen, fast, slow, their difference. */
export function emaIndicator(fast: number, slow: number): Indicator {
  const [a, b] = [2 / (fast + 1), 2 / (slow + 1)]
  return {
    history: slow * 5 + 1,
    begin: () => [0, 0, 0, 0],
    take(f, close) {
      const seen = f[0]!
      f[0] = seen + 1
      f[1] = seen === 0 ? close : f[1]! + a * (close - f[1]!)
      f[2] = seen === 0 ? close : f[2]! + b * (close - f[2]!)
      const before = f[3]!
      const now = f[1] - f[2]
      f[3] = now
      return seen < slow ? 0 : crossed(before, now)
    },
    values: (f) => (f[0]! < slow ? null : [f[1]!, f[2]!]),
    words: (f) => averages('EMA', fast, slow, f[1]!, f[2]!),
  }
}

const averages = (kind: string, fast: number, slow: number, a: number, b: number): string =>
  `${kind}(${fast}) ${a.toPrecision(6)} is ${a >= b ? 'above' : 'below'} ${kind}(${slow}) ${b.toPrecision(6)}`

/** Returns the indicator by whose crosses this plan trades. */
export function indicatorFor(plan: RsiPlan | MaCrossPlan): Indicator {
  if (plan.strategy_type === 'rsi') return rsiIndicator(plan.length, plan.buy_below, plan.sell_above)
  const { kind, fast_length: fast, slow_length: slow } = plan
  return kind === 'ema' ? emaIndicator(fast, slow) : smaIndicator(fast, slow)
}
