/** Prices at which something happens, how long an order waits for them, and totals that are divided. */
import type { Fact, Price } from './facts.ts'
import { ask, notOffered, refuse } from './replies.ts'
import {
  after,
  asAmount,
  before,
  cut,
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
  verbAt,
} from './row.ts'
import { exitAt } from './exit-clause.ts'
import type { Point, Terms } from './terms.ts'
import * as T from './token-types.ts'

const never = () => false

/** '10 % below the price' becomes a bound against today's price. */
export function relativesOf(row: Row): void {
  for (let i = 0; i < row.length; i++) {
    const f = row[i]!
    const next = row[i + 1]
    if (
      f.is === 'amount' &&
      isPercent(f) &&
      !led(f, T.Below, T.Above) &&
      next?.is === 'lead' &&
      led(next, T.Below, T.Above)
    ) {
      let end = i + 1
      while (row[end + 1]?.is === 'price' || isIt(row[end + 1])) end++
      row.splice(i, end + 1 - i, against(f, led(next, T.Below)))
    } else if (f.is === 'amount' && isPercent(f) && isKey(next, 'lower', 'upper')) {
      row.splice(i, 2, against(f, isKey(next, 'lower')))
    } else if (f.is === 'bound' && isPercent(f) && (row[i + 1]?.is === 'price' || row[i - 1]?.is === 'price'))
      row[i] = { ...against(f, f.high !== undefined) }
  }
}

function against(f: Fact, below: boolean): Fact {
  const price: Price = { value: '1', usd: true, relative: `${below ? '-' : ''}${textOf(f)}` }
  return { is: 'bound', leads: [], from: f.from, to: f.to, ...(below ? { high: price } : { low: price }) }
}

const pointOf = (f: Fact): Point => {
  const price = f.is === 'bound' ? (f.high ?? f.low) : undefined
  return price?.relative === undefined ? { price: textOf(f) } : { relative: price.relative }
}

function takeAt(terms: Terms, point: { price: string }): void {
  if (terms.take !== undefined && JSON.stringify(terms.take) !== JSON.stringify(point))
    terms.reply ??= ask('Which price should I sell at? The instruction names two exits above.')
  terms.take ??= point
}

