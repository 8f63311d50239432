/** Stop loss, take profit, trailing stop, limits of risk, and what happens at the end: read and taken out of the row. */
import type { Fact } from './facts.ts'
import { ask, refuse } from './replies.ts'
import {
  after,
  before,
  cut,
  isAll,
  isBare,
  isDollars,
  isIt,
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
import type { AmountFact } from './sides.ts'
import type { Level, Terms } from './terms.ts'
import * as T from './token-types.ts'

const isSome = (f: Fact) => f.is === 'amount' && f.unit !== 'none' && !f.asset && !f.wallet
const wants = (f: Fact) =>
  isKey(f, 'stop', 'take', 'trail', 'drawdown', 'loss', 'gain', 'daily-loss', 'budget') || f.is === 'stop'

export function exitsOf(row: Row, terms: Terms, strategy: boolean): void {
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
    else if (isKey(fact, 'target') && !strategy && near(row, i, isPercent, wants) >= 0)
      i = barrier(row, i, terms, 'take', isLevel)
  }
  for (let i = 0; i < row.length; i++)
    if (isKey(row[i], 'time-limit')) {
      const v = near(row, i, isTime, wants)
      if (v < 0) continue
      terms.timeLimit = secondsIn(row[v]!)
      i = exitAt(row, Math.min(i, v), Math.max(i, v))
    }
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
    row.splice(v, 1)
    row.splice(i, 1)
    return i - 1
  }
  return exitAt(row, Math.min(i, v), Math.max(i, v)) - 1
}

const never = () => false

/** 'take profit on all my JUP at 30 %': what is guarded stands between the word and its value. */
function farther(row: Row, i: number): number {
  for (let j = i + 1; j < row.length; j++) {
    const f = row[j]!
    if (isPercent(f) && led(f, T.At, T.Of, T.To, T.Below, T.Above)) return j
    if (!(f.is === 'asset' || f.is === 'wallet' || f.is === 'lead' || f.is === 'amount')) return -1
  }
  return -1
}

/** Takes an exit out with its verb: 'then sell at', 'stop the bot if', 'exit when'. */
export function exitAt(row: Row, from: number, to: number): number {
  let end = to
  while (
    row[end + 1]?.is === 'lead' ||
    isKey(row[end + 1], 'entry', 'gain', 'loss', 'limit') ||
    (row[end + 1]?.is === 'price' && led(row[end], T.Below)) ||
    (row[end + 1]?.is === 'wallet' && led(row[end + 1], T.With))
  )
    end++
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
  } else {
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

/** 'sell everything when stopped', 'when it ends keep the tokens', 'and sell all on stop'. */
function endsOf(row: Row, terms: Terms): void {
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
    const cond = row[c - 1]?.is === 'condition'
    const lead = row.slice(c, i).some((g) => led(g, T.On, T.At, T.After, T.With, T.In))
    if (!cond && !lead) continue
    const start = cond ? c - 1 : c
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

function budgetOf(row: Row, terms: Terms): void {
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
  const amounts = row.filter((f) => f.is === 'amount' && !isPercent(f))
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

function dailyLossOf(row: Row, terms: Terms): void {
  for (let i = 0; i < row.length; i++) {
    const daily = isKey(row[i], 'daily-loss')
    if (!daily && !isKey(row[i], 'loss')) continue
    const fits = (f: Fact) => isSome(f) || isPercent(f)
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
    const value = row[v]!
    terms.dailyLoss =
      value.is === 'amount'
        ? value
        : {
            is: 'amount',
            value: textOf(value),
            unit: 'percent',
            negative: false,
            leads: [],
            from: value.from,
            to: value.to,
          }
    i = exitAt(row, from, to) - 1
  }
}

function cooldownOf(row: Row, terms: Terms): void {
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
