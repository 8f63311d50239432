/** What bounds a strategy: its end, its budget, the loss of a day, the rest after a loss; read and taken out of the row. */
import { exitAt, wants } from './exit-clause.ts'
import type { Fact } from './facts.ts'
import { ask } from './replies.ts'
import {
  after,
  before,
  cut,
  isAll,
  isIt,
  isKey,
  isPercent,
  isTime,
  isVerb,
  led,
  near,
  secondsIn,
  type Row,
} from './row.ts'
import type { AmountFact } from './sides.ts'
import type { Terms } from './terms.ts'
import * as T from './token-types.ts'

const isSome = (f: Fact) => f.is === 'amount' && f.unit !== 'none' && !f.asset && !f.wallet

/** 'sell everything when stopped', 'when it ends keep the tokens', 'and sell all on stop'. */
export function endsOf(row: Row, terms: Terms): void {
  for (let i = 0; i < row.length; i++) {
    const f = row[i]!
    if (f.is !== 'stop' && !isKey(f, 'finish')) continue
    let c = i
    while (
      c > 0 &&
      (isIt(row[c - 1]) ||
        row[c - 1]?.is === 'lead' ||
        isVerb(row[c - 1], 'trade') ||
        (row[c - 1]?.is === 'stop' && c === i))
    )
      c--
    // 'at the end' is one word here, and leads by itself.
    const cond = row[c - 1]?.is === 'condition' || (isKey(f, 'finish') && isAll(row[i - 1]))
    const lead = row.slice(c, i).some((g) => led(g, T.On, T.At, T.After, T.With, T.In))
    if (!cond && !lead) continue
    const start = row[c - 1]?.is === 'condition' ? c - 1 : c
    let e = i
    while (isIt(row[e + 1]) || row[e + 1]?.is === 'stop' || isKey(row[e + 1], 'finish')) e++
    const verb = (j: number) => isVerb(row[j], 'sell', 'exit') || isKey(row[j], 'keep')
    const thing = (j: number) =>
      isAll(row[j]) ||
      row[j]?.is === 'asset' ||
      row[j]?.is === 'wallet' ||
      row[j]?.is === 'lead' ||
      isKey(row[j], 'rest')
    let b = start - 1
    if (row[b]?.is === 'break') b--
    while (b >= 0 && thing(b)) b--
    let range: [number, number] | undefined
    if (
      b >= 0 &&
      verb(b) &&
      !(isVerb(row[b]) && row.slice(b, start).some((g) => g.is === 'amount' && !isAll(g)))
    )
      range = [b, e]
    else {
      let a = e + 1
      while (row[a]?.is === 'break' || isIt(row[a])) a++
      if (verb(a)) {
        let end = a
        while (thing(end + 1)) end++
        range = [start, end]
        b = a
      }
    }
    if (!range) continue
    // 'sell 10 WIF an hour until the end' has its own verb and stays.
    terms.onStop = isKey(row[b], 'keep') ? 'keep' : 'sell'
    const stays = row
      .slice(range[0], range[1] + 1)
      .flatMap((g): Fact[] =>
        g.is === 'asset' && g.asset.kind !== 'it'
          ? [{ ...g, leads: [T.Cond] }]
          : g.is === 'amount' && g.asset && g.asset.kind !== 'it'
            ? [{ is: 'asset', asset: g.asset, leads: [T.Cond], from: g.from, to: g.to }]
            : [],
      )
    row.splice(range[0], range[1] + 1 - range[0], ...stays)
    i = range[0] - 1
  }
}

