/** Facts to a plan, to the one question that is missing, or to a plain refusal. Nothing found in the text is left out. */
import type { Interpretation, InterpreterRequest } from '../../../ports/interpreter.ts'
import { bothPlan, type BothParts } from './build-both.ts'
import { orderPlan } from './build-orders.ts'
import { settleConditions } from './conditions.ts'
import { compare } from './decimal.ts'
import type { Fact, Verb } from './facts.ts'
import { announced, type Reading, readFor } from './reading.ts'
import { ask, control, notOffered, notUnderstood, outOfRange } from './replies.ts'
import { type AmountFact, sidesOf } from './sides.ts'
import { clauseAt, strangersOf } from './strangers.ts'
import { hasExit } from './terms.ts'
import { timingOf } from './timing.ts'
import * as T from './token-types.ts'

export type Text = { text: string; approximate: boolean }

export function meaningOfFacts(found: Fact[], lexed: Text, request: InterpreterRequest): Interpretation {
  const { text } = lexed
  const refused = foreign(found, text)
  if (refused) return refused
  const strange = strangersOf(found, text)
  if ('reply' in strange) return strange.reply
  const reading = readFor(strange.facts, text, announced(strange.facts))
  const meant = meaningOfReading(reading, lexed, request)
  if (meant.kind !== 'plan' || strange.words.length === 0) return meant
  const words = strange.words.map((w) => `"${w}"`).join(' and ')
  return { ...meant, assumptions: [...meant.assumptions, `I took no account of ${words}.`] }
}

/** What no plan can hold, named. */
export function foreign(found: Fact[], text: string): Interpretation | undefined {
  const fact = found.find((f) => f.is === 'unsupported' && f.label !== 'vague')
  return fact?.is === 'unsupported' ? notOffered(fact.label, clauseAt(text, fact)) : undefined
}

function meaningOfReading(
  reading: Reading,
  { text, approximate }: Text,
  request: InterpreterRequest,
): Interpretation {
  const said = (f: Fact) => text.slice(f.from, f.to)
  const { terms, family } = reading
  if (terms.reply) return terms.reply
  const settled = settleConditions(reading.row, text, reading.paced)
  if ('reply' in settled) return settled.reply
  const vague = settled.facts.find((f) => f.is === 'unsupported')
  const facts = settled.facts.filter((f) => f !== vague && !(vague && f.is === 'unsupported'))
  const left = leftOver(facts, text)
  if (left) return left
  const often = vague && /^(?:regular|often|freq|occas|from time|now and|some|random)/i.test(said(vague))
  if (
    vague &&
    !facts.some((f) => f.is === 'rate') &&
    (often || facts.some((f) => f.is === 'per-order' || f.is === 'time'))
  )
    return ask(
      `How often should I trade? "${clauseAt(text, vague)}" names no exact time, such as every 5 minutes.`,
    )
  divide(facts, reading)
  const timed = timingOf(facts, text)
  if ('reply' in timed) return timed.reply
  const { timing } = timed
  const ends = timing.count !== undefined || timing.durationSeconds !== undefined || timing.endless
  if (facts.some((f) => f.is === 'stop') && !ends) return control()
  const amounts = amountsOf(facts)
  const amount = amounts[0]
  if (amounts.length > 1 && new Set(amounts.map((a) => `${a.value} ${a.unit}`)).size > 1) {
    const names = amounts.map((a) => `"${said(a)}"`).join(' or ')
    return ask(
      `How much should ${timing.interval === undefined ? 'I trade' : 'each order trade'}: ${names}? Please state one amount.`,
    )
  }
  if (amount && (amount.negative || compare(amount.value, '0') === 0))
    return outOfRange(`The amount must be above 0, not "${said(amount)}".`)
  if (
    amount &&
    amount.leads.some((l) => [T.AtMost, T.AtLeast, T.After, T.Below, T.Above, T.Over].includes(l))
  )
    return notOffered('condition', said(amount))
  const assumptions: string[] = []
  if (approximate) assumptions.push('Round figures are taken exactly as written.')
  if (family !== 'orders') {
    // The budget of a grid is what it uses.
    const budget = family === 'grid' && !amount ? terms.maxSpend : undefined
    if (budget) delete terms.maxSpend
    return both({ reading, facts, amount: amount ?? budget, timing, said, assumptions }, request)
  }
  const verb = verbOf(facts, reading, amount)
  if (typeof verb !== 'string') return verb
  const side = sidesOf(facts, amount, verb, request)
  if ('reply' in side) return side.reply
  if (verb === 'want') assumptions.push('Taken as an instruction to buy.')
  return orderPlan({ amount, timing, sides: side.sides, verb, facts, reading, said, assumptions })
}

type Both = Omit<BothParts, 'sides'> & { facts: Fact[]; said: (f: Fact) => string }

