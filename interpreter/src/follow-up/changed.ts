/**
 * A plan that was shown, and a text about it: the plan's own sentence, with the parts of the text in place of its own.
 */
import type { Plan } from '@purser/contract/strategies/plan.ts'
import type { ReadingPart } from '@purser/contract/agents/reading.ts'
import type { Reading } from '../clauses/grammar.ts'
import type { Role } from '../clauses/roles.ts'
import { ownReadings } from '../limits/index.ts'
import { isWhole, type Language, type PlanOutcome, planFrom, toSettings } from '../interpret.ts'
import { describeGoal } from '../intents/make.ts'
import { missing as missingOfDca } from '../intents/dca/missing.ts'
import { nothingWaits } from '../intents/sentence-parts.ts'
import { findTopic } from '../intents/question/topic.ts'
import { howMuch, moreOrInstead, notKept, oneToken, saidTwice } from '../intents/questions.ts'
import type { FieldChange, Interpretation, InterpreterRequest, PlacedExit, RelativePrice } from '../port.ts'
import { toReading } from '../reading.ts'
import { whatToChange } from '../replies.ts'
import { isDelta, isVagueDelta } from './deltas.ts'
import { getName } from '../text/names.ts'
import { listDifferences } from './differences.ts'
import { findAddition, findDoubt } from './doubts.ts'
import { fitRoles } from './fits.ts'
import { mergeRoles, findRepeated } from './merge.ts'
import { amountIn, findUnstatedChange, withPair } from './standing.ts'

/** Reads a text as a change of a plan of this type, or with the value that a change replaces. */
export const readAsChange = (
  { grammar }: Language,
  { instruction, tokens }: InterpreterRequest,
  { strategy_type: type }: Plan,
): Reading => grammar.read(instruction, tokens, new Set([type, 'follow_up']))

/** Applies the text to the plan shown before; undefined if it is an instruction of its own, or none. */
export function changeShownPlan(
  language: Language,
  request: InterpreterRequest,
  previous: Plan,
  { alone, fresh, marked = false }: { alone: Reading; fresh: PlanOutcome; marked?: boolean },
): Interpretation | undefined {
  const reading = readAsChange(language, request, previous)
  const says = reading.roles.filter(({ kind }) => kind !== 'change' && kind !== 'corrects' && kind !== 'now')
  if (says.length === 0) return undefined
  const isMarked =
    marked ||
    addsTo(alone, request.instruction) ||
    MARKED.test(request.instruction) ||
    MARKED.test(reading.text.words.map((one) => one.text).join(' '))
  if (!isMarked && (isWhole(alone, fresh) || isOtherPlan(alone, fresh, previous) || namesType(alone)))
    return undefined
  const removes = reading.roles.some(({ kind }) => kind === 'remove')
  if (!isMarked && !removes && asksOf(alone, request.instruction)) return undefined
  if (
    !isMarked &&
    fresh.kind === 'ask' &&
    fresh.code !== 'token' &&
    saysSide(alone) &&
    alone.roles.some(({ kind }) => kind === 'asset' || kind === 'vague')
  )
    return undefined
  const isPriced =
    'limit_price_usd' in previous || 'lower_price_usd' in previous || 'entry_price_usd' in previous
  const other = otherTokens(previous, reading)
  if (other.length > 1) return { ...oneToken(other).asked, reading: toReading(reading) }
  const doubt = findDoubt(reading, previous, request.instruction)
  if (doubt) return { ...doubt.asked, reading: toReading(reading) }
  if (isOftener(request.instruction) && !reading.roles.some(({ kind }) => FIGURED.has(kind)))
    return { ...missingOfDca.interval().asked, reading: toReading(reading) }
  if (amountIn(previous) && isVagueDelta(reading))
    return { ...howMuch('should it be').asked, reading: toReading(reading) }
  if (isDelta(reading, isPriced)) return { ...moreOrInstead().asked, reading: toReading(reading) }
  const made = applyChange(language, request, previous, reading)
  if (made.kind !== 'plan') return made
  // 'Buy some' is an order of its own that lacks an amount.
  if (made.changes.length === 0 && !isMarked && fresh.kind === 'ask' && saysSide(alone)) return undefined
  const adds = findAddition(made, previous, reading, request.instruction)
  if (adds) return { ...adds.asked, reading: made.reading }
  const unsaid = findUnstatedChange(made, previous, reading, request.instruction)
  if (unsaid) return { ...unsaid, reading: made.reading }
  // 'An order every 20 minutes' of an assumed pace: now it is explicit.
  const isSaid = (request.unsaid ?? []).some((field) => !(made.unsaid ?? []).includes(field))
  if (made.changes.length > 0) return made
  const { changes: _, ...same } = made
  return isSaid && !isMarked ? same : { ...whatToChange(), reading: made.reading }
}