export function budgetOf(row: Row, terms: Terms): void {
  const set = (v: number, from: number, to: number) => {
    terms.maxSpend = row[v] as AmountFact
    let end = to
    while (row[end + 1]?.is === 'total') end++
    let start = from
    while (row[start - 1]?.is === 'total' || (row[start - 1]?.is === 'stop' && start > 0)) start--
    cut(row, start, end)
  }
  for (let i = 0; i < row.length; i++) {
    const v = isKey(row[i], 'budget') ? near(row, i, isSome, wants) : -1
    if (v >= 0) {
      const [a, b] = [Math.min(i, v), Math.max(i, v)]
      if (isKey(row[b + 1], 'budget')) set(v, a, b + 1)
      else set(v, a, b)
      i = -1
    }
  }
  const amounts = row.filter((f) => f.is === 'amount' && f.unit !== 'none' && !isPercent(f))
  if (row.some((f) => isKey(f, 'twap', 'split', 'slice'))) return
  const paced =
    row.some((f) => f.is === 'rate') ||
    row.some((f) => isKey(f, 'rsi', 'sma', 'ema', 'cross', 'golden', 'rebalance'))
  for (let i = 0; i < row.length && amounts.length > 1; i++) {
    const f = row[i]!
    if (f.is !== 'amount' || !isSome(f) || terms.maxSpend) continue
    if (['price', 'condition', 'move', 'not'].includes(row[i - 1]?.is ?? '')) continue
    const sum = row[i + 1]?.is === 'total' || row[i - 1]?.is === 'total'
    if ((led(f, T.AtMost) && (sum || paced)) || (sum && paced)) {
      set(i, i, i)
      i = -1
    }
  }
  // 'no more than 5 SOL in total' beside nothing else is still a limit, not an amount.
  for (let i = 0; i < row.length; i++)
    if (
      row[i]!.is === 'amount' &&
      led(row[i], T.AtMost) &&
      !terms.maxSpend &&
      row[i + 1]?.is === 'total' &&
      isSome(row[i]!)
    )
      set(i, i, i)
}

/** 'more than 2 SOL', '1 SOL', 'over 10 %' as an amount. */
function asLoss(fact: Fact): AmountFact | undefined {
  if (fact.is === 'amount') return fact.unit === 'none' ? undefined : fact
  const price = fact.is === 'bound' ? (fact.low ?? fact.high) : undefined
  if (!price) return undefined
  const unit = price.bad === '%' ? 'percent' : price.bad === 'SOL' ? 'SOL' : price.usd ? 'USD' : undefined
  const { from, to } = fact
  return unit && { is: 'amount', value: price.value, unit, negative: false, leads: [], from, to }
}

export function dailyLossOf(row: Row, terms: Terms): void {
  for (let i = 0; i < row.length; i++) {
    const daily = isKey(row[i], 'daily-loss')
    if (!daily && !isKey(row[i], 'loss')) continue
    const fits = (f: Fact) => isSome(f) || isPercent(f) || asLoss(f) !== undefined
    const v = near(row, i, fits, wants)
    if (v < 0) continue
    let [from, to] = [Math.min(i, v), Math.max(i, v)]
    const day = (f: Fact | undefined) => (f?.is === 'rate' || f?.is === 'time') && f.seconds === 86_400
    if (!daily) {
      if (day(row[to + 1])) to++
      else if (day(row[from - 1])) from--
      else if (isPercent(row[v]!)) continue
      else {
        terms.reply ??= ask(
          'How much may be lost? A loss limit is given in percent ("stop loss 10 %"), or as an amount for each day ("daily loss limit of 1 SOL").',
        )
        continue
      }
    }
    const lost = asLoss(row[v]!)
    if (lost) terms.dailyLoss = lost
    i = exitAt(row, from, to) - 1
  }
}

export function cooldownOf(row: Row, terms: Terms): void {
  for (let i = 0; i < row.length; i++) {
    if (!isKey(row[i], 'cooldown', 'wait')) continue
    const tail = (f: Fact | undefined) =>
      led(f, T.After) ||
      f?.is === 'per-order' ||
      isKey(f, 'loss', 'stop') ||
      isVerb(f, 'trade', 'sell') ||
      (f?.is === 'count' && f.n === '') ||
      f?.is === 'lead'
    const v = after(row, i, isTime) >= 0 ? after(row, i, isTime) : before(row, i, isTime)
    if (v < 0) continue
    let end = Math.max(i, v)
    while (row[end + 1] && tail(row[end + 1])) end++
    if (
      isKey(row[i], 'wait') &&
      !row.slice(Math.max(i, v), end + 1).some((f) => isKey(f, 'loss', 'stop') || f.is === 'per-order') &&
      !row.slice(0, i).some((f) => led(f, T.After))
    )
      continue
    terms.cooldown = secondsIn(row[v]!)
    let start = Math.min(i, v)
    while (row[start - 1] && tail(row[start - 1]) && !isVerb(row[start - 1])) start--
    row.splice(start, end + 1 - start)
    i = start - 1
  }
}
