/** Facts to a plan, to the one question that is missing, or to a plain refusal. Nothing found in the text is left out. */
import { DEFAULT_SLIPPAGE_BPS } from '@purser/contract/limits.ts'
import { Plan } from '@purser/contract/plan.ts'
import type { Interpretation, InterpreterRequest } from '../../../ports/interpreter.ts'
import { compare, planNumber } from './decimal.ts'
import type { Fact, Verb } from './facts.ts'
import { ask, changes, control, notOffered, notUnderstood, outOfRange } from './replies.ts'
import { goalOf } from './sentence.ts'
import { type AmountFact, mintOf, nameOf, type Sides, sidesOf } from './sides.ts'
import { type Timing, timingOf } from './timing.ts'
import * as T from './token-types.ts'
import { settleConditions } from './conditions.ts'

export type Text = { text: string; approximate: boolean }

export function meaningOfFacts(
  found: Fact[],
  { text, approximate }: Text,
  request: InterpreterRequest,
): Interpretation {
  const said = (f: Fact) => text.slice(f.from, f.to)
  const change = found.find((f) => f.is === 'change')
  if (change) return changes()
  const unsupported = found.find((f) => f.is === 'unsupported')
  if (unsupported) return notOffered(unsupported.label, clauseAt(text, unsupported))
  const strange = strangerOf(found, text)
  if (strange) return strange
  const settled = settleConditions(found, text)
  if ('reply' in settled) return settled.reply
  const facts = settled.facts
  const sum = facts.find((f, i) => f.is === 'total' && !nearCount(facts, i))
  if (sum) return notOffered('spread', clauseAt(text, sum))
  const timed = timingOf(facts, text)
  if ('reply' in timed) return timed.reply
  const { timing } = timed
  if (
    facts.some((f) => f.is === 'stop') &&
    timing.count === undefined &&
    timing.durationSeconds === undefined &&
    !timing.endless
  )
    return control()
  const amounts = amountsOf(facts)
  if (amounts.length > 1 && new Set(amounts.map((a) => `${a.value} ${a.unit}`)).size > 1) {
    const names = amounts.map((a) => `"${said(a)}"`).join(' or ')
    return ask(
      `How much should ${timing.interval === undefined ? 'I trade' : 'each order trade'}: ${names}? Please state one amount.`,
    )
  }
  const amount = amounts[0]
  if (amount && (amount.negative || compare(amount.value, '0') === 0))
    return outOfRange(`The amount must be above 0, not "${said(amount)}".`)
  if (
    amount &&
    amount.leads.some((l) => [T.AtMost, T.AtLeast, T.After, T.Below, T.Above, T.Over].includes(l))
  )
    return notOffered('risk', said(amount))
  const verb = verbOf(facts)
  if (typeof verb !== 'string') return verb
  const side = sidesOf(facts, amount, verb, request)
  if ('reply' in side) return side.reply
  return planOf({ amount, timing, sides: side.sides, verb, facts, approximate, said })
}

function planOf(parts: {
  amount: AmountFact | undefined
  timing: Timing
  sides: Sides
  verb: Verb
  facts: Fact[]
  approximate: boolean
  said: (f: Fact) => string
}): Interpretation {
  const { timing, sides, verb, facts } = parts
  const { base, quote, direction } = sides
  const name = nameOf(base)
  const assumptions: string[] = []
  let amount = parts.amount
  const many = timing.interval !== undefined || verb === 'dca'
  if (!amount && verb === 'exit') {
    amount = { is: 'amount', value: '100', unit: 'percent', negative: false, leads: [], from: 0, to: 0 }
    assumptions.push(`To exit is taken as selling all ${name} held.`)
  }
  const howMuch =
    direction === 'buy'
      ? `How much ${quote} should ${many ? 'each order' : 'I'} spend on ${name}?`
      : `How much ${name} should ${many ? 'each order sell' : 'I sell'}?`
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
  const recurring = timing.interval !== undefined
  if (!recurring) {
    if (timing.low !== undefined || timing.high !== undefined)
      return notOffered('limit', parts.said(facts.find((f) => f.is === 'bound')!))
    const over = facts.find((f) => f.is === 'time' && (f.leads.includes(T.Over) || f.leads.includes(T.In)))
    if (over && verb !== 'dca') return notOffered('spread', parts.said(over))
    const single =
      timing.count === 1 &&
      timing.durationSeconds === undefined &&
      !timing.endless &&
      verb !== 'dca' &&
      !dcaSaid(facts)
    if (
      !single &&
      (timing.count !== undefined ||
        timing.durationSeconds !== undefined ||
        timing.endless ||
        verb === 'dca' ||
        dcaSaid(facts) ||
        facts.some((f) => f.is === 'per-order')) &&
      !(
        facts.every(
          (f) => f.is !== 'time' && f.is !== 'count' && f.is !== 'endless' && f.is !== 'per-order',
        ) && verb !== 'dca'
      )
    )
      return ask(`How often should I ${direction} ${name}? For example every hour.`)
  }
  if (sides.fromSetting) assumptions.push('The token is the one of the settings.')
  if (!sides.quoteSaid) assumptions.push(`Traded against ${quote}.`)
  if (timing.slippage === undefined) assumptions.push('Slippage of at most 1 %.')
  if (parts.approximate) assumptions.push('Round figures are taken exactly as written.')
  if (verb === 'want') assumptions.push('Taken as an instruction to buy.')
  if (recurring && timing.count === undefined && timing.durationSeconds === undefined && !timing.endless)
    assumptions.push('Runs until stopped or out of funds.')
  const units = unit === base.kind && base.kind !== 'token' ? base.kind : unit
  const envelope = {
    version: 1 as const,
    token_address: mintOf(base),
    quote,
    trade_direction: direction,
    slippage_bps: timing.slippage ?? DEFAULT_SLIPPAGE_BPS,
    on_stop: 'keep' as const,
  }
  const value = { value: planNumber(amount.value), unit: units }
  const draft = recurring
    ? {
        ...envelope,
        strategy_type: 'dca' as const,
        amount_per_order: value,
        interval_seconds: timing.interval!,
        ...(timing.count === undefined ? {} : { order_count: timing.count }),
        ...(timing.durationSeconds === undefined ? {} : { duration_days: timing.durationSeconds / 86_400 }),
        ...(timing.low === undefined ? {} : { min_price_usd: planNumber(timing.low) }),
        ...(timing.high === undefined ? {} : { max_price_usd: planNumber(timing.high) }),
      }
    : { ...envelope, strategy_type: 'swap' as const, amount: value }
  const plan = Plan.safeParse({ ...draft, goal: goalOf(draft, name).slice(0, 500) })
  if (!plan.success)
    return outOfRange(
      'A figure or an address of this instruction is outside what a plan can hold, so I have planned nothing.',
    )
  return { kind: 'plan', plan: plan.data, assumptions: [...assumptions, ...timing.assumptions] }
}

