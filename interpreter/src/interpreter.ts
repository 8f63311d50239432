/**
 * Turns a text and the texts before it into a plan, a question back, or the topic of an answer. Deterministic; never
 * throws.
 */
import type { Reading } from './clauses/grammar.ts'
import { withoutWeighing, confirmIfDoubted } from './asked-change.ts'
import { completeChange } from './follow-up/answered-change.ts'
import {
  completeWithAnswer,
  markAgreed,
  markChosen,
  changeDraft,
  keepWhole,
  readRoles,
} from './follow-up/answered.ts'
import { changeShownPlan, readAsChange } from './follow-up/changed.ts'
import { choose } from './follow-up/choose.ts'
import { applyCorrection } from './follow-up/corrected.ts'
import { asSet, asWritten, isOfShown, isAlternative } from './follow-up/about-shown-plan.ts'
import { isMoney } from './follow-up/standing.ts'
import { asItsAmount } from './follow-up/that-amount.ts'
import { isOwn, type Language, type PlanOutcome, planFrom, toSettings } from './interpret.ts'
import { readHypothetical, toHistoryTopic, meansShown } from './intents/question/history.ts'
import { asPresent, expandWords, withoutGreeting, withoutOpening } from './intents/question/plain.ts'
import { findTopic, isForbidden, readQuestion } from './intents/question/topic.ts'
import { findAgent, findNumbered, type FoundAgent } from './text/agent-names.ts'
import { rejectIfNegated } from './reject-negated.ts'
import { rejectIfReported } from './reject-reported.ts'
import { quoteText } from './intents/questions.ts'
import { toReading } from './reading.ts'
import type { Choice, ReadingPart } from '@purser/contract/agents/reading.ts'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import { proposes } from './proposed.ts'
import type { Interpretation, InterpreterRequest, NamedAgent, Pending, Topic } from './port.ts'
import { noPlanYet, ofWhich, onlyOwnWallets, tooLong, whatToChange } from './replies.ts'
import { type Base, getMint } from './text/names.ts'
import { shouldIDo } from './weighed.ts'

/** Returns the meaning of a text, without the parts that were only needed to find it. */
export function interpretWith(language: Language, request: InterpreterRequest): Interpretation {
  language.grammar.begin()
  return readInstruction(language, request)
}

/** The same within a request that has begun: its texts share the budget of steps. */
export function readInstruction(language: Language, request: InterpreterRequest): Interpretation {
  const { previousPlan, pending, instruction: written } = request
  const instruction =
    previousPlan && !pending ? asItsAmount(language.grammar, request, previousPlan, asSet(written)) : written
  const { bag: _, ...meant } = interpretWeighed(language, { ...request, instruction }) as Interpretation & {
    bag?: object
  }
  if (language.grammar.metTooLong(request.tokens)) return tooLong()
  const whole = quoteWritten(keepWhole(meant, request), instruction, written)
  return 'reading' in whole && whole.reading
    ? { ...whole, reading: asWritten(whole.reading, written, instruction) }
    : whole
}

/** Quotes the text as the user wrote it, where it was not understood. */
export const quoteWritten = (interpretation: Interpretation, way: string, written: string): Interpretation =>
  interpretation.kind === 'unknown' && way !== written
    ? {
        ...interpretation,
        sentence: interpretation.sentence.replace(quoteText(way), () => quoteText(written)),
      }
    : interpretation

