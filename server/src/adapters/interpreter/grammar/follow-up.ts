/** What a text changes in the plan that was shown last: 'make it every two hours', 'add a 10 % stop loss', 'double it'. */
import type { Plan, PlanAmount } from '@purser/contract/plan.ts'
import type {
  FieldChange,
  Interpretation,
  InterpreterRequest,
  PlacedExit,
  RelativePrice,
} from '../../../ports/interpreter.ts'
import { settleConditions } from './conditions.ts'
import { planNumber, plus, times } from './decimal.ts'
import type { Fact } from './facts.ts'
import { type Draft, validated } from './finish.ts'
import type { Text } from './meaning.ts'
import { type Fields, patchTerms, removals } from './patch.ts'
import { familyOf, readFor } from './reading.ts'
import { ask, notUnderstood, whatToChange } from './replies.ts'
import { isVerb } from './row.ts'
import { plain } from './sentence-amounts.ts'
import { type AmountFact, mintOf, nameOf, namedTokens, whichOf } from './sides.ts'
import { clauseAt, strangersOf } from './strangers.ts'
import { timingOf } from './timing.ts'
import { tokenAsset } from './lexer.ts'
import * as T from './token-types.ts'

const AMOUNTS = ['amount', 'amount_per_order', 'total_amount', 'amount_per_trade'] as const

/** The previous plan with what the text says of it; undefined where the text says nothing of a plan. */
export function changed(
  found: Fact[],
  { text }: Text,
  request: InterpreterRequest,
  previous: Plan,
): Interpretation {
  const strange = strangersOf(found, text)
  if ('reply' in strange) return strange.reply
  if (strange.words.length > 0) return notUnderstood(strange.words.join(' '))
  const fields: Fields = { ...previous }
  delete fields.goal
  const facts = strange.facts.map((f) => timed(f, text, previous))
  const factor = facts.find((f) => f.is === 'change' && f.factor !== undefined)
  const gone = removals(facts, fields)
  const row = facts.filter((f) => f.is !== 'change' && !gone.has(f) && f.is !== 'break')
  const scaled = scale(row, fields, text, factor?.is === 'change' ? factor.factor : undefined)
  const type = previous.strategy_type
  const reading = readFor(row, text, familyOf(type), {
    recurring: type === 'dca' || type === 'twap',
    waits: type === 'limit',
  })
  if (reading.terms.reply) return reading.terms.reply
  const settled = settleConditions(reading.row, text, type === 'dca' || type === 'twap')
  if ('reply' in settled) return settled.reply
  const left = settled.facts.find(
    (f) =>
      ['slash', 'dash', 'unsupported', 'unknown'].includes(f.is) ||
      (f.is === 'key' && !LOOSE.includes(f.key)),
  )
  if (left) return notUnderstood(clauseAt(text, left))
  const read = timingOf(settled.facts, text)
  if ('reply' in read) return read.reply
  const relative: RelativePrice[] = [...read.timing.relative]
  const exits: PlacedExit[] = []
  const wrong = patchTerms(fields, { ...reading, row: settled.facts }, read.timing, relative, exits)
  if (wrong) return wrong
  const named = namedTokens(settled.facts)
  if (named.length > 1) return whichOf(named)
  if (named[0]) fields.token_address = mintOf(named[0])
  const quoted = settled.facts.find(
    (f) => f.is === 'asset' && (f.asset.kind === 'SOL' || f.asset.kind === 'USDC'),
  )
  if (quoted?.is === 'asset' && quoted.asset.kind !== 'it' && quoted.asset.kind !== 'token')
    fields.quote = quoted.asset.kind
  const amounts = settled.facts.filter((f): f is AmountFact => f.is === 'amount')
  if (amounts.length > 1) return ask('How much should it be? The text names several amounts.')
  if (amounts[0] && !scaled) {
    const reply = amountInto(fields, amounts[0])
    if (reply) return reply
  }
  if (previous.trade_direction !== 'both') {
    const verb = settled.facts.find((f) => isVerb(f, 'buy', 'sell'))
    if (verb?.is === 'verb') fields.trade_direction = verb.verb
  }
  const token = request.tokens.find((t) => t.mint === fields.token_address)
  const name = nameOf(tokenAsset(String(fields.token_address), token?.symbol))
  const made = validated(fields as unknown as Draft, name, {
    assumptions: [
      ...new Set([
        ...reading.terms.assumptions,
        ...read.timing.assumptions.filter((a) => !a.startsWith('Slippage')),
      ]),
    ],
    ...(relative.length > 0 ? { relative } : {}),
    ...(exits.length > 0 ? { exits } : {}),
  })
  if (made.kind !== 'plan') return made
  const changes = differences(previous, made.plan)
  return changes.length === 0 ? whatToChange() : { ...made, changes }
}

