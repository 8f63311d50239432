/** A row of facts under work: what a term reads is taken out of it, and whatever is left must be understood by the rest. */
import type { Fact } from './facts.ts'
import type { AmountFact } from './sides.ts'
import type { Key } from './strategy-words.ts'
import * as T from './token-types.ts'

export type Row = Fact[]
export type Fits = (fact: Fact) => boolean

export const isKey = (fact: Fact | undefined, ...keys: Key[]): boolean =>
  fact?.is === 'key' && keys.includes(fact.key)
export const hasKey = (row: Row, ...keys: Key[]): boolean => row.some((f) => isKey(f, ...keys))
export const isVerb = (fact: Fact | undefined, ...verbs: string[]): boolean =>
  fact?.is === 'verb' && (verbs.length === 0 || verbs.includes(fact.verb))
export const led = (fact: Fact | undefined, ...types: Fact['leads']): boolean =>
  fact !== undefined && types.some((t) => fact.leads.includes(t))
export const isIt = (fact: Fact | undefined): boolean =>
  fact?.is === 'asset' && (fact.asset.kind === 'it' || fact.leads.includes(T.Cond))

/** '10 %' that is no share of anything. */
export const isPercent: Fits = (f) =>
  f.is === 'amount'
    ? f.unit === 'percent' && !f.asset && !f.wallet
    : f.is === 'bound' && (f.high ?? f.low)?.bad === '%'
/** A number without a unit, also one that stands above or below something. */
export const isBare: Fits = (f) =>
  f.is === 'amount'
    ? f.unit === 'none'
    : f.is === 'bound' && [f.low, f.high].every((p) => !p || (!p.usd && !p.bad && p.relative === undefined))
export const isTime: Fits = (f) => f.is === 'time' || f.is === 'rate'
export const isDollars: Fits = (f) =>
  (f.is === 'amount' && f.unit === 'USD') ||
  (f.is === 'bound' && [f.low, f.high].every((p) => !p || p.usd) && !(f.low && f.high))
export const isAll = (f: Fact | undefined): boolean =>
  f?.is === 'amount' && f.unit === 'percent' && f.value === '100'

/** The decimal text of an amount or of a bound on one side. */
export function textOf(fact: Fact): string {
  if (fact.is === 'amount') return fact.value
  return fact.is === 'bound' ? ((fact.high ?? fact.low)?.value ?? '0') : '0'
}
export const secondsIn = (fact: Fact): number => (fact.is === 'time' || fact.is === 'rate' ? fact.seconds : 0)
export const asAmount = (fact: Fact): AmountFact | undefined => (fact.is === 'amount' ? fact : undefined)

const glue = (f: Fact): boolean =>
  f.is === 'lead' ||
  f.is === 'price' ||
  f.is === 'move' ||
  f.is === 'condition' ||
  f.is === 'not' ||
  (f.is === 'wallet' && f.leads.length === 0) ||
  isKey(f, 'levels', 'limit', 'target', 'spacing', 'add') ||
  (f.is === 'asset' && f.asset.kind === 'it') ||
  (f.is === 'break' && /^[([]+$/.test(f.mark))

/** The value that follows the word at `i`, over words that only join. -1: none. */
export function after(row: Row, i: number, fits: Fits): number {
  for (let j = i + 1; j < row.length; j++) {
    if (fits(row[j]!)) return j
    if (!glue(row[j]!)) return -1
  }
  return -1
}

export function before(row: Row, i: number, fits: Fits): number {
  for (let j = i - 1; j >= 0; j--) {
    if (fits(row[j]!)) return j
    if (row[j]!.is !== 'lead' && !isKey(row[j], 'limit', 'levels')) return -1
  }
  return -1
}

/** The value of the word at `i`: '10 % stop loss' and 'stop loss at 10 %' alike; `rival` tells the words that want one too. */
export function near(row: Row, i: number, fits: Fits, rival: Fits): number {
  const [b, a] = [before(row, i, fits), after(row, i, fits)]
  if (a < 0 || b < 0) return a < 0 ? b : a
  for (let k = a + 1; k < row.length; k++)
    if (rival(row[k]!)) return before(row, k, fits) === a && after(row, k, fits) < 0 ? b : a
  return a
}

/** The verb that the place `i` belongs to: the last one before it in the text, else the next one. */
export function verbAt(row: Row, i: number): string | undefined {
  const is = (f: Fact): f is Fact & { is: 'verb' } => f.is === 'verb' && f.verb !== 'want'
  const found = row.slice(0, i).findLast(is) ?? row.slice(i).find(is)
  return found?.verb
}

/**
 * Takes [from, to] out with the words that lead to it: 'if it …', 'once the price …'. A token that is named there stays
 * as one that is only spoken of. Returns where the gap is.
 */
export function cut(row: Row, from: number, to: number): number {
  let start = from
  for (let c = from - 1, n = 0; c >= 0 && n < 6; c--, n++) {
    const f = row[c]!
    if (f.is === 'condition') {
      start = c
      break
    }
    if (!(glue(f) || f.is === 'asset' || f.is === 'wallet' || isKey(f, 'gain', 'loss'))) break
  }
  while (start > 0 && ['condition', 'move', 'price', 'lead'].includes(row[start - 1]!.is)) start--
  const stays = row
    .slice(start, to + 1)
    .flatMap((f): Fact[] => (f.is === 'asset' && f.asset.kind !== 'it' ? [{ ...f, leads: [T.Cond] }] : []))
  row.splice(start, to + 1 - start, ...stays)
  return start
}
