/** A question, and the next text: the instruction with its answer is read as one. */
import type { Reading } from '../clauses/grammar.ts'
import type { ReadingPart } from '@purser/contract/agents/reading.ts'
import { createBag } from '../clauses/bag.ts'
import { isNegated } from '../clauses/negation.ts'
import type { Role } from '../clauses/roles.ts'
import { isBareOf, type Language, planFrom, toSettings } from '../interpret.ts'
import { findForeign, otherMoney } from '../foreign-words.ts'
import type { Interpretation, InterpreterRequest } from '../port.ts'
import { toReading } from '../reading.ts'
import { type Base, getMint } from '../text/names.ts'
import { asAnswer, isSameFigure, isUnitless } from './answer.ts'
import { choose } from './choose.ts'
import { saidTwice } from '../intents/questions.ts'
import { mergeRoles, findRepeated } from './merge.ts'
import { askUnit } from './standing.ts'

/** The form in which an instruction is kept until it is answered: its answers follow on lines of their own. */
const oneLine = (text: string): string => text.replace(/[\r\n]/g, ' ')

/** Keeps an instruction of several lines that ends in a question: none of its lines is taken for an answer later. */
export function keepWhole(meant: Interpretation, { instruction }: InterpreterRequest): Interpretation {
  const whole = oneLine(instruction)
  return meant.kind === 'ask' && meant.merged === undefined && whole !== instruction
    ? { ...meant, merged: whole }
    : meant
}

/** Reads an instruction given in several texts, each on a line of its own. */
export function readRoles(
  language: Language,
  text: string,
  request: InterpreterRequest,
): { roles: Role[]; reading: Reading } {
  const [first = '', ...more] = text.split('\n')
  const reading = language.grammar.read(first, request.tokens)
  let roles: Role[] = reading.roles
  for (const line of more) {
    const [code, ...said] = line.split(':')
    const next = language.grammar.read(said.join(':'), request.tokens, listExpected(language, roles, reading))
    roles = mergeRoles(
      roles,
      asAnswer(code as never, next.roles, lackedBy(roles, reading), roles.some(isPace)),
    )
  }
  return { roles, reading }
}

/** The types whose words may occur in an answer: those that the question was about. */
function listExpected(language: Language, roles: readonly Role[], reading: Reading): Set<string> {
  const types = roles.flatMap((role) =>
    role.kind === 'announces' ? [(role.value as { type: string }).type] : [],
  )
  if (roles.some(({ kind }) => kind === 'averages')) types.push('ma_cross')
  return new Set([
    ...reading.inPlay,
    ...types.filter((type) => language.intents.some((one) => one.type === type)),
    'follow_up',
  ])
}

const lackedBy = (roles: readonly Role[], { text }: Reading): 'stop' | 'take' | 'trail' | 'target' => {
  const said = roles.filter(({ kind }) => kind === 'announces')
  if (said.some((role) => (role.value as { type: string }).type === 'rebalance')) return 'target'
  const words = text.source.toLowerCase()
  return /trail/.test(words) ? 'trail' : /\b(?:take|tp|profit|target)\b/.test(words) ? 'take' : 'stop'
}

const SAYS_NOT = new Set(['amount', 'asset', 'verb', 'aside', 'courtesy'])
const isVagueBeside = ({ roles }: Reading): boolean =>
  roles.length > 1 && roles.some(({ kind, said }) => kind === 'vague' && /\bnot\b/i.test(said))
const isPace = ({ kind }: Role): boolean => kind === 'rate'

type PendingAnswer = NonNullable<InterpreterRequest['pending']>

/** Returns the earlier text, and the open question about it; undefined if there is none any more. */
function openQuestion(language: Language, request: InterpreterRequest, pending: PendingAnswer) {
  const before = readRoles(language, pending.instruction, request)
  const again = planFrom(
    language,
    { ...before.reading, roles: before.roles },
    toSettings(request, before.reading),
  )
  return again.kind === 'ask' ? { before, again } : undefined
}

/**
 * Changes the draft behind an open question: 'wait, make that jup'. Undefined if the text is not wholly a change, or
 * denies something.
 */
