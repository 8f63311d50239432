/** From a text and what was said before to a plan, a question back, or the topic of an answer. Deterministic; never throws. */
import type { Reading } from './clauses/grammar.ts'
import { isNegated } from './clauses/negation.ts'
import { answerTo } from './follow-up/answered.ts'
import { changeOf } from './follow-up/changed.ts'
import { isWhole, type Language, planFrom, settingsOf } from './interpret.ts'
import { heldThen } from './intents/question/history.ts'
import { aboutOf, isControl, isForbidden, questionOf } from './intents/question/topic.ts'
import type { Interpretation, InterpreterRequest, Topic } from './port.ts'
import { control, negated, noPlanYet, onlyOwnWallets } from './replies.ts'
import { type Base, mintOf } from './text/names.ts'

export function interpretWith(language: Language, request: InterpreterRequest): Interpretation {
  const { instruction } = request
  if (isForbidden(instruction)) return onlyOwnWallets()
  if (isControl(instruction)) return control()
  const asked = questionOf(instruction)
  if (asked?.about === 'history') return history(language, request)
  if (asked?.hypothetical != null) return hypothetical(language, request, asked.hypothetical)
  if (asked) return { kind: 'question', topic: topicOf(asked.about ?? 'unknown', language, request) }
  const alone = language.grammar.read(instruction, request.tokens)
  const meant = understood(language, request, alone)
  // A 'no' never trades, whatever it was read as: a refusal costs a sentence, a misread 'no' costs money.
  return (meant.kind === 'plan' || meant.kind === 'ask') && isNegated(unheld(alone))
    ? negated(instruction)
    : meant
}

/** Limits in the form of a 'no' that were read as such: 'never above $2', 'no more than 10 orders'. */
const HELD_NO = new Set([
  'max_spend',
  'slippage',
  'daily_loss',
  'drawdown',
  'time_limit',
  'expiry',
  'remove',
  'count',
  'duration',
  'endless',
])
function unheld({ text, roles }: Reading): string {
  let left = text.source
  for (const { kind, value, from, to } of roles) {
    const held =
      HELD_NO.has(kind) ||
      ((kind === 'price' || kind === 'range') && (value as { only?: true }).only === true)
    const [start, end] = [text.words[from]?.from ?? 0, text.words[to - 1]?.to ?? 0]
    if (held) left = `${left.slice(0, start)}${' '.repeat(end - start)}${left.slice(end)}`
  }
  return left
}

function understood(language: Language, request: InterpreterRequest, alone: Reading): Interpretation {
  const { instruction, tokens, previousPlan, pending } = request
  const fresh = planFrom(language, alone, settingsOf(request, alone))
  if (pending && !isWhole(alone, fresh)) {
    const answered = answerTo(language, request, pending)
    if (answered) return answered
  }
  if (previousPlan && !pending) {
    const changed = changeOf(language, request, previousPlan, { alone, fresh })
    if (changed) return changed
  }
  const follows = language.grammar.read(instruction, tokens, new Set(['follow_up']))
  const marked =
    follows.unknown.length === 0 && follows.roles.some(({ kind }) => kind === 'remove' || kind === 'scale')
  const words = instruction.trim().toLowerCase()
  if (
    fresh.kind !== 'plan' &&
    !previousPlan &&
    (marked ||
      /^(?:make|change|turn|switch) (?:it|that|this|the)\b|^set (?:it|that)\b|\binstead\b/.test(words) ||
      ONLY_CHANGE(alone, words))
  )
    return noPlanYet()
  if (fresh.kind !== 'plan' && !trades(alone)) {
    const about = aboutOf(instruction)
    if (about !== 'unknown' || alone.roles.length === 0)
      return { kind: 'question', topic: topicOf(about, language, request) }
  }
  return fresh
}
const ONLY_CHANGE = (alone: Reading, words: string) =>
  /^(?:and |also |please )*(?:add|remove|double|halve|for|with)\b/.test(words) &&
  !alone.roles.some(({ kind }) => kind === 'verb' || kind === 'amount')

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
const trades = (reading: Reading) => reading.roles.some(({ kind }) => TRADES.has(kind))

function hypothetical(language: Language, request: InterpreterRequest, text: string): Interpretation {
  const reading = language.grammar.read(text, request.tokens)
  const meant = trades(reading) ? planFrom(language, reading, settingsOf(request, reading)) : undefined
  if (meant?.kind !== 'plan') return { kind: 'question', topic: { about: 'unknown' } }
  const { plan, assumptions, relative, exits } = meant
  return {
    kind: 'question',
    topic: {
      about: 'hypothetical',
      plan,
      assumptions,
      ...(relative ? { relative } : {}),
      ...(exits ? { exits } : {}),
    },
  }
}

/** 'What would 0.1 SOL daily have made last month': the plan, over that span. */
function history(language: Language, request: InterpreterRequest): Interpretation {
  const { plan: text, seconds } = heldThen(request.instruction)
  const reading = language.grammar.read(text, request.tokens)
  const meant = planFrom(language, reading, settingsOf(request, reading))
  if (meant.kind !== 'plan') return { kind: 'question', topic: { about: 'unknown' } }
  return {
    kind: 'question',
    topic: { about: 'history', plan: meant.plan, seconds, assumptions: meant.assumptions },
  }
}

function topicOf(about: Topic['about'], language: Language, request: InterpreterRequest): Topic {
  if (about === 'hypothetical' || about === 'history') return { about: 'unknown' }
  if (about !== 'price') return { about }
  const { text } = language.grammar.read(request.instruction, request.tokens)
  const mints = text.words.flatMap((_, at) =>
    text.read('token', at).map(({ value }) => mintOf(value as Base)),
  )
  if (mints.length === 0 && request.tokenAddress !== null) mints.push(request.tokenAddress)
  return { about, mints: [...new Set(mints)] }
}