/** A merely weighed trade is asked about, and done once the user agrees. */
function interpretWeighed(language: Language, request: InterpreterRequest): Interpretation {
  const { instruction, pending } = request
  const weighed = pending?.code === 'other' ? findWeighed(language, request, pending) : undefined
  if (pending && weighed) return confirmWeighed(language, request, pending, weighed)
  const meant = meaningOf(language, request)
  const decided = withoutWeighing(request, instruction)
  // 'WIF, I guess' answers the question.
  if (pending && decided !== undefined && pending.code !== 'other' && I_GUESS.test(instruction)) {
    const answered = meaningOf(language, { ...request, instruction: decided })
    if (answered.as === 'answer')
      return 'reading' in answered && answered.reading
        ? { ...answered, reading: asWritten(answered.reading, instruction, decided) }
        : answered
  }
  const asksOfShown =
    request.previousPlan !== null && meant.kind === 'question' && meant.topic.about === 'unknown'
  const mayWeigh =
    meant.kind === 'question' ? asksOfShown || proposes(instruction) : MAY_WEIGH.has(meant.kind)
  if (decided === undefined || !mayWeigh || (meant.kind === 'ask' && meant.code !== 'other')) return meant
  const then = { ...request, instruction: decided }
  const whole = meaningOf(language, then)
  if (whole.kind !== 'plan') return confirmIfDoubted(meant, request)
  if (asksOfShown && whole.changes === undefined && !proposes(instruction)) return meant
  const asked = {
    ...shouldIDo(instruction, whole),
    ...(whole.reading && { reading: asWritten(whole.reading, instruction, decided) }),
  }
  // For an answer it is the plan of both texts.
  const own = pending ? meaningOf(language, { ...then, pending: null }) : whole
  const isWholly = own.kind === 'plan' && JSON.stringify(own.plan) === JSON.stringify(whole.plan)
  return pending && !isWholly
    ? { ...asked, merged: `${pending.instruction}\n${pending.code}:${decided.trim()}` }
    : asked
}
const I_GUESS = /^(?:\W*[\p{L}\p{N}.$%]+){1,3}\W+i (?:guess|think|suppose|reckon)\W*$/iu
const MAY_WEIGH = new Set(['plan', 'ask', 'refused', 'unknown'])

type Weighed = { decided: string; whole: Extract<Interpretation, { kind: 'plan' }> }
/** The plan of a text that was weighed alone, or with the weighing answer. */
function findWeighed(language: Language, request: InterpreterRequest, pending: Pending): Weighed | undefined {
  const isAnswered = pending.instruction.includes('\n')
  const decided = isAnswered ? pending.instruction : withoutWeighing(request, pending.instruction)
  if (decided === undefined || (isAnswered && request.previousPlan)) return undefined
  if (!isAnswered) {
    const whole = meaningOf(language, { ...request, instruction: decided, pending: null })
    return whole.kind === 'plan' ? { decided, whole } : undefined
  }
  const { roles, reading } = readRoles(language, decided, request)
  const { bag: _, ...whole } = planFrom(language, { ...reading, roles }, toSettings(request, reading))
  return whole.kind === 'plan' ? { decided, whole } : undefined
}
/** 'Yes' to whether a weighed trade should be done; any other text is read as if there had been no question. */
function confirmWeighed(
  language: Language,
  request: InterpreterRequest,
  pending: Pending,
  { decided, whole }: Weighed,
): Interpretation {
  const { instruction, tokens } = request
  if (choose(instruction, [{ label: 'Yes', reply: decided }]) === decided)
    return { ...whole, reading: markAgreed(instruction), as: 'answer' }
  const meant = interpretWeighed(language, { ...request, pending: null })
  const names = (text: string) => namesToken(language.grammar.read(text, tokens))
  // 'Only half': of the weighed trade, and not of the settings' token.
  return meant.kind === 'plan' && names(decided) && !names(instruction)
    ? { ...shouldIDo(pending.instruction, whole), merged: pending.instruction }
    : meant
}