const dcaSaid = (facts: Fact[]) => facts.some((f) => f.is === 'verb' && f.verb === 'dca')

/** 'buy 10 % of BONK': the token that follows the share at once. */
function followedBy(facts: Fact[], amount: AmountFact) {
  const next = facts[facts.indexOf(amount) + 1]
  return next?.is === 'asset' && next.leads.includes(T.Of) ? next.asset : undefined
}

/** Numbers without a unit take the token that follows: '500 of this token', '500 of them'. */
function amountsOf(facts: Fact[]): AmountFact[] {
  return facts.flatMap((fact, i): AmountFact[] => {
    if (fact.is !== 'amount') return []
    const next = facts[i + 1]
    if (fact.unit === 'none' && next?.is === 'asset' && next.leads.length === 1 && next.leads[0] === T.Of)
      fact.unit = 'token'
    return [fact]
  })
}

function nearCount(facts: Fact[], i: number): boolean {
  const near = (f: Fact | undefined) => f?.is === 'count' || f?.is === 'time'
  return near(facts[i + 1]) || near(facts[i - 1])
}

function verbOf(facts: Fact[]): Verb | Interpretation {
  const verbs = [...new Set(facts.flatMap((f) => (f.is === 'verb' ? [f.verb] : [])))].filter(
    (v) => v !== 'want',
  )
  const nouns = facts.flatMap((f) => (f.is === 'count' && f.intent ? [f.intent] : []))
  const buys = verbs.includes('buy')
  const sells = verbs.find((v) => v === 'sell' || v === 'exit')
  if (buys && sells) return ask('Should I buy or sell? One instruction does one thing.')
  if (sells && verbs.includes('convert')) return sells
  const first = sells ?? (buys ? 'buy' : undefined) ?? (verbs.includes('convert') ? 'convert' : verbs[0])
  const noun = nouns.includes('sell') ? 'sell' : nouns[0]
  if (first && noun && ((first === 'buy' && noun === 'sell') || (sells && noun === 'buy')))
    return ask('Should I buy or sell? One instruction does one thing.')
  if (first === 'dca' && facts.some((f) => f.leads.includes(T.OutOf))) return 'sell'
  if ((first === 'trade' || first === 'convert') && noun && !facts.some((f) => f.leads.includes(T.Into)))
    return noun
  if (first) return first
  if (noun) return noun
  if (facts.some((f) => f.is === 'verb')) return 'want'
  if (facts.some((f) => f.is === 'amount' && f.wallet && f.value === '100')) return 'put'
  if (facts.some((f) => f.leads.includes(T.Into))) return 'convert'
  return ask('Should I buy or sell? For example "buy 0.5 SOL of BONK".')
}

/** A word in the place of a token is asked about; any other stranger is refused by name. */
function strangerOf(facts: Fact[], text: string): Interpretation | undefined {
  for (const [i, fact] of facts.entries()) {
    if (fact.is !== 'unknown') continue
    const before = facts[i - 1]
    const word = text.slice(fact.from, fact.to).trim()
    const placed = before?.is === 'verb' || before?.is === 'lead' || before?.is === 'amount'
    const ticker = fact.ticker || /^[A-Za-z][A-Za-z0-9]{1,9}$/.test(word)
    if (ticker && (placed || fact.ticker))
      return ask(`Which token should I trade? I know no token "${word}" here; please give its mint address.`)
    return notUnderstood(word.length < 3 ? clauseAt(text, fact) : word)
  }
  const last = facts.findLast((f) => f.is !== 'break')
  const open = facts.find(
    (f) =>
      f.is === 'lead' &&
      ((f === last && !f.leads.includes(T.At)) ||
        f.leads.some((l) => [T.Below, T.Above, T.Between, T.AtMost, T.AtLeast, T.After, T.Over].includes(l))),
  )
  return open ? notUnderstood(clauseAt(text, open)) : undefined
}

/** The clause of the text that a fact stands in. */
export function clauseAt(text: string, fact: { from: number; to: number }): string {
  const start = Math.max(
    ...[...text.slice(0, fact.from).matchAll(/[,;!?]\s|\.\s|\n/g)].map((m) => m.index + m[0].length),
    0,
  )
  const rest = /[,;!?](?:\s|$)|\.(?:\s|$)|\n/.exec(text.slice(fact.to))
  return text.slice(start, rest ? fact.to + rest.index : text.length)
}