type Changed = Extract<Interpretation, { kind: 'plan' }> & { changes: FieldChange[]; reading: ReadingPart[] }
type Unchanged = Extract<Interpretation, { kind: 'ask' | 'refused' }>

/** Replaces roles of the plan shown before by those of a text. */
export function applyChange(
  language: Language,
  request: InterpreterRequest,
  previous: Plan,
  reading: Reading,
): Changed | Unchanged {
  const { goal: _, ...fields } = previous
  const exitPrices = exitPricesIn(previous)
  const waits = { ...nothingWaits, prices: exitPrices }
  const sentence = describeGoal(language.intents, fields, nameOfPlan(previous, reading), waits)
  const shown = language.grammar.read(sentence, request.tokens)
  const other = otherTokens(previous, reading)
  const unsaid = request.unsaid ?? []
  const isOld = ({ kind, value }: Role) =>
    kind === 'asset' &&
    other.length === 1 &&
    (value as { asset: { mint?: string } }).asset.mint === previous.token_address
  const fits = fitRoles(
    asOtherStop(reading.roles, previous).filter((role) => isSaidOfPlan(role) && !isOld(role)),
    { plan: previous, unsaid, paced: PACE.test(request.instruction), lasts: LASTS.test(request.instruction) },
  )
  if ('asked' in fits) return { ...fits.asked, reading: toReading(reading) }
  const twice = findRepeated(fits)
  if (twice) return { ...saidTwice(twice.said).asked, reading: toReading(reading, undefined, [twice]) }
  // 'Once', in the desk's own sentence, does not bound the change.
  const before = shown.roles.filter(({ kind }) => kind !== 'now')
  const all = mergeRoles(withoutDefaults(unsaid, before).map(asSpent), fits)
  const isOfAmount = fits.some(({ kind }) => kind === 'amount') && !fits.some(({ kind }) => kind === 'asset')
  const paired = isOfAmount && other.length === 0 ? withPair(all, previous) : all
  const roles = fits.some(({ kind }) => kind === 'each') ? paired.map(asLasting) : paired
  // Unmentioned fields are those of the plan shown, whatever the settings are.
  const settings = { ...toSettings(request, reading, true), tokenAddress: previous.token_address }
  const { bag, ...made } = planFrom(language, { ...reading, roles }, settings)
  const parts = toReading(reading, bag)
  if (made.kind === 'plan') {
    const changes = withRelative(changesIn(previous, made, exitPrices), made.relative)
    return { ...made, reading: parts, changes }
  }
  const [left] = made.kind === 'ask' && made.code === 'other' ? bag.left() : []
  if (!left || !before.includes(left)) return { ...made, reading: parts }
  const [type] = language.intents.toSorted((a, b) => b.claim(bag) - a.claim(bag))
  return { ...notKept(request.instruction, type?.name ?? 'plan', left.said).asked, reading: parts }
}
/** An exit at a price stays at it, while its percentage follows the market once more: only another price is a change. */
function changesIn(
  previous: Plan,
  { plan, exits = [] }: { plan: Plan; exits?: PlacedExit[] },
  exitPrices: ReadonlyMap<string, string>,
): FieldChange[] {
  const others = listDifferences(previous, plan).filter(({ field }) =>
    exits.every((exit) => exit.field !== field),
  )
  const moved = exits.filter(({ field, price }) => exitPrices.get(field) !== String(price))
  const valueIn = (one: Plan, field: string): unknown => (one as Record<string, unknown>)[field] ?? null
  return [
    ...others,
    ...moved.map(({ field }) => ({ field, from: valueIn(previous, field), to: valueIn(plan, field) })),
  ]
}
/** The prices at which the sentence of a plan has its exits. */
function exitPricesIn({ strategy_type: type, goal }: Plan): Map<string, string> {
  const found = new Map<string, string>()
  if (type !== 'bracket') return found
  for (const [, kind, price = ''] of goal.matchAll(/ a (stop loss|take profit) at \$([\d,]+(?:\.\d+)?)/g))
    found.set(kind === 'stop loss' ? 'stop_loss_percent' : 'take_profit_percent', price.replaceAll(',', ''))
  return found
}
/** A price against the market's counts as a change: the value that stands for it until then may equal the old one. */
const withRelative = (changes: FieldChange[], relative: RelativePrice[] = []): FieldChange[] => [
  ...changes,
  ...relative
    .filter(({ field }) => !changes.some((one) => one.field === field))
    .map(({ field }) => ({ field, from: null, to: null })),
]