function meaningOf(language: Language, request: InterpreterRequest): Interpretation {
  const { instruction } = request
  if (isForbidden(instruction)) return { ...onlyOwnWallets(), as: 'instruction' }
  const asked = readQuestion(withoutAgent(language, request))
  if (asked?.about === 'history') return history(language, request)
  if (asked?.hypothetical != null && !isProposed(language, request, asked.hypothetical))
    return hypothetical(language, request, asked.hypothetical)
  if (asked && asked.hypothetical == null && !isChange(language, request, asked.about)) {
    const missing = findMissing(language, request)
    if (missing !== undefined) return noSuchAgent(missing, request)
    return { kind: 'question', topic: toTopic(asked.about ?? 'unknown', language, request), as: 'question' }
  }
  const change = completeChange(language, request)
  if (change !== undefined) return { ...applyAnswer(language, request, change), as: 'answer' }
  const alone = language.grammar.read(instruction, request.tokens)
  const { previousPlan, pending } = request
  const corrected =
    previousPlan && !pending ? applyCorrection(language, request, previousPlan, alone) : undefined
  if (corrected) return { ...rejectIfNegated(corrected.meant, corrected.reading), as: 'change' }
  const meant = understood(language, request, alone)
  // 'No, all of it': the opening of a correction names what the plan shown before is not.
  const corrects =
    previousPlan !== null && meant.kind === 'plan' && meant.changes !== undefined
      ? readAsChange(language, request, previousPlan).roles.filter(({ kind }) => kind === 'corrects')
      : []
  return rejectIfReported(rejectIfNegated(meant, { ...alone, roles: [...alone.roles, ...corrects] }), alone)
}

/** Returns the meaning of a questioned change of the plan shown, with its answer. */
function applyAnswer(language: Language, request: InterpreterRequest, change: string): Interpretation {
  const { instruction } = request
  const meant = meaningOf(language, { ...request, instruction: asSet(change), pending: null })
  if (change === instruction || !('reading' in meant) || !meant.reading) return meant
  const reading = markChosen(instruction, meant.reading)
  return meant.kind === 'ask' ? { ...meant, reading, merged: change } : { ...meant, reading }
}

/** 'How about every three hours' about a plan shown: nothing but the change. */
function isProposed(language: Language, request: InterpreterRequest, text: string): boolean {
  const { previousPlan, instruction, pending } = request
  if (
    previousPlan === null ||
    pending ||
    !/^\W*(?:and |then )*(?:how|what) about\b/i.test(withoutGreeting(instruction))
  )
    return false
  const { roles, unknown } = readAsChange(language, { ...request, instruction: text }, previousPlan)
  const says = roles.filter(({ kind }) => kind !== 'change')
  return unknown.length === 0 && says.length > 0 && says.every(({ kind }) => PROPOSED.has(kind))
}
const PROPOSED = new Set(['rate', 'amount', 'duration', 'stop', 'take', 'trail', 'count', 'price', 'levels'])

/** 'Can you do that twice a day?' about a plan shown requests the change; 'can you do hourly orders?' only asks. */
function isChange(language: Language, request: InterpreterRequest, about: Topic['about'] | null): boolean {
  const { previousPlan, instruction } = request
  if (previousPlan === null || about !== 'capabilities' || !OF_PLAN.test(instruction)) return false
  const { roles, unknown } = readAsChange(language, request, previousPlan)
  return unknown.length === 0 && roles.some(({ kind }) => !NAMES_ONLY.has(kind))
}
const OF_PLAN = /^\W*(?:can|could|would|will) (?:you|u|we|it) .*\b(?:it|that|this|(?:make|set|change) the)\b/i
const NAMES_ONLY = new Set(['asset', 'verb', 'announces', 'lacks', 'now', 'aside', 'change', 'want'])

/** Tells whether a text answers the question; an instruction of its own, or a question, does not. */
export function isAnswer(language: Language, request: InterpreterRequest): boolean {
  const { instruction, tokens, pending } = request
  if (!pending || readQuestion(instruction)) return false
  const alone = language.grammar.read(instruction, tokens)
  return !isOwn(alone, planFrom(language, alone, toSettings(request, alone)))
}