export function changeDraft(
  language: Language,
  request: InterpreterRequest,
  pending: PendingAnswer,
): Interpretation | undefined {
  const { instruction, tokens } = request
  const before = readRoles(language, pending.instruction, request)
  const reading = language.grammar.read(
    instruction,
    tokens,
    listExpected(language, before.roles, before.reading),
  )
  const says = reading.roles.filter(({ kind }) => !SAYS_HOW.has(kind))
  const isOpen = reading.unknown.length > 0 || before.reading.unknown.length > 0
  if (isOpen || says.length === 0 || isNegated(instruction)) return undefined
  // An action with its token, or a plan by its name, begins anew.
  if (isTrade(reading) || says.some(({ kind }) => kind === 'announces')) return undefined
  if (
    namesSeveral(reading) ||
    turnsAround(reading, before.roles, pending.code) ||
    findRepeated(reading.roles)
  )
    return undefined
  const roles = mergeRoles(before.roles, reading.roles)
  const outcome = planFrom(language, { ...reading, roles }, toSettings(request, reading))
  const parts = toReading(reading, outcome.bag)
  if (outcome.kind === 'plan') return { ...outcome, reading: parts }
  if (outcome.kind !== 'ask') return undefined
  return { ...outcome, reading: parts, merged: `${pending.instruction}\nother:${oneLine(instruction)}` }
}
const SAYS_HOW = new Set(['change', 'corrects', 'now', 'aside', 'want', 'turned'])

/** Completes an instruction that ended in a question with the answer; undefined if the text answers nothing. */
export function completeWithAnswer(
  language: Language,
  request: InterpreterRequest,
  pending: PendingAnswer,
): Interpretation | undefined {
  const open = openQuestion(language, request, pending)
  if (!open) return undefined
  const { before, again } = open
  const answer = asShareOfMoney(request.instruction, again.question)
  const said = choose(answer, again.choices ?? [])
  // 'Yes' to a question that it does not answer: the question is repeated.
  const asked = (reading: Reading): Interpretation => ({
    ...again,
    reading: toReading(reading),
    merged: pending.instruction,
  })
  if (said === undefined) return asked(language.grammar.read(request.instruction, request.tokens))
  const reading = language.grammar.read(
    said,
    request.tokens,
    listExpected(language, before.roles, before.reading),
  )
  const renamed = pending.code === 'token' ? otherName(language, request, before.reading, reading) : undefined
  if (renamed) return renamed
  if (!reading.roles.some(({ kind }) => kind !== 'change' && kind !== 'corrects' && kind !== 'now'))
    return undefined
  // 'Is 300 USDC the total, or for each order?' '300 USDC'
  if (pending.code === 'total_or_each' && reading.roles.every(({ kind }) => SAYS_NOT.has(kind)))
    return asked(reading)
  // 'Not too much, every hour': less of an earlier amount, but how much less?
  if (isVagueBeside(reading) && pending.code !== 'amount') return asked(reading)
  // '200' once more, after a question because of a missing or unsupported unit.
  const isOpen = before.roles.some(isBareOf) || otherMoney(before.reading) !== undefined
  if (pending.code === 'amount' && isOpen && reading.roles.some(isUnitless)) return asked(reading)
  const same = before.roles.find((role) => isSameFigure(role, reading.roles)) as Role<'amount'> | undefined
  if (pending.code === 'amount' && same) {
    const { asked: which } = askUnit(same.value.value)
    if (which.kind === 'ask') return { ...which, reading: toReading(reading), merged: pending.instruction }
  }
  if (namesSeveral(reading) || turnsAround(reading, before.roles, pending.code)) return undefined
  if (pending.code === 'token' && before.reading.unknown.length > 0)
    return (
      named(language, request, { pending, before: before.reading, reading }) ??
      (isDetail(reading, said, before.reading) ? keptBeside(again, reading, { pending, said }) : undefined)
    )
  const lacks = lackedBy(before.roles, before.reading)
  const code = answersPrice(before.roles, reading) ? 'price' : pending.code
  const roleAnswers = asAnswer(code, reading.roles, lacks, before.roles.some(isPace))
  const twice = findRepeated(roleAnswers)
  if (twice) {
    const { asked: which } = saidTwice(twice.said)
    const parts = toReading(reading, undefined, [twice])
    return which.kind === 'ask' ? { ...which, reading: parts, merged: pending.instruction } : which
  }
  const roles = mergeRoles(before.roles, roleAnswers)
  const outcome = planFrom(
    language,
    { ...reading, roles },
    toSettings(request, reading, pending.code === 'amount'),
  )
  const parts =
    said === request.instruction
      ? toReading(reading, outcome.bag)
      : markChosen(request.instruction, toReading(reading, outcome.bag))
  if (outcome.kind === 'plan')
    // An answer to something else does not settle the part that was not understood.
    return before.reading.unknown.length === 0 || saysInstead(before.reading, reading)
      ? { ...outcome, reading: parts }
      : isTrade(reading)
        ? undefined
        : asked(reading)
  if (outcome.kind !== 'ask') return outcome
  const lines =
    reading.unknown.length > 0 ? pending.instruction : `${pending.instruction}\n${code}:${oneLine(said)}`
  return { ...outcome, reading: parts, merged: lines }
}

