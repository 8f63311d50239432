/** Plans of orders on one side: swap, DCA, TWAP, limit and bracket. */
import type { Interpretation, PlacedExit, RelativePrice } from '../../../ports/interpreter.ts'
import { compare, planNumber } from './decimal.ts'
import type { Fact, Verb } from './facts.ts'
import { finish, levelOf, type Made, priceOf } from './finish.ts'
import type { Reading } from './reading.ts'
import { ask, notOffered, notUnderstood, outOfRange } from './replies.ts'
import { period } from './sentence-amounts.ts'
import { type AmountFact, nameOf, type Sides } from './sides.ts'
import { hasExit } from './terms.ts'
import type { Timing } from './timing.ts'
import * as T from './token-types.ts'

export type Parts = {
  amount: AmountFact | undefined
  timing: Timing
  sides: Sides
  verb: Verb
  facts: Fact[]
  reading: Reading
  said: (f: Fact) => string
  assumptions: string[]
}

export function orderPlan(parts: Parts): Interpretation {
  const { timing, sides, verb, facts, assumptions } = parts
  const { terms } = parts.reading
  const { base, quote, direction } = sides
  const name = nameOf(base)
  const exits = hasExit(terms)
  const divided = terms.divided
  let amount = parts.amount
  const many =
    !divided && !exits && terms.trigger === undefined && (timing.interval !== undefined || verb === 'dca')
  const guards = exits && direction === 'sell' && !divided && timing.interval === undefined
  if (!amount && (verb === 'exit' || guards)) {
    amount = { is: 'amount', value: '100', unit: 'percent', negative: false, leads: [], from: 0, to: 0 }
    assumptions.push(
      guards
        ? `All ${name} held is guarded, as no amount was stated.`
        : `To exit is taken as selling all ${name} held.`,
    )
  }
  const howMuch =
    direction === 'buy'
      ? `How much ${quote} should ${many ? 'each order' : 'I'} spend on ${name}${divided ? ' in total' : ''}?`
      : `How much ${name} should ${many ? 'each order sell' : 'I sell'}${divided ? ' in total' : ''}?`
  if (!amount) return ask(howMuch)
  if (amount.unit === 'none')
    return ask(`${howMuch} "${parts.said(amount)}" has no unit: state SOL, USDC, USD, tokens or percent.`)
  const unit = amount.unit
  if (unit === 'percent') {
    if (compare(amount.value, '100') > 0)
      return outOfRange('A percentage of what the wallets hold can be at most 100 %.')
    if (direction === 'buy') {
      const ofToken = amount.asset ?? followedBy(facts, amount)
      if (ofToken && ofToken.kind !== quote && !amount.leads.includes(T.With)) return ask(howMuch)
      if (
        !amount.asset &&
        !amount.wallet &&
        amount.value === '100' &&
        amount.leads.length === 0 &&
        verb === 'buy'
      )
        return ask(howMuch)
      assumptions.push(`The percentage is taken of the ${quote} that the chosen wallets hold at the start.`)
    }
  }
  if ((unit === 'SOL' || unit === 'USDC') && unit !== base.kind && unit !== quote)
    return ask(
      `How much should ${many ? 'each order' : 'I'} trade? ${name} is traded against ${quote} here, so state ${quote}, USD, tokens or percent instead of ${unit}.`,
    )
  const value = { value: planNumber(amount.value), unit }
  const made: Made = { sides, timing, terms, assumptions }
  const draft = { trade_direction: direction }
  const unused = unusedOf(parts, divided)
  if (unused) return unused
  if (divided) return twapPlan(parts, made, { ...draft, total_amount: value })
  if (exits && timing.interval === undefined && verb !== 'dca')
    return bracketPlan(parts, made, { ...draft, amount: value })
  if (terms.trigger) return limitPlan(parts, made, { ...draft, amount: value })
  if (timing.interval === undefined) {
    const reply = onceOnly(parts, name)
    if (reply) return reply
    return finish({ ...draft, strategy_type: 'swap', amount: value }, made)
  }
  if (timing.count === undefined && timing.durationSeconds === undefined && !timing.endless)
    assumptions.push('Runs until stopped or out of funds.')
  return finish(
    {
      ...draft,
      strategy_type: 'dca',
      amount_per_order: value,
      interval_seconds: timing.interval,
      ...(timing.count === undefined ? {} : { order_count: timing.count }),
      ...(timing.durationSeconds === undefined ? {} : { duration_days: timing.durationSeconds / 86_400 }),
      ...(timing.low === undefined ? {} : { min_price_usd: planNumber(timing.low) }),
      ...(timing.high === undefined ? {} : { max_price_usd: planNumber(timing.high) }),
    },
    { ...made, relative: timing.relative },
  )
}

/** Figures that were said and that this type of plan has no place for. */
function unusedOf(
  { timing, facts, reading: { terms }, said, verb }: Parts,
  divided: boolean,
): Interpretation | undefined {
  const once =
    timing.interval === undefined && verb !== 'dca' && (hasExit(terms) || terms.trigger !== undefined)
  if (!divided && !once) return undefined
  const bound = facts.find((f) => f.is === 'bound')
  if (bound) return notOffered('condition', said(bound))
  const count = facts.find((f) => f.is === 'count' && f.n !== '' && Number(f.n) > 1)
  return once && !divided && count ? notUnderstood(said(count)) : undefined
}