/** What fires an order once: a limit for what is bought or sold, else the exit of a position. */
export function triggersOf(row: Row, terms: Terms, text: string, alone = false): void {
  const money = row.filter((f) => f.is === 'amount').length
  const limited = row.some((f) => isKey(f, 'limit'))
  // 'wait for WIF to hit $1'
  for (let i = 0; i < row.length; i++)
    if (isKey(row[i], 'wait')) {
      row[i] = { is: 'condition', leads: [], from: row[i]!.from, to: row[i]!.to }
      const next = row[i + 1]
      if (next?.is === 'asset') row[i + 1] = { ...next, leads: [] }
    }
  for (let i = 0; i < row.length; i++) {
    const f = row[i]!
    let v = -1
    let way: 'up' | 'down' | undefined
    let percent = false
    if (f.is === 'move') {
      way = f.way
      v = after(row, i, (g) => isPercent(g))
      if (v < 0 && way) v = before(row, i, (g) => isPercent(g))
      percent = v >= 0
      if (percent && !way) continue
      if (v < 0)
        v = after(
          row,
          i,
          (g) =>
            isDollars(g) ||
            (isBare(g) && !led(g, T.With)) ||
            (g.is === 'bound' && (g.high ?? g.low)?.relative !== undefined),
        )
      if (v < 0) continue
    } else if (isKey(f, 'limit', 'entry') || f.is === 'price') {
      v = near(row, i, (g) => isDollars(g) || (isBare(g) && (money > 1 || g.is === 'bound')), never)
      if (v >= 0 && row[v]!.is === 'amount' && v < i && !isKey(f, 'entry', 'limit')) v = -1
      if (
        v >= 0 &&
        isKey(f, 'limit') &&
        row[v]!.is === 'amount' &&
        (led(row[v], T.For) ||
          (v < i && !led(row[v], T.At)) ||
          (money < 2 && !isBare(row[v]!) && !led(row[v], T.At, T.Of)))
      )
        v = -1
      if (v < 0) continue
    } else if (f.is === 'condition') {
      // 'when WIF is worth $2'
      let j = i + 1
      while (row[j]?.is === 'asset' || row[j]?.is === 'price') j++
      if (j === i + 1 || !row[j] || row[j]!.is !== 'amount' || !isDollars(row[j]!) || money < 2) continue
      v = j
    } else if (
      f.is === 'bound' &&
      !(f.low && f.high) &&
      (isDollars(f) || isBare(f) || (f.high ?? f.low)?.relative)
    )
      v = i
    else if (
      f.is === 'amount' &&
      led(f, T.At) &&
      (isDollars(f) || isBare(f)) &&
      (money > 1 || limited || alone)
    )
      v = i
    else continue
    const value = row[v]!
    if (
      !percent &&
      value.is === 'bound' &&
      ((value.high ?? value.low)?.bad || (value.high ?? value.low)?.negative)
    )
      continue
    const verb = verbAt(row, Math.min(i, v))
    const sells = verb === 'sell' || verb === 'exit' || (verb === undefined && terms.protect)
    if (!percent && value.is === 'bound') way = value.high ? 'down' : 'up'
    if (value.is === 'amount' && isBare(value) && !percent)
      terms.assumptions.push(`The price ${textOf(value)} is taken as US dollars per token.`)
    const from = Math.min(i, v)
    let to = Math.max(i, v)
    while (row[to + 1]?.is === 'lead' && led(row[to + 1], T.AtMost, T.AtLeast)) to++
    const relative = value.is === 'bound' ? (value.high ?? value.low)?.relative : undefined
    if (sells && (percent || way === 'down')) {
      // What is held is sold on a move: a stop below, a profit above.
      const level = percent
        ? { percent: textOf(value) }
        : relative === undefined
          ? { price: textOf(value) }
          : { percent: relative.replace('-', '') }
      const side = way === 'down' ? 'stop' : 'take'
      if (terms[side] !== undefined && JSON.stringify(terms[side]) !== JSON.stringify(level))
        terms.reply ??= ask(
          'How many percent should it be? The instruction names two figures for the same exit.',
        )
      terms[side] ??= level
      i = exitAt(row, from, to) - 1
      continue
    }
    if (!sells && way === 'up') {
      terms.reply ??= refuse(
        `"${text.slice(row[from]!.from, value.to)}" asks to buy once the price has risen, which is not offered: a limit order buys at its price or below. I have planned nothing.`,
      )
      return
    }
    const point: Point = percent
      ? { relative: `${way === 'down' ? '-' : ''}${textOf(value)}` }
      : pointOf(value)
    if (terms.trigger !== undefined) {
      const buys = row.some((g) => isVerb(g, 'buy', 'put', 'convert'))
      if (sells && buys && 'price' in point) {
        takeAt(terms, point)
        i = exitAt(row, from, to) - 1
        continue
      }
      terms.reply ??= ask('Which price should the order wait for? The instruction names two.')
      return
    }
    if (sells && row.some((g) => isVerb(g, 'buy', 'put', 'convert')) && 'price' in point) takeAt(terms, point)
    else terms.trigger = point
    i = (sells ? exitAt(row, from, to) : cut(row, from, to)) - 1
  }
  for (let i = row.length - 1; i >= 0; i--) if (isKey(row[i], 'limit')) row.splice(i, 1)
  if (limited && !terms.trigger && !terms.stop && !terms.take && !terms.reply)
    terms.reply = ask(
      "Which price should the limit order wait for? State it in dollars, or in percent below or above today's price.",
    )
}