/** '10 %' of what is asked for: 'How much SOL should be spent on JUP?' */
function asShareOfMoney(text: string, question: string): string {
  const money = /^How much (SOL|USDC) should be spent\b/.exec(question)?.[1]
  return money !== undefined && /^\W*[\d.]+\s*(?:%|percent)\W*$/i.test(text)
    ? `${text.trim()} of my ${money}`
    : text
}

/** 'At 0.78' is the price of a limit order, also where its amount was asked for. */
const answersPrice = (before: readonly Role[], { roles }: Reading): boolean =>
  before.some(
    ({ kind, value }) =>
      kind === 'price' || (kind === 'announces' && (value as { type: string }).type === 'limit'),
  ) &&
  !before.some(isPace) &&
  roles.length === 1 &&
  roles.some(({ kind, lead }) => kind === 'price' && (lead === 'at' || lead === '@'))

/** '20 dollars' after '20 euros of BONK', if nothing else is open. */
const saysInstead = (before: Reading, { roles }: Reading): boolean =>
  otherMoney(before) !== undefined &&
  before.unknown.length === 1 &&
  before.unknown.every(({ from, to }) => to - from === 1) &&
  roles.some(({ kind }) => kind === 'amount')

/** 'Pepe' as the answer to 'which token is froggo?': another unknown name, which replaces the first. */
function otherName(
  language: Language,
  request: InterpreterRequest,
  before: Reading,
  answer: Reading,
): Interpretation | undefined {
  const [old, name] = [findForeign(before), findForeign(answer)]
  if (!old || !name || answer.roles.length > 0 || request.pending === null) return undefined
  const [first = '', ...more] = request.pending?.instruction.split('\n') ?? []
  const whole = `${first.slice(0, old.from)}${answer.text.source.slice(name.from, name.to)}${first.slice(old.to)}`
  const again = language.grammar.read(whole, request.tokens)
  const { kind, ...outcome } = planFrom(language, again, toSettings(request, again))
  if (kind !== 'ask' || findForeign(again) === undefined) return undefined
  return {
    ...outcome,
    kind,
    reading: toReading(answer),
    merged: [whole, ...more].join('\n'),
  } as Interpretation
}

/**
 * '0.1 SOL' as the answer to 'which token is froggo?': one more part of the instruction, which still lacks its token.
 */
const isDetail = ({ roles, unknown }: Reading, said: string, before: Reading): boolean =>
  findForeign(before) !== undefined &&
  unknown.length === 0 &&
  !isNegated(said) &&
  !roles.some(({ kind, mentions }) => OWN_PLAN.has(kind) || mentions.some((one) => one.kind === 'token'))
const OWN_PLAN = new Set(['verb', 'announces'])

/** The question stays open, and the text stays with the instruction. */
function keptBeside(
  again: Interpretation,
  reading: Reading,
  { pending, said }: { pending: PendingAnswer; said: string },
): Interpretation {
  const lines = findRepeated(reading.roles) ? [] : [`${pending.code}:${oneLine(said)}`]
  return {
    ...again,
    reading: toReading(reading),
    merged: [pending.instruction, ...lines].join('\n'),
  } as Interpretation
}

