/** Interval, count, duration, price bounds and slippage from the facts, each within its limits or said plainly. */
import { MAX_INTERVAL_SECONDS, MAX_SLIPPAGE_BPS } from '@purser/contract/limits.ts'
import type { Interpretation, RelativePrice } from '../../../ports/interpreter.ts'
import { compare, planNumber, tidy } from './decimal.ts'
import type { Fact, Price } from './facts.ts'
import { ask, notOffered, notUnderstood, outOfRange } from './replies.ts'
import { period } from './sentence-amounts.ts'
import * as T from './token-types.ts'

export type Timing = {
  interval?: number
  count?: number
  durationSeconds?: number
  low?: string
  high?: string
  slippage?: number
  endless: boolean
  /** Price bounds against today's price; `low` and `high` then hold '1'. */
  relative: RelativePrice[]
  assumptions: string[]
}

export function timingOf(facts: Fact[], text: string): { timing: Timing } | { reply: Interpretation } {
  const timing: Timing = { endless: facts.some((f) => f.is === 'endless'), relative: [], assumptions: [] }
  const said = (f: Fact) => text.slice(f.from, f.to)
  const stopping = facts.some((f) => f.is === 'stop')
  const paced = facts.some((f) => f.is === 'rate' || (f.is === 'time' && f.article && f.leads.length === 0))
  const rates: number[] = []
  const durations: number[] = []
  const counts: number[] = []
  for (const fact of facts) {
    if ((fact.is === 'time' || fact.is === 'rate') && fact.rough) {
      timing.assumptions.push('A month is taken as 30 days, a year as 365 days.')
    }
    if (fact.is === 'rate') {
      if (fact.unclear)
        return {
          reply: ask(
            `How often should I trade: does "${said(fact)}" mean that many orders within each period, or one order per period and that many in all?`,
          ),
        }
      rates.push(fact.seconds)
    } else if (fact.is === 'time') {
      const lead = (...types: Fact['leads']) => types.some((t) => fact.leads.includes(t))
      if (lead(T.For, T.Over, T.AtMost) || (lead(T.In) && fact.next) || (lead(T.After) && stopping))
        durations.push(fact.seconds)
      else if (lead(T.In, T.After, T.At, T.On)) return { reply: notOffered('calendar', said(fact)) }
      else if (fact.leads.length === 0 || lead(T.Of)) {
        if (fact.article && fact.leads.length === 0) rates.push(fact.seconds)
        else if (fact.next || paced) durations.push(fact.seconds)
        else
          return {
            reply: ask(
              `How often should I trade: does "${said(fact)}" mean every ${period(fact.seconds)}, or for ${period(fact.seconds)} in all?`,
            ),
          }
      } else return { reply: notUnderstood(said(fact)) }
    } else if (fact.is === 'count' && fact.n !== '') {
      if (fact.leads.includes(T.After) && !stopping) return { reply: notOffered('calendar', said(fact)) }
      const n = Number(fact.n)
      if (fact.negative || !Number.isInteger(n) || n < 1 || n > 1_000_000)
        return {
          reply: outOfRange(
            `The number of orders must be a whole number from 1 to 1,000,000, not ${fact.negative ? '-' : ''}${fact.n}.`,
          ),
        }
      if (fact.leads.includes(T.In))
        timing.assumptions.push(
          'The amount is taken as the amount of each order, not as a total that is divided.',
        )
      if (!(fact.once && facts.some((f) => f.is === 'rate'))) counts.push(n)
    } else if (fact.is === 'slippage-unit')
      return {
        reply: ask('How much slippage should I allow, in percent or in basis points (50 bps = 0.5 %)?'),
      }
    else if (fact.is === 'slippage') {
      const bps = Number(fact.bps)
      if (fact.negative || !Number.isInteger(bps) || bps < 1 || bps > MAX_SLIPPAGE_BPS)
        return {
          reply: outOfRange(
            `The slippage must be from 0.01 % to 50 % in whole basis points (1 to ${MAX_SLIPPAGE_BPS}), so I have planned nothing.`,
          ),
        }
      if (timing.slippage !== undefined && timing.slippage !== bps)
        return { reply: ask('How much slippage should I allow? The instruction names two figures.') }
      timing.slippage = bps
    } else if (fact.is === 'bound') {
      const wrong = boundInto(timing, fact)
      if (wrong) return { reply: wrong }
    }
  }
  for (const [list, what] of [
    [rates, 'How often should I trade'],
    [durations, 'How long should it run'],
    [counts, 'How many orders should I place'],
  ] as const)
    if (new Set(list).size > 1) return { reply: ask(`${what}? The instruction says it in two ways.`) }
  const [interval] = rates
  const [duration] = durations
  const [count] = counts
  if (interval !== undefined) {
    if (!(interval >= 1 && interval <= MAX_INTERVAL_SECONDS))
      return {
        reply: outOfRange(
          `The interval must be from 1 second to 31,536,000 seconds (365 days), not ${interval} seconds.`,
        ),
      }
    timing.interval = Math.floor(interval)
    if (timing.interval !== interval)
      timing.assumptions.push(`The interval is rounded down to ${timing.interval} whole seconds.`)
  }
  if (duration !== undefined) {
    if (!(duration > 0 && duration <= 3650 * 86_400))
      return { reply: outOfRange('The duration must be above 0 and at most 3,650 days.') }
    timing.durationSeconds = duration
  }
  if (count !== undefined) timing.count = count
  if (timing.relative.length === 0 && timing.low && timing.high && compare(timing.low, timing.high) >= 0)
    return {
      reply: ask(
        `Which price range do you mean? The lower bound of $${timing.low} must be below the upper one of $${timing.high}.`,
      ),
    }
  timing.assumptions = [...new Set(timing.assumptions)]
  return { timing }
}

function boundInto(timing: Timing, bound: { low?: Price; high?: Price }): Interpretation | undefined {
  for (const side of ['low', 'high'] as const) {
    const price = bound[side]
    if (!price) continue
    if (price.bad)
      return ask(`Which price range do you mean, in dollars? A price in ${price.bad} is not offered.`)
    if (price.negative || compare(price.value, '0') === 0)
      return outOfRange('A price must be above 0 dollars.')
    if (timing[side] !== undefined && timing[side] !== tidy(price.value))
      return ask('Which price range do you mean? The instruction names two bounds on the same side.')
    timing[side] = tidy(price.value)
    if (price.relative !== undefined)
      timing.relative.push({
        field: side === 'low' ? 'min_price_usd' : 'max_price_usd',
        percent: Number(price.relative),
      })
    if (!price.usd)
      timing.assumptions.push(`The price ${planNumber(price.value)} is taken as US dollars per token.`)
  }
  return undefined
}
