/** What a replay was worth as time went by. */
import type { Fills } from '../replay/account.ts'
import type { Ground, Spec } from '../replay/spec.ts'

export type Equity = {
  /** The most that the plan needed. */
  capital: number
  /** The gain in USD since the start: before the first candle, and at the end of each period of `step` candles. */
  gains: Float64Array
  /** The deepest fall of the value, from 0 to 1, at the closes of candles. */
  drawdown: number
  /** At the close of the last candle. */
  gained: number
}

/** `least`: the capital at the least. `visit` is called with the gain at the close of each candle. */
type Options = { from?: number; step: number; least: number; visit?: (candle: number, gain: number) => void }

/** The most that had to be put in before anything came back. */
function mostOutlay({ usd, extraUsd }: Fills): number {
  let [outlay, most] = [0, 0]
  for (let i = 0; i < usd.length; i++) {
    outlay += extraUsd[i]! - usd[i]!
    if (outlay > most) most = outlay
  }
  return most
}

/** For a plan that trades with all that the wallets hold: their worth at the start, and the fees beside it. */
function worthAtStart(
  { spec, ground }: { spec: Spec; ground: Ground },
  from: number,
  { extraUsd }: Fills,
): number {
  const { purse } = spec
  const [price, quoteUsd] = [ground.history.open[from]!, ground.quoteUsd[from]!]
  return purse.token * price + purse.quote * quoteUsd + extraUsd.reduce((sum, one) => sum + one, 0)
}

export function followEquity(
  { spec, ground, isWhole }: { spec: Spec; ground: Ground; isWhole: boolean },
  fills: Fills,
  { from = 0, step, least, visit }: Options,
): Equity {
  const { length, close, open } = ground.history
  const { quoteUsd } = ground
  const start = isWhole ? worthAtStart({ spec, ground }, from, fills) : 0
  const capital = isWhole ? start : Math.max(least, mostOutlay(fills)) || 1
  // Of a plan that trades with its holdings, the quote's own movement counts as well.
  let tokens = isWhole ? spec.purse.token : 0
  let quote = isWhole ? spec.purse.quote : 0
  let cash = isWhole ? -(tokens * open[from]! + quote * quoteUsd[from]!) : 0
  const gains = new Float64Array(Math.floor((length - from) / step) + 1)
  let [next, peak, drawdown, gain] = [0, capital, 0, 0]
  for (let i = from; i < length; i++) {
    for (; next < fills.at.length && fills.at[next]! <= i; next++) {
      tokens += fills.tokens[next]!
      if (isWhole) quote += fills.quote[next]!
      else cash += fills.usd[next]!
      cash -= fills.extraUsd[next]!
    }
    gain = cash + tokens * close[i]! + (isWhole ? quote * quoteUsd[i]! : 0)
    const value = Math.max(0, capital + gain)
    if (value > peak) peak = value
    else if (peak > 0 && peak - value > drawdown * peak) drawdown = (peak - value) / peak
    const n = i - from + 1
    if (n % step === 0) gains[n / step] = gain
    visit?.(i, gain)
  }
  return { capital, gains, drawdown, gained: Math.max(-capital, gain) }
}

/** Returns from one period to the next: of the value then, or, so that those of several plans add up, of the capital. */
export function toReturns({ capital, gains }: Equity, kind: 'of_value' | 'of_capital'): Float64Array {
  const returns = new Float64Array(Math.max(0, gains.length - 1))
  for (let i = 0; i < returns.length; i++) {
    const base = kind === 'of_value' ? capital + gains[i]! : capital
    returns[i] = base > 0 ? Math.max(-1, (gains[i + 1]! - gains[i]!) / base) : 0
  }
  return returns
}
