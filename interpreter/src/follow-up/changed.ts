/** A plan that was shown, and what is said of it: its own sentence with that in place of what it said of the same. */
import type { Plan } from '@purser/contract/plan.ts'
import type { Reading } from '../clauses/grammar.ts'
import type { Role } from '../clauses/roles.ts'
import { isWhole, type Language, type Made, planFrom, settingsOf } from '../interpret.ts'
import { goalOf } from '../intents/make.ts'
import { nothingWaits } from '../intents/sentence-parts.ts'
import { intervalOf } from '../intents/twap/defaults.ts'
import type { Interpretation, InterpreterRequest } from '../port.ts'
import { readingOf } from '../reading.ts'
import { whatToChange } from '../replies.ts'
import { differences } from './differences.ts'
import { merged } from './merge.ts'

/** The plan shown before with what the text says of it; undefined where it is an instruction of its own, or none. */
export function changeOf(
  language: Language,
  request: InterpreterRequest,
  previous: Plan,
  { alone, fresh }: { alone: Reading; fresh: Made },
): Interpretation | undefined {
  const { goal: _, ...fields } = previous
  const sentence = goalOf(language.intents, fields, nameOfPlan(previous, alone), nothingWaits)
  const shown = language.grammar.read(sentence, request.tokens)
  const reading = language.grammar.read(
    request.instruction,
    request.tokens,
    new Set([previous.strategy_type, 'follow_up']),
  )
  const says = reading.roles.filter(({ kind }) => kind !== 'change' && kind !== 'now')
  if (says.length === 0) return undefined
  const marked =
    /\binstead\b|\b(?:make|change|set|turn|switch) (?:it|that|this|the)\b|\b(?:add|remove)\b/i.test(
      request.instruction,
    )
  if (!marked && isWhole(alone, fresh)) return undefined
  if (
    !marked &&
    fresh.kind === 'ask' &&
    fresh.code !== 'token' &&
    alone.roles.some(({ kind, value }) => kind === 'verb' && STRONG.has((value as { verb: string }).verb)) &&
    alone.roles.some(({ kind }) => kind === 'asset' || kind === 'vague')
  )
    return undefined
  const roles = merged(withoutDefaults(previous, shown.roles), asChange(previous, reading.roles))
  const made = planFrom(language, { ...reading, roles }, settingsOf(request, reading, true))
  const parts = readingOf(reading, made.bag)
  if (made.kind !== 'plan') return { ...made, reading: parts }
  const changes = differences(previous, made.plan)
  return changes.length === 0 ? { ...whatToChange(), reading: parts } : { ...made, reading: parts, changes }
}
/** A pace that was not said follows the time. */
const withoutDefaults = (plan: Plan, roles: readonly Role[]): Role[] =>
  plan.strategy_type === 'twap' &&
  intervalOf(plan.total_duration_seconds, undefined, 0).seconds === plan.order_interval_seconds
    ? roles.filter(({ kind }) => kind !== 'rate')
    : [...roles]
const STRONG = new Set(['buy', 'sell', 'exit', 'convert'])

const nameOfPlan = ({ token_address: mint }: Plan, { text }: Reading) => text.names.symbolOf(mint) ?? mint

/** What a fragment is in this plan: a bare length of time is the pace of what is paced, a bare price that of the order. */
function asChange(plan: Plan, roles: readonly Role[]): Role[] {
  return roles.map((role) => {
    const { strategy_type: type } = plan
    const seconds = (role.value as { seconds?: number }).seconds
    if (
      role.kind === 'duration' &&
      (role.value as { style: string }).style === 'bare' &&
      seconds !== undefined
    ) {
      if (type === 'dca' && plan.duration_days === undefined)
        return { ...role, kind: 'rate', value: { seconds } }
      if (type === 'rebalance') return { ...role, kind: 'rate', value: { seconds } }
    }
    if (role.kind === 'amount' && type === 'rebalance') {
      const { value, unit } = role.value as { value: string; unit: string }
      if (unit === 'percent') return { ...role, kind: 'target', value: { percent: value } }
    }
    return role
  })
}