/** 'good for 24 hours', 'cancel it after a week'; `waits`: a plain 'for 3 days' is meant too. */
export function expiryOf(row: Row, terms: Terms, waits: boolean): void {
  for (let i = 0; i < row.length; i++) {
    if (isKey(row[i], 'gtc')) row.splice(i--, 1)
    else if (isKey(row[i], 'expiry')) {
      let v = near(row, i, isTime, never)
      let end = i
      if (v < 0)
        while (
          row[end + 1] &&
          (row[end + 1]!.is === 'stop' || isIt(row[end + 1]) || isKey(row[end + 1], 'expiry'))
        )
          v = after(row, ++end, isTime)
      if (v < 0) {
        terms.reply ??= notOffered('calendar', 'an order that expires then')
        return
      }
      terms.expires = secondsIn(row[v]!)
      row.splice(Math.min(i, v), Math.abs(v - i) + 1)
      i = -1
    }
  }
  for (let i = 0; waits && i < row.length; i++) {
    const f = row[i]!
    if (f.is !== 'time' || terms.expires !== undefined || !led(f, T.For, T.Over, T.In, T.After, T.AtMost))
      continue
    const stopping = row[i - 1]?.is === 'stop' || row[i - 1]?.is === 'lead'
    terms.expires = f.seconds
    row.splice(stopping ? i - 1 : i, stopping ? 2 : 1)
    i = -1
  }
}

/** 'spread', 'in 10 equal parts', '15 minute slices', 'in total': a total that is divided. */
export function divisionOf(row: Row, terms: Terms): void {
  // 'into 12 equal orders', 'in 10 parts'
  for (let i = 0; i < row.length; i++) {
    const f = row[i]!
    if (f.is === 'time' && row[i + 1]?.is === 'count' && led(f, T.Into, T.In)) {
      terms.sliceSeconds = f.seconds
      terms.divided = true
      row.splice(i, 2)
      continue
    }
    if (f.is !== 'amount' || f.unit !== 'none') continue
    let end = i + 1
    while (isKey(row[end], 'even')) end++
    const noun = row[end]
    if (!(noun?.is === 'count' && noun.n === '' && (end > i + 1 || led(f, T.In, T.Into)))) continue
    terms.slices = Number(f.value)
    terms.divided = true
    const { intent } = noun
    row.splice(i, end + 1 - i, ...(intent ? [{ ...noun, leads: [] }] : []))
  }
  for (let i = 0; i < row.length; i++) {
    const f = row[i]!
    if (isKey(f, 'twap', 'split', 'even')) {
      terms.divided = true
      row.splice(i--, 1)
    } else if (isKey(f, 'slice')) {
      const part = (g: Fact) =>
        g.is === 'time' || (g.is === 'amount' && g.unit === 'none') || (g.is === 'count' && g.n !== '')
      const b = row[i - 1] && part(row[i - 1]!) ? i - 1 : -1
      terms.divided = true
      if (b >= 0) {
        const g = row[b]!
        if (g.is === 'time') terms.sliceSeconds = g.seconds
        else terms.slices = Number(g.is === 'count' ? g.n : textOf(g))
        row.splice(b, 2)
        i = b - 1
      } else {
        const rate = row[i - 1]?.is === 'per-order' ? i - 1 : i
        row.splice(rate, i + 1 - rate)
        i = rate - 1
      }
    }
  }
  for (let i = 0; i < row.length; i++) {
    if (row[i]!.is !== 'total') continue
    const [last, next] = [row[i - 1], row[i + 1]]
    const counted =
      last?.is === 'count' ||
      last?.is === 'time' ||
      next?.is === 'count' ||
      (next?.is === 'time' && !row.slice(0, i).some((g) => g.is === 'amount'))
    if (!counted || asAmount(last ?? row[i]!) || asAmount(next ?? row[i]!)) {
      if (row.some((g) => g.is === 'amount')) terms.divided = true
      row.splice(i--, 1)
    }
  }
}
