/** Stop loss, take profit, trailing stop and the limits of risk: read and taken out of the row. */
import { exitAt, wants } from './exit-clause.ts'
import type { Fact } from './facts.ts'
import { budgetOf, cooldownOf, dailyLossOf, endsOf } from './limits.ts'
import { ask, refuse } from './replies.ts'
import {
  cut,
  isBare,
  isDollars,
  isKey,
  isPercent,
  isTime,
  isVerb,
  led,
  near,
  secondsIn,
  textOf,
  type Row,
} from './row.ts'
import type { Level, Terms } from './terms.ts'
import * as T from './token-types.ts'

export function exitsOf(row: Row, terms: Terms, text: string, strategy: boolean): void {
  endsOf(row, terms)
  budgetOf(row, terms)
  dailyLossOf(row, terms)
  cooldownOf(row, terms)
  for (let i = 0; i < row.length; i++) {
    const fact = row[i]!
    if (isKey(fact, 'protect')) {
      terms.protect = true
      row.splice(i--, 1)
    } else if (isKey(fact, 'drawdown')) i = barrier(row, i, terms, 'drawdown', isPercent)
    else if (isKey(fact, 'trail')) i = barrier(row, i, terms, 'trail', isPercent)
    else if (isKey(fact, 'take')) i = barrier(row, i, terms, 'take', strategy ? isPercent : isLevel)
    else if (isKey(fact, 'stop')) i = barrier(row, i, terms, 'stop', strategy ? isPercent : isLevel)
    else if (isKey(fact, 'gain')) i = barrier(row, i, terms, 'take', isPercent)
    else if (isKey(fact, 'loss')) i = barrier(row, i, terms, 'stop', isPercent)
    else if (fact.is === 'stop' && (isKey(row[i + 1], 'loss') || near(row, i, isPercent, wants) >= 0))
      i = barrier(row, i, terms, wayOf(row, i) === 'up' ? 'take' : 'stop', isPercent)
    else if (fact.is === 'move' && fact.way && strategy) {
      // 'if I am down 20 %, stop': a limit of the strategy, not a condition of its orders.
      const v = near(row, i, isPercent, wants)
      const next = row[v + 1]?.is === 'break' ? v + 2 : v + 1
      if (v < 0 || !(row[next]?.is === 'stop' || isVerb(row[next], 'sell', 'exit'))) continue
      if (isVerb(row[next])) terms.onStop ??= 'sell'
      terms[fact.way === 'up' ? 'take' : 'stop'] ??= { percent: textOf(row[v]!) }
      i = exitAt(row, Math.min(i, v), Math.max(i, v)) - 1
    } else if (isKey(fact, 'target') && !strategy && near(row, i, isPercent, wants) >= 0)
      i = barrier(row, i, terms, 'take', isLevel)
  }
  for (let i = 0; i < row.length; i++)
    if (isKey(row[i], 'time-limit')) {
      const v = near(row, i, isTime, wants)
      if (v < 0) continue
      terms.timeLimit = secondsIn(row[v]!)
      i = exitAt(row, Math.min(i, v), Math.max(i, v))
    }
  signed(row, terms, text)
  const lone = row.findIndex((f) => isKey(f, 'stop', 'take', 'trail', 'drawdown'))
  if (lone >= 0 && !row.some((f) => isKey(f, 'remove') || f.is === 'not')) {
    const what = isKey(row[lone], 'take')
      ? 'take profit'
      : isKey(row[lone], 'trail')
        ? 'trailing stop'
        : isKey(row[lone], 'stop')
          ? 'stop loss'
          : 'maximum drawdown'
    terms.reply ??= ask(`How many percent should the ${what} be?`)
  }
}

const isLevel = (f: Fact) => isPercent(f) || isDollars(f) || (isBare(f) && f.is === 'amount')

function wayOf(row: Row, i: number): 'up' | 'down' | undefined {
  for (const f of row.slice(i, i + 6)) {
    if (f.is === 'move') return f.way
    if (isKey(f, 'gain')) return 'up'
  }
  return undefined
}

/** Reads the value of the word at `i` and takes both out; gives the place to go on from. */
function barrier(
  row: Row,
  i: number,
  terms: Terms,
  what: 'stop' | 'take' | 'trail' | 'drawdown',
  fits: (f: Fact) => boolean,
): number {
  let v = near(row, i, fits, wants)
  // 'exit in profit of 20 %' and 'a loss of more than 10 %' have their value behind a comma at most.
  if (v < 0) v = near(row, i, isPercent, wants)
  if (v < 0) v = farther(row, i)
  if (v < 0) return i
  const value = row[v]!
  const level: Level = isDollars(value) ? { price: textOf(value) } : { percent: textOf(value) }
  if (value.is === 'amount' && value.unit === 'none')
    terms.assumptions.push(`The ${textOf(value)} is taken as percent.`)
  const percent = 'percent' in level ? level.percent : undefined
  const former = terms[what]
  const same = (a: unknown) =>
    JSON.stringify(a) === JSON.stringify(what === 'stop' || what === 'take' ? level : percent)
  if (former !== undefined && !same(former))
    terms.reply ??= ask(
      'How many percent should it be? The instruction names two figures for the same limit.',
    )
  if (percent !== undefined && !(Number(percent) > 0 && (what === 'take' || Number(percent) <= 100)))
    terms.reply ??= refuse('A limit in percent must be above 0 and at most 100, so I have planned nothing.')
  if (what === 'stop' || what === 'take') terms[what] = level
  else if (percent !== undefined) terms[what] = percent
  if (near(row, i, (f) => f === value, never) < 0) {
    if (row[v - 1]?.is === 'move') cut(row, v - 1, v)
    else row.splice(v, 1)
    row.splice(i, 1)
    return i - 1
  }
  // 'trail it with a 6 % stop'
  const last = Math.max(i, v)
  const stop = what === 'trail' && row[last + 1]?.is === 'stop' ? 1 : 0
  return exitAt(row, Math.min(i, v), last + stop) - 1
}

const never = () => false

/** 'take profit on all my JUP at 30 %': what is guarded stands between the word and its value. */
function farther(row: Row, i: number): number {
  for (let j = i + 1; j < row.length; j++) {
    const f = row[j]!
    if (isPercent(f) && row[j - 1]?.is === 'move') return j
    if (isPercent(f) && led(f, T.At, T.Of, T.To, T.Below, T.Above)) return j
    if (
      !(
        f.is === 'asset' ||
        f.is === 'wallet' ||
        f.is === 'lead' ||
        f.is === 'amount' ||
        f.is === 'condition' ||
        f.is === 'move'
      )
    )
      return -1
  }
  return -1
}

/** 'close it at +30 % or -10 %'. */
function signed(row: Row, terms: Terms, text: string): void {
  for (let i = 0; i < row.length; i++) {
    const f = row[i]!
    if (f.is !== 'amount' || f.unit !== 'percent' || f.asset) continue
    const up = /\+\s*$/.test(text.slice(0, f.from))
    if (!f.negative && !up) continue
    if (f.negative) terms.stop ??= { percent: f.value }
    else terms.take ??= { percent: f.value }
    i = exitAt(row, i, i) - 1
  }
}