function understood(language: Language, request: InterpreterRequest, alone: Reading): Interpretation {
  const { instruction, previousPlan, pending } = request
  const fresh = planFrom(language, alone, toSettings(request, alone))
  // An instruction is no answer to an offer.
  const isBegun =
    pending?.isOffer === true && (begins(alone) || alone.roles.some(({ kind }) => kind === 'guards'))
  if (pending && !isBegun && (!isOwn(alone, fresh) || isOfAsked(language, request, alone, fresh))) {
    const answered = completeWithAnswer(language, request, pending)
    if (answered && isProgress(answered, pending))
      return {
        ...answered,
        as: answered.kind === 'ask' && answered.code === pending.code ? 'change' : 'answer',
      }
    // An answer that was looked at and left open changes nothing of the draft either.
    const changed = answered ? undefined : changeDraft(language, request, pending)
    if (changed) return { ...changed, as: 'change' }
    const other = previousPlan && changeShownPlan(language, request, previousPlan, { alone, fresh })
    // 'Sell', after a figure that was asked about, turns no purchase around.
    const turns = other?.kind === 'plan' && other.changes?.some(({ field }) => field === 'trade_direction')
    if (other?.kind === 'plan' && other.changes !== undefined && !turns) return { ...other, as: 'change' }
    // 'Half a SOL' as the answer to 'which token is bonkk?' is no order of the settings' token.
    if (fresh.kind === 'plan' || (fresh.kind === 'ask' && !begins(alone)))
      return rejectUnknown(request, pending, toReading(alone))
  }
  if (previousPlan && !pending) {
    const changed = changeShownPlan(language, request, previousPlan, { alone, fresh })
    // A limit that no plan has is asked about.
    const isOfLimit = alone.roles.some(({ kind }) => kind === 'other_limit')
    if (changed && isUnread(changed) && !isOfLimit) return rejectUnknown(request, null, changed.reading ?? [])
    if (changed) return { ...changed, as: 'change' }
    if (fresh.kind === 'plan' && isOfShown(instruction) && !namesToken(alone))
      return { ...whatToChange(), as: 'change' }
    // 'Sell 40 % every day' after a plan of another token than the one of the settings: of which?
    const [shown, own] = [previousPlan, fresh.kind === 'plan' ? fresh.plan : previousPlan].map(
      ({ token_address: mint }) => alone.text.names.symbolOf(mint) ?? mint,
    )
    const isNamed = namesToken(alone) || alone.roles.some(isMoney)
    if (shown !== own && !isNamed && fresh.kind === 'plan' && isBeside(fresh.plan)) {
      if (previousPlan.strategy_type !== 'swap' || !isAlternative(alone, instruction))
        return { ...ofWhich(shown ?? '', own ?? ''), as: 'instruction' }
      const tokenAddress = previousPlan.token_address
      return planFrom(language, alone, { ...toSettings(request, alone), tokenAddress })
    }
  }
  const words = instruction.trim().toLowerCase()
  const adds = /^(?:and |also |please )*add\b/.test(words) && onlyChanges(alone, words)
  const changes =
    fresh.kind !== 'plan' &&
    (/^(?:make|change|turn|switch) (?:it|that|this|the)\b|^set (?:it|that)\b|\binstead\b/.test(words) ||
      onlyChanges(alone, words) ||
      takesAway(language, request))
  if (!previousPlan && (adds || changes)) return { ...noPlanYet(), as: 'change' }
  if (fresh.kind === 'ask' && isNoise(alone)) {
    const about = findTopic(expandWords(instruction))
    if (about === 'unknown') return rejectUnknown(request, pending ?? null, toReading(alone))
  }
  if (fresh.kind !== 'plan' && !trades(alone)) {
    const about = findTopic(expandWords(instruction))
    if (about !== 'unknown' || (alone.roles.length === 0 && !pending))
      return about === 'unknown'
        ? rejectUnknown(request, pending ?? null, toReading(alone))
        : { kind: 'question', topic: toTopic(about, language, request), as: 'question' }
  }
  return { ...fresh, as: 'instruction' }
}
/** Words of a change that were not understood: nothing is open because of them. */
const isUnread = (changed: Interpretation): changed is Extract<Interpretation, { kind: 'ask' }> =>
  changed.kind === 'ask' &&
  changed.code === 'other' &&
  !changed.choices?.length &&
  (changed.reading ?? []).some(({ kind }) => kind === 'unknown')

