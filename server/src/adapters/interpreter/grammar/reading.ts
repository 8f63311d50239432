/** A row of facts read for one type of strategy: what it says of limits and figures, and what is left for the rest. */
import type { StrategyType } from '@purser/contract/plan.ts'
import { exitsOf } from './exits.ts'
import type { Fact } from './facts.ts'
import { gridOf, type GridTerms } from './grid-terms.ts'
import { divisionOf, expiryOf, relativesOf, triggersOf } from './prices.ts'
import { hasKey, isKey, isPercent, isVerb, led, type Row } from './row.ts'
import { shareOf, type ShareTerms } from './share-terms.ts'
import { crossOf, type CrossTerms, rsiOf, type RsiTerms } from './signal-terms.ts'
import { hasExit, noTerms, type Terms } from './terms.ts'
import * as T from './token-types.ts'

export type Family = 'orders' | 'grid' | 'rsi' | 'ma_cross' | 'rebalance'
export type Reading = {
  family: Family
  row: Row
  terms: Terms
  grid: GridTerms
  rsi: RsiTerms
  cross: CrossTerms
  share: ShareTerms
  /** Orders follow one another. */
  paced: boolean
}

export const familyOf = (type: StrategyType): Family =>
  type === 'grid' || type === 'rsi' || type === 'ma_cross' || type === 'rebalance' ? type : 'orders'

/** The family that the words of a text announce. */
export function announced(row: Row): Family {
  if (hasKey(row, 'rsi', 'oversold', 'overbought')) return 'rsi'
  if (hasKey(row, 'golden', 'ema')) return 'ma_cross'
  if (
    hasKey(row, 'sma') &&
    (hasKey(row, 'cross', 'fast', 'slow') || row.some((f) => f.is === 'move' || f.is === 'slash'))
  )
    return 'ma_cross'
  if (hasKey(row, 'fast') && hasKey(row, 'slow')) return 'ma_cross'
  if (hasKey(row, 'sma') && (hasKey(row, 'chart') || row.filter((f) => isKey(f, 'sma')).length > 1))
    return 'ma_cross'
  if (hasKey(row, 'cross') && hasKey(row, 'chart', 'sma')) return 'ma_cross'
  if (hasKey(row, 'grid')) return 'grid'
  if (hasKey(row, 'levels') && row.filter((f) => f.is === 'amount' && f.unit === 'USD').length > 1)
    return 'grid'
  const share = row.some((f) => f.is === 'amount' && f.unit === 'percent')
  if (
    hasKey(row, 'rebalance') &&
    !row.some((f) => isVerb(f, 'buy', 'sell') && !hasKey(row, 'target', 'keep', 'rebalance'))
  )
    return 'rebalance'
  const trades = row.some((f) => isVerb(f, 'buy', 'sell', 'dca', 'exit', 'convert'))
  if (
    share &&
    hasKey(row, 'keep', 'target') &&
    !trades &&
    !hasKey(row, 'stop', 'take', 'trail', 'bracket', 'protect')
  )
    return 'rebalance'
  const range = row.some((f) => f.is === 'bound' && f.low && f.high)
  if (hasKey(row, 'levels') && (range || row.some((f) => isKey(f, 'lower', 'upper')))) return 'grid'
  return 'orders'
}

const paced = (row: Row): boolean =>
  row.some(
    (f) => f.is === 'rate' || isVerb(f, 'dca') || (f.is === 'time' && f.article && f.leads.length === 0),
  )

