/** A plan that was shown, and what is said of it: its own sentence with that in place of what it said of the same. */
import type { Plan } from '@purser/contract/plan.ts'
import type { Reading } from '../clauses/grammar.ts'
import type { Role } from '../clauses/roles.ts'
import { isWhole, type Language, type Made, planFrom, settingsOf } from '../interpret.ts'
import { goalOf } from '../intents/make.ts'
import { nothingWaits } from '../intents/sentence-parts.ts'
import { aboutOf } from '../intents/question/topic.ts'
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
    /\binstead\b|\b(?:make|change|set|turn|switch) (?:it|that|this|the|to)\b|\b(?:add|remove)\b/i.test(
      request.instruction,
    )
  if (!marked && (isWhole(alone, fresh) || isOtherPlan(alone, fresh, previous))) return undefined
  if (!marked && asksOf(alone, request.instruction)) return undefined
  if (
    !marked &&
    fresh.kind === 'ask' &&
    fresh.code !== 'token' &&
    alone.roles.some(({ kind, value }) => kind === 'verb' && STRONG.has((value as { verb: string }).verb)) &&
    alone.roles.some(({ kind }) => kind === 'asset' || kind === 'vague')
  )
    return undefined
  const roles = merged(
    withoutDefaults(previous, shown.roles).map(asSpent),
    asChange(previous, reading.roles, PACE.test(request.instruction)),
  )
  const made = planFrom(language, { ...reading, roles }, settingsOf(request, reading, true))
  const parts = readingOf(reading, made.bag)
  if (made.kind !== 'plan') return { ...made, reading: parts }
  const changes = differences(previous, made.plan)
  return changes.length === 0 ? { ...whatToChange(), reading: parts } : { ...made, reading: parts, changes }
}
/**
 * A plan of another type that says of itself what makes that type, and how much. 'Spread 6 SOL into WIF over 4 hours' and
 * 'keep 40 % of the wallet in WIF' have no verb of trading, and carry nothing on from orders every hour.
 */
function isOtherPlan({ roles }: Reading, fresh: Made, { strategy_type: type }: Plan): boolean {
  if (fresh.kind !== 'plan' || fresh.plan.strategy_type === type) return false
  const has = (...kinds: string[]) => roles.some(({ kind }) => kinds.includes(kind))
  return (has('amount') && (has('averages', 'oversold') || (has('divided') && has('asset')))) || has('target')
}
/** A pace that was not said follows the time. */
const withoutDefaults = (plan: Plan, roles: readonly Role[]): Role[] =>
  plan.strategy_type === 'twap' &&
  intervalOf(plan.total_duration_seconds, undefined, 0).seconds === plan.order_interval_seconds
    ? roles.filter(({ kind }) => kind !== 'rate')
    : [...roles]
/** 'For 0.1 SOL' of the sentence is what is spent, also once it sells. */
const asSpent = (role: Role): Role =>
  role.kind === 'amount' ? { ...role, value: { ...(role.value as object), prep: '' } } : role
/** Words for how often, where a bare time could be how long. */
const PACE = /\b(?:interval|frequency|cadence|pace|gap|often|apart)\b/i
/** 'Price of WIF?' names a token and changes nothing. */
const asksOf = ({ roles }: Reading, text: string): boolean =>
  aboutOf(text) !== 'unknown' &&
  roles.every(({ kind }) => kind === 'asset' || kind === 'lacks' || kind === 'now')
const STRONG = new Set(['buy', 'sell', 'exit', 'convert'])

const nameOfPlan = ({ token_address: mint }: Plan, { text }: Reading) => text.names.symbolOf(mint) ?? mint

/** 'Use', 'switch to': of a change they are no verbs of trading. */
const isSaidOfPlan = ({ kind, value }: Role): boolean =>
  kind !== 'verb' || STRONG_SIDES.has((value as { verb: string }).verb)
const STRONG_SIDES = new Set(['buy', 'sell', 'exit'])

/** What a fragment is in this plan: a bare length of time is the pace of what is paced, a bare price that of the order. */
function asChange(plan: Plan, roles: readonly Role[], paced: boolean): Role[] {
  return roles.filter(isSaidOfPlan).map((role) => {
    const { strategy_type: type } = plan
    const seconds = (role.value as { seconds?: number }).seconds
    if (
      role.kind === 'duration' &&
      (role.value as { style: string }).style === 'bare' &&
      seconds !== undefined
    ) {
      if (paced || (type === 'dca' && plan.duration_days === undefined))
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