/** Words that were not understood beside nothing that trades. */
const isNoise = ({ roles, unknown }: Reading): boolean =>
  unknown.length > 0 &&
  !roles.some(({ kind, mentions }) => BEGINS.has(kind) || mentions.some((one) => one.kind === 'token'))
const BEGINS = new Set([
  'verb',
  'announces',
  'amount',
  'rate',
  'guards',
  'target',
  'stop',
  'take',
  'trail',
  'both_exits',
  'averages',
  'oversold',
  'range',
  'levels',
  'price',
])

/** A text that repeats its question, word for word, has answered nothing. */
const isProgress = (answered: Interpretation, pending: Pending): boolean =>
  answered.kind !== 'ask' || answered.code !== pending.code || answered.merged !== pending.instruction

/** After as many texts in a row that are not understood the question is dropped. */
const MOST_MISSES = 2
export function rejectUnknown(
  request: InterpreterRequest,
  pending: Pending | null,
  reading: ReadingPart[],
): Interpretation {
  const { instruction } = request
  const misses = (pending?.misses ?? 0) + 1
  const isDropped = pending !== null && misses >= MOST_MISSES
  const asked = pending === null || isDropped ? null : { ...pending, misses }
  const unknown = `I did not understand ${quoteText(instruction)}.`
  const sentence = isDropped
    ? `${unknown} I have dropped the question.`
    : pending?.question === undefined
      ? unknown
      : `${unknown} ${pending.question}`
  return {
    kind: 'unknown',
    sentence,
    suggestions: (asked && answersTo(asked)) ?? examplesBeside(request),
    reading: reading.map(({ from, to }) => ({ from, to, kind: 'unknown' })),
    as: 'unknown',
    asked,
  }
}
/** The choices of an open question, else likely answers to it. */
const answersTo = ({ code, choices = [] }: Pending): Choice[] | undefined =>
  choices.length > 0 ? choices : ANSWERS[code]?.map((text) => ({ label: text, reply: text }))
const ANSWERS: Partial<Record<Pending['code'], string[]>> = {
  amount: ['0.1 SOL', '0.5 SOL', '1 SOL'],
  token: ['BONK', 'JUP', 'WIF'],
  levels: ['5 levels', '10 levels', '20 levels'],
  percent: ['5%', '10%', '20%'],
  lengths: ['9 and 21', '12 and 26', '50 and 200'],
  interval: ['every 10 minutes', 'every hour', 'every day'],
  duration: ['for a day', 'for a week', 'until I stop it'],
}
/** Messages that fit what is on screen. */
function examplesBeside({ agents = [], agentId, previousPlan }: InterpreterRequest): Choice[] {
  const isRunning = agents.some(({ id, status }) => id === agentId && status !== 'stopped')
  const texts = isRunning ? BESIDE_RUNNING : previousPlan ? BESIDE_PLAN : EXAMPLES
  return texts.map((text) => ({ label: text, reply: text }))
}
const EXAMPLES = ['buy 0.1 SOL of BONK', 'buy 0.02 SOL of JUP every hour for a day', 'what can you do?']
const BESIDE_PLAN = ['what could I lose?', 'what are the fees?', 'what can you do?']
const BESIDE_RUNNING = ['how is it going?', 'when is the next order?', 'stop it']
/** 'Sell half' as the answer to 'how much JUP should be sold?': of that, and not of the settings' token. */
const isOfAsked = (
  language: Language,
  request: InterpreterRequest,
  alone: Reading,
  fresh: PlanOutcome,
): boolean =>
  request.pending?.code === 'amount' &&
  fresh.kind === 'plan' &&
  fresh.plan.strategy_type === 'swap' &&
  !namesToken(alone) &&
  namesToken(language.grammar.read(request.pending.instruction, request.tokens))