const LOOSE = [
  'keep',
  'add',
  'entry',
  'spacing',
  'finish',
  'rest',
  'even',
  'cross',
  'gain',
  'wait',
  'target',
  'chart',
  'length',
  'levels',
  'grid',
  'rsi',
  'sma',
  'ema',
  'golden',
  'rebalance',
  'drift',
  'limit',
  'bracket',
  'twap',
  'split',
  'slice',
  'fast',
  'slow',
]

/** A bare length of time means the pace of what is paced, else how long it runs. */
function timed(f: Fact, text: string, previous: Plan): Fact {
  if (f.is !== 'time' || f.leads.some((l) => l !== T.To && l !== T.Of && l !== T.At)) return f
  const pace = /\b(?:interval|frequency|cadence|apart|gap|often|every|check)/i.test(text)
  const long = /\b(?:duration|long|lasts?|total time|run(?:s|ning)?|over|longer|shorter|end)\b/i.test(text)
  const paced = previous.strategy_type === 'dca' || previous.strategy_type === 'rebalance'
  if (previous.strategy_type === 'rsi' || previous.strategy_type === 'ma_cross') return { ...f, leads: [] }
  return pace || (paced && !long)
    ? { is: 'rate', seconds: f.seconds, rough: f.rough, leads: [], from: f.from, to: f.to }
    : { ...f, leads: [T.For] }
}

/** 'double it', 'halve the levels', 'increase the amount by 50 %'. True where it was one of these. */
function scale(row: Fact[], fields: Fields, text: string, factor: string | undefined): boolean {
  const share = /\b(increase|raise|bump|up|more|reduce|decrease|lower|cut|less)\b/i.exec(text)
  const by = row.findIndex(
    (f) => f.is === 'amount' && f.unit === 'percent' && !f.asset && !f.leads.includes(T.To),
  )
  let size = factor
  if (size === undefined) {
    if (!share || by < 0 || !/\bby\b/i.test(text)) return false
    const less = /reduce|decrease|lower|cut|less/i.test(share[1]!)
    const percent = (row[by] as AmountFact).value
    if (less && Number(percent) >= 100) return false
    size = less ? String((100 - Number(percent)) / 100) : plus('1', times(percent, '0.01'))
    row.splice(by, 1)
  }
  const levels = row.findIndex((f) => f.is === 'key' && f.key === 'levels')
  if (levels >= 0 && typeof fields.grid_levels === 'number') {
    fields.grid_levels = Math.round(fields.grid_levels * Number(size))
    row.splice(levels, 1)
  } else if (/\b(?:interval|frequency)\b/i.test(text) && typeof fields.interval_seconds === 'number')
    fields.interval_seconds = Math.max(1, Math.round(fields.interval_seconds * Number(size)))
  else if (/\b(?:duration|time|long)\b/i.test(text) && typeof fields.duration_days === 'number')
    fields.duration_days *= Number(size)
  else {
    const field = AMOUNTS.find((name) => fields[name] !== undefined)
    if (!field) return false
    const amount = fields[field] as PlanAmount
    fields[field] = { ...amount, value: planNumber(times(plain(amount.value), size)) }
  }
  return true
}

function amountInto(fields: Fields, fact: AmountFact): Interpretation | undefined {
  const field = AMOUNTS.find((name) => fields[name] !== undefined)
  if (!field) return ask('How much do you mean? This plan has no amount of its own.')
  const unit = fact.unit === 'none' ? (fields[field] as PlanAmount).unit : fact.unit
  if (fact.negative || Number(fact.value) === 0)
    return ask('How much should it be? The amount must be above 0.')
  fields[field] = { value: planNumber(fact.value), unit }
  if (unit === 'SOL' || unit === 'USDC') fields.quote = unit
  return undefined
}

/** Field by field, limits of risk by their own names. */
export function differences(from: Plan, to: Plan): FieldChange[] {
  const flat = (plan: Plan): Map<string, unknown> =>
    new Map(
      Object.entries(plan).flatMap(([field, value]): [string, unknown][] =>
        field === 'risk' && value
          ? Object.entries(value).map(([k, v]): [string, unknown] => [`risk.${k}`, v])
          : [[field, value]],
      ),
    )
  const [a, b] = [flat(from), flat(to)]
  return [...new Set([...a.keys(), ...b.keys()])]
    .filter(
      (field) =>
        field !== 'goal' &&
        field !== 'version' &&
        JSON.stringify(a.get(field)) !== JSON.stringify(b.get(field)),
    )
    .map((field) => ({ field, from: a.get(field) ?? null, to: b.get(field) ?? null }))
}
