/** What a strategy on an indicator reads from a text: the candles, the lengths and the levels. */
import type { Timeframe } from '@purser/contract/plan.ts'
import { TIMEFRAME_SECONDS } from '@purser/contract/plan.ts'
import type { Fact } from './facts.ts'
import { ask, notOffered } from './replies.ts'
import {
  after,
  isBare,
  isKey,
  isPercent,
  isTime,
  isVerb,
  led,
  near,
  type Row,
  secondsIn,
  textOf,
} from './row.ts'
import type { Terms } from './terms.ts'
import * as T from './token-types.ts'

export type RsiTerms = { timeframe?: Timeframe; length?: number; buyBelow?: number; sellAbove?: number }
export type CrossTerms = { timeframe?: Timeframe; kind?: 'sma' | 'ema'; lengths: number[]; golden: boolean }

const never = () => false
const frames = Object.entries(TIMEFRAME_SECONDS) as [Timeframe, number][]
const frameOf = (seconds: number): Timeframe | undefined => frames.find(([, s]) => s === seconds)?.[0]
const isSpan = (f: Fact) => isTime(f) && !led(f, T.For, T.Over) && !(f.is === 'time' && f.next)

/** The candles: beside the word chart first, else the one length of time that is no duration. */
function timeframeOf(row: Row, terms: Terms): Timeframe | undefined {
  let at = -1
  for (let i = 0; i < row.length && at < 0; i++) if (isKey(row[i], 'chart')) at = near(row, i, isSpan, never)
  if (at < 0) at = row.findIndex(isSpan)
  if (at < 0) return undefined
  const seconds = secondsIn(row[at]!)
  row.splice(at, 1)
  const frame = frameOf(seconds)
  if (!frame) terms.reply ??= ask('Which timeframe should the candles have: 1m, 5m, 15m, 1h, 4h or 1d?')
  return frame
}

/** Words that only join the parts of a signal. */
function tidyUp(row: Row, terms: Terms, verbs: boolean): void {
  const moved = row.some((f, i) => f.is === 'move' && row[i + 1] && isPercent(row[i + 1]!))
  if (moved) terms.reply ??= notOffered('condition', 'a move of the price')
  const one = row.findIndex((f) => isVerb(f))
  for (let i = row.length - 1; i >= 0; i--) {
    const f = row[i]!
    const loose =
      ['condition', 'move', 'price', 'dash', 'slash', 'per-order'].includes(f.is) ||
      isKey(
        f,
        'rsi',
        'chart',
        'length',
        'sma',
        'ema',
        'cross',
        'golden',
        'fast',
        'slow',
        'levels',
        'oversold',
        'overbought',
        'entry',
        'limit',
        'lower',
        'upper',
        'target',
        'drift',
        'keep',
        'spacing',
      ) ||
      (f.is === 'lead' && !led(f, T.AtMost, T.AtLeast)) ||
      (f.is === 'count' && f.n === '') ||
      (f.is === 'asset' && f.asset.kind === 'it' && i !== one + 1) ||
      (verbs && isVerb(f))
    if (loose) row.splice(i, 1)
  }
}

const isInt = (f: Fact) => isBare(f) || (f.is === 'count' && f.n !== '')
const intOf = (f: Fact) => Number(f.is === 'count' ? f.n : textOf(f))