/** An order, or a kept share: it could be about the plan shown. A strategy on charts begins anew. */
const isBeside = ({ strategy_type: type }: Plan): boolean => type === 'rebalance' || PLAIN.has(type)
const PLAIN = new Set(['swap', 'dca', 'twap', 'limit', 'bracket'])
const namesToken = ({ roles }: Reading): boolean =>
  roles.some(({ mentions }) => mentions.some(({ kind }) => kind === 'token'))

/** 'Remove the stop loss', 'double it', without a plan. */
function takesAway(language: Language, { instruction, tokens }: InterpreterRequest): boolean {
  const { unknown, roles } = language.grammar.read(instruction, tokens, new Set(['follow_up']))
  return unknown.length === 0 && roles.some(({ kind }) => kind === 'remove' || kind === 'scale')
}
const onlyChanges = (alone: Reading, words: string) =>
  /^(?:and |also |please )*(?:add|remove|double|halve|for|with)\b/.test(words) &&
  !alone.roles.some(({ kind }) => kind === 'verb' || kind === 'amount')

/** It has an action: no remark beside an open question. */
const begins = ({ roles }: Reading): boolean =>
  roles.some(
    ({ kind, mentions }) =>
      kind === 'verb' || kind === 'announces' || mentions.some((one) => one.kind === 'token'),
  )

const TRADES = new Set([
  'amount',
  'rate',
  'verb',
  'announces',
  'slippage',
  'price',
  'stop',
  'take',
  'trail',
  'vague',
  'target',
  'averages',
  'oversold',
  'both_exits',
  'range',
  'levels',
])
/** 'Put a take profit on my JUP' has an action; 'show my profit' asks. */
const trades = ({ roles, unknown }: Reading) =>
  roles.some(({ kind }) => TRADES.has(kind) || (kind === 'lacks' && unknown.length === 0))

function hypothetical(language: Language, request: InterpreterRequest, text: string): Interpretation {
  const reading = language.grammar.read(asPresent(text), request.tokens)
  const meant = trades(reading) ? planFrom(language, reading, toSettings(request, reading)) : undefined
  if (meant?.kind !== 'plan') return hypotheticalChange(language, request, text)
  const { plan, assumptions, relative, exits } = meant
  return {
    kind: 'question',
    as: 'question',
    topic: {
      about: 'hypothetical',
      plan,
      assumptions,
      ...(relative ? { relative } : {}),
      ...(exits ? { exits } : {}),
    },
  }
}

/** 'What if I bought for 20 each time?' of the plan shown. */
function hypotheticalChange(language: Language, request: InterpreterRequest, text: string): Interpretation {
  const { previousPlan, instruction } = request
  const changed =
    previousPlan && /\bwhat if\b/i.test(instruction)
      ? readMarkedChange(
          language,
          { ...request, instruction: asPresent(text).replace(/\?/g, ' '), pending: null },
          previousPlan,
        )
      : undefined
  if (changed?.kind !== 'plan') return { kind: 'question', topic: { about: 'unknown' }, as: 'question' }
  const { plan, assumptions } = changed
  return { kind: 'question', topic: { about: 'hypothetical', plan, assumptions }, as: 'question' }
}
function readMarkedChange(
  language: Language,
  request: InterpreterRequest,
  previous: Plan,
): Interpretation | undefined {
  const alone = language.grammar.read(request.instruction, request.tokens)
  const fresh = planFrom(language, alone, toSettings(request, alone))
  return changeShownPlan(language, request, previous, { alone, fresh, marked: true })
}

/** 'What would 0.1 SOL daily have made last month': the plan, over that span. */
function history(language: Language, request: InterpreterRequest): Interpretation {
  const { plan: text, ...span } = readHypothetical(withoutOpening(withoutGreeting(request.instruction)))
  const { previousPlan } = request
  if (previousPlan && meansShown(text))
    return {
      kind: 'question',
      topic: toHistoryTopic({ kind: 'plan', plan: previousPlan, assumptions: [] }, span),
      as: 'question',
    }
  const reading = language.grammar.read(asPresent(text), request.tokens)
  const meant = planFrom(language, reading, toSettings(request, reading))
  if (meant.kind !== 'plan') return { kind: 'question', topic: { about: 'unknown' }, as: 'question' }
  return { kind: 'question', topic: toHistoryTopic(meant, span), as: 'question' }
}