/** 'Make it a trailing stop' of a stop of 10 %: its distance stays. */
function asOtherStop(roles: readonly Role[], plan: Plan): readonly Role[] {
  const lacks = roles.find(({ kind }) => kind === 'lacks')
  const others = roles.filter((role) => role !== lacks)
  if (plan.strategy_type !== 'bracket' || !lacks || others.some(({ kind }) => !BESIDE_STOP.has(kind)))
    return roles
  if (!others.some(({ said }) => TURNS.test(said))) return roles
  const { stop_loss_percent: fixed, trailing_stop_percent: trails } = plan
  const { exit } = lacks.value as { exit: string }
  const [far, kinds] = exit === 'trail' ? [fixed, ['stop']] : [trails, ['trail']]
  const isOther = exit === 'trail' ? trails === undefined : exit === 'stop' && fixed === undefined
  if (!isOther || far === undefined) return roles
  return [
    ...others,
    { ...lacks, kind: 'remove', value: { kinds } },
    { ...lacks, origin: lacks, kind: exit, value: { percent: String(far) } },
  ]
}
const BESIDE_STOP = new Set(['change', 'now', 'aside', 'asset', 'corrects'])
const TURNS = /\b(?:make|turn|change|switch|set) +(?:it|that|this|the stop)\b|\binstead\b/i

/** Matches the text as written, or with its slips mended: 'chnage it to 4 hours'. */
const MARKED = new RegExp(
  [
    String.raw`\binstead\b|\bsecond thoughts?\b|\bi meant\b|`,
    String.raw`\b(?:make|change|set|turn|switch) (?:it|that|this|the|to)\b|\b(?:add|remove)\b`,
  ].join(''),
  'i',
)
/** 'Chuck a 7 % stop on it too' is about the plan shown, whatever the token of the settings is. */
const addsTo = ({ roles }: Reading, text: string): boolean =>
  OF_IT.test(text) &&
  roles.some(({ kind }) => ADDED.has(kind)) &&
  roles.every(
    ({ kind, value, mentions }) =>
      mentions.length === 0 &&
      (ADDED.has(kind) ||
        BESIDE.has(kind) ||
        (kind === 'verb' && (value as { verb: string }).verb === 'put')),
  )
const OF_IT =
  /\b(?:on|to|under|below|for|with|behind) (?:it|that|this|them)\b|\b(?:too|as well|on top|also)\b/i
const ADDED = new Set([
  'stop',
  'take',
  'trail',
  'both_exits',
  'time_limit',
  ...ownReadings.flatMap(({ addsTo, kind }) => (addsTo ? [kind] : [])),
])
const BESIDE = new Set(['asset', 'aside', 'now', 'change', 'lacks'])
/**
 * Tells whether it is a plan of another type, whose text names what makes that type, and an amount. 'Spread 6 SOL into
 * WIF over 4 hours' and 'keep 40 % of the wallet in WIF' have no verb of trading, and continue nothing of hourly
 * orders.
 */
