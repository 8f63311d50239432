/** The clause of an exit: its words and its verb leave the row together. */
import type { Fact } from './facts.ts'
import { after, cut, isAll, isIt, isPercent, isKey, isVerb, led, type Row } from './row.ts'
import * as T from './token-types.ts'

/** The words that want a figure of their own. */
export const wants = (f: Fact) =>
  isKey(f, 'stop', 'take', 'trail', 'drawdown', 'loss', 'gain', 'daily-loss', 'budget', 'target') ||
  f.is === 'stop'

/** Takes an exit out with its verb: 'then sell at', 'stop the bot if', 'exit when'. */
export function exitAt(row: Row, from: number, to: number): number {
  let end = to
  while (
    row[end + 1]?.is === 'lead' ||
    isKey(row[end + 1], 'entry', 'limit') ||
    (isKey(row[end + 1], 'gain', 'loss') && after(row, end + 1, isPercent) < 0) ||
    (row[end + 1]?.is === 'price' && led(row[end], T.Below)) ||
    (row[end + 1]?.is === 'wallet' && led(row[end + 1], T.With))
  )
    end++
  const conditioned = row.slice(Math.max(0, from - 6), from + 1).some((f) => f.is === 'condition')
  let at = cut(row, from, end)
  const main = row.some((f) => isVerb(f, 'buy', 'put', 'dca', 'convert', 'trade', 'want'))
  // Backwards: the verb of the exit, if another one says what is traded.
  let b = at - 1
  while (
    b >= 0 &&
    (isIt(row[b]) ||
      isAll(row[b]) ||
      row[b]?.is === 'wallet' ||
      row[b]?.is === 'lead' ||
      row[b]?.is === 'count')
  )
    b--
  if (row[b]?.is === 'stop' || (isVerb(row[b], 'trade') && row[b - 1]?.is === 'stop')) {
    const start = row[b]?.is === 'stop' ? b : b - 1
    row.splice(start, at - start)
    at = start
  } else if (isVerb(row[b], 'sell', 'exit') && (main || row.slice(0, b).some((f) => isVerb(f, 'sell')))) {
    row.splice(b, at - b)
    at = b
  } else if (conditioned) {
    // Forwards: 'if it falls 10 %, sell everything'.
    let f = at
    if (row[f]?.is === 'break') f++
    if ((isVerb(row[f], 'sell', 'exit') || row[f]?.is === 'stop') && main) {
      let end = f
      while (isIt(row[end + 1]) || isAll(row[end + 1]) || row[end + 1]?.is === 'wallet') end++
      row.splice(f, end + 1 - f)
    }
  }
  return Math.max(0, at)
}