const OWN_EXIT = /\b(?:the|my|its) (?:stop(?: ?loss)?|sl|take profit|tp|target|trailing stop)\W*$/i
const EXIT_FIELD = '_percent"'
const WOULD_COST = /\b(?:would|will) (?:it|this|that|the plan) cost\b/i
const PAID = /\b(?:paid|pay so far|so far|did|have i|has it|spent|to date|until now|already)\b/i
function toTopic(about: Topic['about'], language: Language, request: InterpreterRequest): Topic {
  if (about === 'hypothetical' || about === 'history') return { about: 'unknown' }
  // 'What is the stop loss?', of the plan shown.
  const plan = JSON.stringify(request.previousPlan)
  if (about === 'explain' && OWN_EXIT.test(request.instruction) && plan.includes(EXIT_FIELD))
    return { about: 'exits' }
  if (about === 'explain') return { about, term: request.instruction }
  if (about === 'price' && request.previousPlan && WOULD_COST.test(request.instruction))
    return { about: 'fees' }
  if (about === 'fees' && PAID.test(request.instruction))
    return { about, paid: true, ...addAgent(findOther(language, request)?.agent, request) }
  if (about !== 'price' && about !== 'trend' && about !== 'advice') {
    return { about, ...addAgent(findOther(language, request)?.agent, request) }
  }
  const { text } = language.grammar.read(request.instruction, request.tokens)
  const mints = text.words.flatMap((_, at) =>
    text.read('token', at).map(({ value }) => getMint(value as Base)),
  )
  // 'How is Scout doing?'
  const named = findAgent(request.instruction, request.agents ?? [])?.agent
  if (mints.length === 0 && named) return { about: 'strategy', ...addAgent(named, request) }
  const unsaid = request.previousPlan?.token_address ?? request.tokenAddress
  if (mints.length === 0 && unsaid !== null) mints.push(unsaid)
  return { about, mints: [...new Set(mints)] }
}
/** 'What did agent 7 buy?', where there is none. */
function findMissing(language: Language, request: InterpreterRequest): string | undefined {
  const numbered = (request.agents ?? []).length > 0 ? findNumbered(request.instruction) : undefined
  return findOther(language, request) ? undefined : numbered
}
const noSuchAgent = (name: string, { pending = null }: InterpreterRequest): Interpretation => ({
  kind: 'refused',
  sentence: `You have no ${name.toLowerCase()}.`,
  as: 'question',
  asked: pending,
})

type Agents = NonNullable<InterpreterRequest['agents']>
/** An agent called Jup, or Last, is only named as such: 'agent Jup'. */
function findOther(
  { grammar }: Language,
  { instruction, agents = [], tokens }: InterpreterRequest,
): FoundAgent<Agents[number]> | undefined {
  if (agents.length === 0) return undefined
  const isToken = (name: string) => tokens.some(({ symbol }) => symbol.toLowerCase() === name)
  return findAgent(instruction, agents, (name) => grammar.isOrdinary(name) || isToken(name))
}
/** 'What did Scout buy?' asks like 'what did the bot buy?' */
function withoutAgent(language: Language, request: InterpreterRequest): string {
  const { instruction } = request
  const found = findOther(language, request)
  return found ? `${instruction.slice(0, found.from)}the bot${instruction.slice(found.to)}` : instruction
}
/** The agent that a question names. */
const addAgent = (
  agent: Agents[number] | undefined,
  { agentId }: InterpreterRequest,
): { agent?: NamedAgent } =>
  agent && agent.id !== agentId ? { agent: { id: agent.id, name: agent.name } } : {}