/** What an order that happens once cannot have beside it. */
function onceOnly({ timing, verb, facts, sides, said }: Parts, name: string): Interpretation | undefined {
  if (timing.low !== undefined || timing.high !== undefined)
    return notOffered('condition', said(facts.find((f) => f.is === 'bound')!))
  const dca = verb === 'dca' || facts.some((f) => f.is === 'verb' && f.verb === 'dca')
  const timed = timing.count !== undefined || timing.durationSeconds !== undefined || timing.endless
  const once = timing.count === 1 && timing.durationSeconds === undefined && !timing.endless && !dca
  if (!once && (timed || dca || facts.some((f) => f.is === 'per-order')))
    return ask(`How often should I ${sides.direction} ${name}? For example every hour.`)
  return undefined
}

/** A tidy step that makes about 24 slices, for a total whose pace was not said. */
export function stepFor(seconds: number): number {
  const steps = [86_400, 43_200, 21_600, 14_400, 7_200, 3_600, 1_800, 900, 600, 300, 60, 30, 10, 5, 1]
  return (
    steps.find((s) => seconds % s === 0 && seconds / s >= 20) ?? steps.find((s) => seconds / s >= 10) ?? 1
  )
}

function twapPlan({ timing, reading, sides }: Parts, made: Made, draft: object): Interpretation {
  const { terms } = reading
  const n = terms.slices ?? timing.count
  const name = nameOf(sides.base)
  if (n !== undefined && !(Number.isInteger(n) && n >= 1))
    return outOfRange('The number of slices must be a whole number above 0, so I have planned nothing.')
  let step = terms.sliceSeconds ?? timing.interval
  let duration = timing.durationSeconds
  if (duration === undefined && step !== undefined && n !== undefined) duration = step * n
  if (duration === undefined)
    return ask(
      `How long should it take to ${sides.direction} ${name} in equal slices? For example over 4 hours.`,
    )
  if (step === undefined && n !== undefined) {
    step = Math.max(1, Math.floor(duration / n))
    if (step * n !== duration) made.assumptions.push(`A slice each ${period(step)}.`)
  }
  if (step === undefined) {
    step = stepFor(duration)
    made.assumptions.push(`A slice each ${period(step)}, as no pace was stated.`)
  }
  if (step > duration)
    return ask(
      `How often should a slice be traded? The ${period(duration)} that it may take is shorter than one step of ${period(step)}.`,
    )
  return finish(
    {
      ...draft,
      strategy_type: 'twap',
      total_duration_seconds: Math.round(duration),
      order_interval_seconds: Math.max(1, Math.round(step)),
    },
    made,
  )
}

function limitPlan({ reading, timing }: Parts, made: Made, draft: object): Interpretation {
  const { terms } = reading
  const relative: RelativePrice[] = []
  const price = priceOf(terms.trigger!, 'limit_price_usd', relative)
  if (price === 0) return outOfRange('A price must be above 0 dollars.')
  const expires = terms.expires ?? timing.durationSeconds
  if (expires === undefined) made.assumptions.push('The order waits until it is filled or stopped.')
  return finish(
    {
      ...draft,
      strategy_type: 'limit',
      limit_price_usd: price,
      ...(expires === undefined ? {} : { expires_in_seconds: Math.round(expires) }),
    },
    { ...made, relative },
  )
}

function bracketPlan({ reading, timing, sides }: Parts, made: Made, draft: object): Interpretation {
  const { terms } = reading
  const relative: RelativePrice[] = []
  const exits: PlacedExit[] = []
  const entry = terms.trigger === undefined ? undefined : priceOf(terms.trigger, 'entry_price_usd', relative)
  if (terms.trigger !== undefined && sides.direction === 'sell')
    return ask('Which price should I sell at? Name a take profit and a stop loss, or one limit price.')
  const at = entry === undefined || relative.length > 0 ? undefined : String(entry)
  const fields: Record<string, number> = {}
  for (const [level, field] of [
    [terms.stop, 'stop_loss_percent'],
    [terms.take, 'take_profit_percent'],
  ] as const) {
    if (!level) continue
    if ('price' in level && relative.length > 0)
      return ask(
        "How many percent should the exits be? With an entry against today's price they are given in percent.",
      )
    const percent = levelOf(level, field, at, exits)
    if (percent === undefined)
      return ask(
        `Which price should the ${field === 'stop_loss_percent' ? 'stop loss' : 'take profit'} have? It must be ${field === 'stop_loss_percent' ? 'below' : 'above'} the entry price.`,
      )
    fields[field] = percent
  }
  if (terms.trail !== undefined) fields.trailing_stop_percent = Number(terms.trail)
  if (terms.timeLimit !== undefined) fields.time_limit_seconds = Math.round(terms.timeLimit)
  if (entry === undefined && sides.direction === 'buy')
    made.assumptions.push('Bought at once, at the market price.')
  return finish(
    {
      ...draft,
      strategy_type: 'bracket',
      ...(entry === undefined ? {} : { entry_price_usd: entry }),
      ...fields,
      ...(timing.durationSeconds === undefined ? {} : { duration_days: timing.durationSeconds / 86_400 }),
    },
    { ...made, relative, exits },
  )
}

/** 'buy 10 % of BONK': the token that follows the share at once. */
function followedBy(facts: Fact[], amount: AmountFact) {
  const next = facts[facts.indexOf(amount) + 1]
  return next?.is === 'asset' && next.leads.includes(T.Of) ? next.asset : undefined
}