/** `recurring` and `waits`: what is known of the plan that the text changes. */
export function readFor(
  found: Fact[],
  text: string,
  family: Family,
  known: { recurring?: boolean; waits?: boolean } = {},
): Reading {
  const row = [...found]
  const terms = noTerms()
  const reading: Reading = {
    family,
    row,
    terms,
    grid: {},
    rsi: {},
    cross: { lengths: [], golden: false },
    share: {},
    paced: known.recurring === true || paced(row),
  }
  let priced = false
  const bracketed = hasKey(row, 'bracket', 'protect')
  opened(row, text)
  exitsOf(row, terms, text, family !== 'orders' || (paced(row) && !bracketed) || known.recurring === true)
  if (family === 'grid') {
    relativesOf(row)
    reading.grid = gridOf(row, terms)
  } else if (family === 'rsi') reading.rsi = rsiOf(row, terms)
  else if (family === 'ma_cross')
    reading.cross = crossOf(row, terms, /\b(?:d?ema|emas|exponential)/i.test(text))
  else if (family === 'rebalance') reading.share = shareOf(row, terms)
  else {
    relativesOf(row)
    if (hasKey(row, 'expiry', 'gtc')) {
      priced = true
      expiryOf(row, terms, false)
    }
    divisionOf(row, terms)
    reading.paced = known.recurring === true || paced(row)
    if (!reading.paced && !terms.divided) {
      const price = priced || hasKey(row, 'limit')
      triggersOf(row, terms, text, known.waits === true)
      const waits = terms.trigger !== undefined || price || known.waits === true
      if (waits) expiryOf(row, terms, !hasExit(terms))
      if (hasExit(terms) || bracketed) holdOf(row, terms)
      else if (!waits && terms.trigger === undefined) leaveOf(row, terms)
    }
  }
  for (let i = row.length - 1; i >= 0; i--) if (isKey(row[i], 'bracket', 'add')) row.splice(i, 1)
  return reading
}

/** Words that mean something else at the head of a clause: 'drop 0.1 SOL into', 'once JUP touches $2'. */
function opened(row: Row, text: string): void {
  for (const [i, f] of row.entries()) {
    const next = row[i + 1]
    const at = { leads: [], from: f.from, to: f.to }
    if (
      f.is === 'move' &&
      /^drop/i.test(text.slice(f.from, f.to)) &&
      next?.is === 'amount' &&
      next.unit !== 'percent' &&
      !led(next, T.To) &&
      row[i - 1]?.is !== 'asset'
    )
      row[i] = { is: 'verb', verb: 'put', ...at }
    else if (
      f.is === 'count' &&
      f.once &&
      (next?.is === 'asset' || next?.is === 'price') &&
      (row[i + 2]?.is === 'move' || row[i + 2]?.is === 'bound')
    )
      row[i] = { is: 'condition', ...at }
  }
}

/** 'and sell it after 2 days': a barrier of time, where something was bought first. */
function leaveOf(row: Row, terms: Terms): void {
  const bought = row.findIndex((f) => isVerb(f, 'buy', 'put'))
  const sold = row.findIndex((f, i) => i > bought && isVerb(f, 'sell', 'exit'))
  if (bought >= 0 && sold >= 0) holdOf(row, terms)
}

function holdOf(row: Row, terms: Terms): void {
  const bought = row.some((f) => isVerb(f, 'buy', 'put', 'convert')) || terms.protect || hasExit(terms)
  for (let i = 0; i < row.length && terms.timeLimit === undefined && bought; i++) {
    const f = row[i]!
    if (f.is !== 'time') continue
    let b = i - 1
    while (
      row[b] &&
      (row[b]!.is === 'asset' ||
        row[b]!.is === 'lead' ||
        row[b]!.is === 'wallet' ||
        (row[b]!.is === 'amount' && isPercent(row[b]!)))
    )
      b--
    const verb = isVerb(row[b], 'sell', 'exit') || isKey(row[b], 'keep') || row[b]?.is === 'stop'
    if (!(led(f, T.After, T.In, T.AtMost, T.For) && (verb || led(f, T.After)))) continue
    terms.timeLimit = f.seconds
    const start = verb && !(isVerb(row[b], 'sell') && !row.slice(0, b).some((g) => isVerb(g))) ? b : i
    row.splice(start, i + 1 - start)
    i = -1
  }
}