function isOtherPlan({ roles }: Reading, fresh: PlanOutcome, { strategy_type: type }: Plan): boolean {
  if (fresh.kind !== 'plan' || fresh.plan.strategy_type === type) return false
  const has = (...kinds: string[]) => roles.some(({ kind }) => kinds.includes(kind))
  return (has('amount') && (has('averages', 'oversold') || (has('divided') && has('asset')))) || has('target')
}
/** 'Limit order: 0.3 SOL of JUP at $1' begins anew, whatever is still asked of it. */
const namesType = ({ roles }: Reading): boolean =>
  ['announces', 'amount'].every((one) => roles.some(({ kind }) => kind === one)) &&
  roles.some(({ mentions }) => mentions.some(({ kind }) => kind === 'token'))
/** A duration that a total was divided over stays once each order has its own amount. */
const asLasting = (role: Role): Role =>
  role.kind === 'duration' ? { ...role, value: { ...(role.value as object), style: 'for' } } : role
/** An assumed pace follows the time; an explicit one stays. */
const withoutDefaults = (unsaid: readonly string[], roles: readonly Role[]): Role[] =>
  unsaid.includes('order_interval_seconds') ? roles.filter(({ kind }) => kind !== 'rate') : [...roles]
/** 'For 0.1 SOL' of the sentence is the amount spent, also once it sells. */
const asSpent = (role: Role): Role =>
  role.kind === 'amount' ? { ...role, value: { ...(role.value as object), prep: '' } } : role
/** 'Less often please': the pace is asked for. */
const OFTENER =
  /^\W*(?:[a-z']+,? ){0,4}?(?:less|more) (?:often|frequent(?:ly)?)(?: (?:please|pls|then|though|instead))*\W*$/i
export const isOftener = (text: string): boolean => OFTENER.test(text)
const FIGURED = new Set([
  'amount',
  'rate',
  'duration',
  'count',
  'price',
  'stop',
  'take',
  'trail',
  'verb',
  'time_limit',
])
/** Words about the pace, for a bare time that could be a duration. */
const PACE = /\b(?:interval|frequency|cadence|pace|gap|often|apart)\b/i
/** 'Extend it to a week': a duration, even if it could be a pace. */
const LASTS = /\b(?:extend|prolong|lengthen|duration|run(?:ning)? time|total time)\b/i
/** 'Price of WIF?' names a token and changes nothing. */
const asksOf = ({ roles }: Reading, text: string): boolean =>
  findTopic(text) !== 'unknown' &&
  roles.every(({ kind }) => kind === 'asset' || kind === 'lacks' || kind === 'now')
const STRONG = new Set(['buy', 'sell', 'exit', 'convert'])
const saysSide = ({ roles }: Reading): boolean =>
  roles.some(({ kind, value }) => kind === 'verb' && STRONG.has((value as { verb: string }).verb))

/** Returns the tokens that a change names; 'JUP instead of WIF' names one. */
function otherTokens({ token_address: mint }: Plan, { roles, text }: Reading): string[] {
  const named = new Map(
    roles
      .flatMap(({ mentions }) => mentions)
      .flatMap((one) => (one.kind === 'token' ? [[one.mint, getName(one)] as const] : [])),
  )
  if (/\b(?:instead of|rather than|not)\b/i.test(text.source)) named.delete(mint)
  return [...named.values()]
}

const nameOfPlan = ({ token_address: mint }: Plan, { text }: Reading) => text.names.symbolOf(mint) ?? mint

/** 'Use', 'switch to': in a change they are no verbs of trading. */
const isSaidOfPlan = ({ kind, value }: Role): boolean =>
  kind !== 'verb' || STRONG_SIDES.has((value as { verb: string }).verb)
const STRONG_SIDES = new Set(['buy', 'sell', 'exit'])