/** 'Sell' does not answer how often it should buy. */
function turnsAround({ roles }: Reading, before: readonly Role[], code: string): boolean {
  const sides = (all: readonly Role[]) =>
    new Set(
      all.flatMap(
        ({ kind, value }) => (kind === 'verb' ? SIDE_OF[(value as { verb: string }).verb] : []) ?? [],
      ),
    )
  const [said, was] = [sides(roles), sides(before)]
  if (code === 'direction' || code === 'which_first' || code === 'other') return false
  return (said.has('sell') && !was.has('sell')) || (said.has('buy') && was.has('sell') && !was.has('buy'))
}
const SIDE_OF: Record<string, 'buy' | 'sell'> = { buy: 'buy', sell: 'sell', exit: 'sell', dca_out: 'sell' }

/** 'Buy BONK every hour' has an action and its object: after a question about a word it is a new instruction. */
const isTrade = ({ roles }: Reading): boolean =>
  roles.some(({ kind }) => kind === 'verb') &&
  roles.some(({ mentions }) => mentions.some(({ kind }) => kind === 'token'))

/** 'The second' as one part: it became the text of the choice. */
export function markChosen(text: string, reply: ReadingPart[]): ReadingPart[] {
  const words = text.trim()
  const from = text.indexOf(words)
  const field = reply.find((one) => one.field !== undefined)?.field
  return [{ from, to: from + words.length, kind: 'field', ...(field ? { field } : {}) }]
}

/** 'Yes' sets no field of its own: the agreed words are marked with the question, each with its field. */
export function markAgreed(text: string): ReadingPart[] {
  const words = text.trim()
  const from = text.indexOf(words)
  return [{ from, to: from + words.length, kind: 'filler' }]
}

/**
 * Returns the token that an answer names. One with another side, a type or an amount to trade is an instruction of its
 * own.
 */
function findNamedToken(answer: Reading, before: Reading): Base | undefined {
  const verbs = before.roles.filter(({ kind }) => kind === 'verb').map(({ value }) => JSON.stringify(value))
  const isOther = ({ kind, value }: Role) =>
    kind === 'announces' || (kind === 'verb' && !verbs.includes(JSON.stringify(value)))
  const has = (one: string) => answer.roles.some(({ kind }) => kind === one)
  if (answer.unknown.length > 0 || answer.roles.some(isOther) || (has('verb') && has('amount')))
    return undefined
  const tokens = answer.roles.flatMap(({ mentions }) => mentions)
  return tokens.find(({ kind }) => kind === 'token')
}
const saysMore = ({ roles }: Reading) =>
  roles.some(({ kind }) => kind !== 'asset' && kind !== 'change' && kind !== 'verb')

/** Repeats the instruction, with the named token in place of the unknown word, and the rest of the answer. */
function named(
  language: Language,
  request: InterpreterRequest,
  { pending, before, reading }: { pending: { instruction: string }; before: Reading; reading: Reading },
): Interpretation | undefined {
  const token = findNamedToken(reading, before)
  const name = findForeign(before)
  if (!token || !name) return undefined
  const { source } = before.text
  const [first = '', ...more] = pending.instruction.split('\n')
  const whole = `${first.slice(0, name.from)}${getMint(token)}${first.slice(name.to, source.length)}`
  const again = language.grammar.read(whole, request.tokens)
  const said = saysMore(reading) ? [`token:${oneLine(reading.text.source)}`] : []
  const instruction = [whole, ...more, ...said].join('\n')
  const { roles } = readRoles(language, instruction, request)
  const outcome = planFrom(language, { ...again, roles }, toSettings(request, again))
  const parts = toReading(reading, createBag(reading))
  return outcome.kind === 'ask'
    ? { ...outcome, reading: parts, merged: instruction }
    : { ...outcome, reading: parts }
}

/** 'WIF or BONK': the question is which one, whatever it was before. */
const namesSeveral = ({ roles }: Reading): boolean =>
  new Set(roles.flatMap(({ mentions }) => mentions.filter(({ kind }) => kind === 'token').map(getMint)))
    .size > 1