function both(parts: Both, request: InterpreterRequest): Interpretation {
  const { reading, facts, timing } = parts
  if (reading.family !== 'rebalance' && timing.interval !== undefined)
    return notUnderstood(parts.said(facts.find((f) => f.is === 'rate' || f.is === 'time')!))
  if (timing.count !== undefined) return notUnderstood(parts.said(facts.find((f) => f.is === 'count')!))
  const unused = facts.find((f) => f.is === 'bound' || (f.is === 'amount' && reading.family === 'rebalance'))
  if (unused) return notUnderstood(parts.said(unused))
  const money = reading.share.quote
  const row = facts.filter(
    (f) =>
      !(f.is === 'asset' && f.asset.kind === 'SOL' && reading.family === 'rebalance' && money !== 'USDC'),
  )
  const named = row.some((f) => f.is === 'asset' && f.asset.kind === 'token')
  // Whatever leads to it, the token is the one that is traded, and SOL or USDC what it is traded against.
  const placed = row.flatMap((f): Fact[] => {
    if (f.is !== 'asset') return [f]
    if (f.asset.kind === 'it') return named ? [] : [{ ...f, leads: [] }]
    if (f.asset.kind === 'token') return [{ ...f, leads: f.leads.includes(T.Cond) ? f.leads : [] }]
    return [named || f.leads.length > 0 ? { ...f, leads: [T.With] } : f]
  })
  const side = sidesOf(placed, parts.amount, 'buy', request)
  if ('reply' in side) return side.reply
  const sides = money ? { ...side.sides, quote: money, quoteSaid: true } : side.sides
  return bothPlan({ ...parts, sides })
}

/** A total that may take a while is divided, also without a word for it. */
function divide(facts: Fact[], { terms, paced }: Reading): void {
  const amount = facts.some((f) => f.is === 'amount' && f.unit !== 'none')
  if (!paced && !terms.divided && !hasExit(terms) && terms.trigger === undefined && amount)
    terms.divided = facts.some(
      (f) => f.is === 'time' && (f.leads.includes(T.Over) || (f.leads.includes(T.In) && f.next)),
    )
  if (!terms.divided) return
  for (const [i, f] of facts.entries())
    if (f.is === 'time' && (f.leads.includes(T.In) || f.leads.length === 0) && !f.article)
      facts[i] = { ...f, leads: [T.Over] }
}

/** Words of a strategy that found no value: nothing that was said is left out. */
function leftOver(facts: Fact[], text: string): Interpretation | undefined {
  for (let i = facts.length - 1; i >= 0; i--)
    if (facts[i]!.is === 'key' && HARMLESS.includes((facts[i] as { key: string }).key)) facts.splice(i, 1)
  const left = facts.find((f) => f.is === 'key' || f.is === 'slash' || f.is === 'dash' || f.is === 'change')
  return left && notUnderstood(clauseAt(text, left))
}
const HARMLESS = ['keep', 'add', 'entry', 'spacing', 'rest', 'even', 'cross']

/** Numbers without a unit take the token that follows: '500 of this token', '500 of them'. */
function amountsOf(facts: Fact[]): AmountFact[] {
  return facts.flatMap((fact, i): AmountFact[] => {
    if (fact.is !== 'amount') return []
    const next = facts[i + 1]
    // 'one every 3 minutes' counts orders.
    if (fact.unit === 'none' && fact.value === '1' && (next?.is === 'rate' || next?.is === 'per-order'))
      return []
    if (fact.unit === 'none' && next?.is === 'asset' && next.leads.length === 1 && next.leads[0] === T.Of)
      return [{ ...fact, unit: 'token', ...(next.asset.kind === 'token' ? { asset: next.asset } : {}) }]
    return [fact]
  })
}

function verbOf(facts: Fact[], { terms }: Reading, amount: AmountFact | undefined): Verb | Interpretation {
  const verbs = [...new Set(facts.flatMap((f) => (f.is === 'verb' ? [f.verb] : [])))].filter(
    (v) => v !== 'want',
  )
  const nouns = facts.flatMap((f) => (f.is === 'count' && f.intent ? [f.intent] : []))
  const buys = verbs.includes('buy')
  const sells = verbs.find((v) => v === 'sell' || v === 'exit')
  if (buys && sells) return ask('Should I buy or sell? One instruction does one thing.')
  if (sells && verbs.includes('convert')) return sells
  const money = amount && ['SOL', 'USDC', 'USD'].includes(amount.unit)
  const guards = hasExit(terms) && !buys && !verbs.includes('dca')
  const bought = facts.some((f) => f.leads.includes(T.Into)) || verbs.includes('convert')
  if (guards && !bought && (terms.protect || !amount || !money)) return 'sell'
  if (terms.divided && facts.some((f) => f.is !== 'lead' && f.leads.includes(T.OutOf))) return 'sell'
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
  if (money && (terms.divided || terms.trigger || guards)) return 'buy'
  if (facts.some((f) => f.is === 'amount' && f.wallet && f.value === '100')) return 'put'
  if (facts.some((f) => f.leads.includes(T.Into))) return 'convert'
  return ask('Should I buy or sell? For example "buy 0.5 SOL of BONK".')
}