export function rsiOf(row: Row, terms: Terms): RsiTerms {
  const rsi: RsiTerms = {}
  // '14 period', 'RSI(21)', 'length 14': the length.
  for (let i = 0; i < row.length; i++) {
    if (!isKey(row[i], 'length')) continue
    const v =
      row[i - 1] && isInt(row[i - 1]!) && row[i - 1]!.is !== 'bound'
        ? i - 1
        : after(row, i, (f) => isInt(f) && f.is !== 'bound')
    if (v < 0) continue
    rsi.length = intOf(row[v]!)
    row.splice(Math.min(i, v), Math.abs(v - i) + 1)
    i = -1
  }
  for (let i = 0; i < row.length && rsi.length === undefined; i++) {
    if (!isKey(row[i], 'rsi')) continue
    let a = i + 1
    while (
      row[a]?.is === 'dash' ||
      (row[a]?.is === 'break' && /^[([]/.test((row[a] as { mark: string }).mark))
    )
      a++
    const next = row[a]
    const joined = row[a + 1]?.is === 'slash' || row[a + 1]?.is === 'dash'
    if (
      next?.is === 'amount' &&
      next.unit === 'none' &&
      !led(next, T.At, T.Below, T.Above, T.To) &&
      !joined &&
      !isKey(row[a + 1], 'levels', 'oversold', 'overbought')
    ) {
      rsi.length = intOf(next)
      row.splice(i + 1, a - i)
    } else if (row[i - 1]?.is === 'amount' && isBare(row[i - 1]!) && row[i - 1]!.leads.length === 0) {
      rsi.length = intOf(row[i - 1]!)
      row.splice(--i, 1)
    } else if (
      row[i - 1]?.is === 'time' &&
      row.some((f, k) => k !== i - 1 && isSpan(f)) &&
      (row[i - 1] as { seconds: number }).seconds % 86_400 === 0
    ) {
      rsi.length = secondsIn(row[i - 1]!) / 86_400
      row.splice(--i, 1)
    }
  }
  const timeframe = timeframeOf(row, terms)
  if (timeframe) rsi.timeframe = timeframe
  levels(row, rsi)
  tidyUp(row, terms, true)
  return rsi
}

function levels(row: Row, rsi: RsiTerms): void {
  for (let i = 0; i < row.length; i++) {
    const f = row[i]!
    if (f.is === 'bound' && f.low && f.high && isBare(f)) {
      rsi.buyBelow ??= Number(f.low.value)
      rsi.sellAbove ??= Number(f.high.value)
      row.splice(i--, 1)
    }
  }
  const numbers = row
    .map((f, i) => ({ f, i }))
    .filter(({ f }) => isBare(f) || (f.is === 'count' && f.n !== '' && !row.some((g) => g.is === 'rate')))
  const loose: number[] = []
  const taken = new Set<Fact>()
  for (const { f, i } of numbers) {
    if (f.is === 'amount' && (f.negative || f.asset)) continue
    taken.add(f)
    const n = intOf(f)
    const near_ = sideAt(row, i)
    const side = near_ ?? (f.is === 'bound' ? (f.high ? 'buy' : 'sell') : undefined)
    if (side === 'buy' && rsi.buyBelow === undefined) rsi.buyBelow = n
    else if (side === 'sell' && rsi.sellAbove === undefined) rsi.sellAbove = n
    else loose.push(n)
  }
  loose.sort((a, b) => a - b)
  for (const n of loose) {
    if (n < 50 && rsi.buyBelow === undefined) rsi.buyBelow = n
    else if (rsi.sellAbove === undefined) rsi.sellAbove = n
    else if (rsi.buyBelow === undefined) rsi.buyBelow = n
  }
  for (let i = row.length - 1; i >= 0; i--) if (taken.has(row[i]!)) row.splice(i, 1)
}

const sideOf = (f: Fact | undefined): 'buy' | 'sell' | undefined =>
  isVerb(f, 'buy') || isKey(f, 'oversold', 'entry', 'lower') || (f?.is === 'count' && f.intent === 'buy')
    ? 'buy'
    : isVerb(f, 'sell', 'exit') ||
        isKey(f, 'overbought', 'upper') ||
        (f?.is === 'count' && f.intent === 'sell')
      ? 'sell'
      : undefined

/** The side that a level belongs to: the word before it in its clause, else the one after it. */
function sideAt(row: Row, i: number): 'buy' | 'sell' | undefined {
  const joins = (f: Fact | undefined) =>
    f !== undefined &&
    (['condition', 'move', 'price', 'asset', 'lead', 'wallet', 'per-order'].includes(f.is) ||
      isKey(f, 'rsi', 'cross', 'levels', 'limit', 'keep') ||
      (f.is === 'amount' && f.unit !== 'none'))
  for (let b = i - 1; b >= 0; b--) {
    const side = sideOf(row[b])
    if (side) return side
    if (!joins(row[b])) break
  }
  for (let a = i + 1; a < row.length; a++) {
    const side = sideOf(row[a])
    if (side) return side
    if (!joins(row[a])) break
  }
  return undefined
}

export function crossOf(row: Row, terms: Terms, exponential: boolean): CrossTerms {
  const cross: CrossTerms = { lengths: [], golden: row.some((f) => isKey(f, 'golden')) }
  if (exponential || row.some((f) => isKey(f, 'ema'))) cross.kind = 'ema'
  else if (row.some((f) => isKey(f, 'sma'))) cross.kind = 'sma'
  // '50 day and 200 day': lengths in candles of that time.
  const spans = row.filter((f) => f.is === 'time' && isSpan(f) && !led(f, T.On))
  const daily = spans.filter((f) => secondsIn(f) % 86_400 === 0 && secondsIn(f) > 86_400)
  if (daily.length === 2) {
    cross.lengths = daily.map((f) => secondsIn(f) / 86_400)
    for (const f of daily) row.splice(row.indexOf(f), 1)
    cross.timeframe = '1d'
  }
  const framed = timeframeOf(row, terms)
  if (framed) cross.timeframe = framed
  const ints = row.filter((f) => isInt(f) || (f.is === 'bound' && f.low && f.high && isBare(f)))
  const wanted = ints.filter((f) => {
    const i = row.indexOf(f)
    const around = [row[i - 1], row[i + 1], row[i - 2], row[i + 2]]
    return (
      ints.length <= 2 ||
      around.some(
        (g) =>
          g?.is === 'slash' ||
          g?.is === 'dash' ||
          isKey(g, 'sma', 'ema', 'cross', 'fast', 'slow', 'golden', 'length') ||
          (g && ints.includes(g)),
      )
    )
  })
  if (cross.lengths.length === 0)
    cross.lengths = wanted.flatMap((f) =>
      f.is === 'bound' && f.low && f.high ? [Number(f.low.value), Number(f.high.value)] : [intOf(f)],
    )
  for (const f of wanted) row.splice(row.indexOf(f), 1)
  cross.lengths = [...new Set(cross.lengths)].sort((a, b) => a - b)
  tidyUp(row, terms, true)
  return cross
}
