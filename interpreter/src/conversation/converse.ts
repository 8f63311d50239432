/**
 * One message of a conversation. It is tried as an act of talk, a matter of wallets or a transfer, an instruction, a
 * question, an answer, a change, in this order; the first that fits decides, and nothing is forced. Source:
 * specification 5, 'A conversation'.
 */
import type { UnderstoodAs } from '@purser/contract/agents/conversation.ts'
import type { Choice, ReadingPart } from '@purser/contract/agents/reading.ts'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import type { Language } from '../interpret.ts'
import { readQuestion } from '../intents/question/topic.ts'
import { quoteWritten, readInstruction, rejectUnknown } from '../interpreter.ts'
import type { Interpretation, InterpreterRequest, Pending, RunningAgent } from '../port.ts'
import { answerTransfer, mayBeTransfer, readTransfer, type TransferRead } from '../transfers/read.ts'
import { questions } from '../transfers/questions.ts'
import { choose } from '../follow-up/choose.ts'
import { markChosen } from '../follow-up/answered.ts'
import { findShortenedChoice } from '../follow-up/answered-change.ts'
import { cannotDo } from './cannot.ts'
import { askExitSide, askSize, withSize } from './open-changes.ts'
import { asRequested, withoutExclaims, withoutNo, withoutRunning } from './requested.ts'
import { type Control, plainName, readTalk, type Talk } from './talk.ts'
import { asksToUse, readWalletMatter } from './wallet-matters.ts'

/** Returns what a message means, and the question that is open after it. */
export function converse(language: Language, request: InterpreterRequest): Interpretation {
  language.grammar.begin()
  const offered = request.pending?.isOffer ? readChoice(language, request) : undefined
  if (offered) return withAsked(request, offered)
  const talk = readAct(language, request)
  if (talk) return talk
  const also = readAlso(language, request) ?? readChoice(language, request) ?? askExitSide(language, request)
  if (also) return withAsked(request, also)
  const refused = cannotDo(language, request)
  if (refused) return withAsked(request, refused)
  const beside = readBeside(language, request)
  if (beside) return withAsked(request, beside)
  const best = readBest(language, request)
  const interpretation = best.kind === 'unknown' ? (askSize(request) ?? best) : best
  return withAsked(
    request,
    interpretation.kind === 'plan' ? interpretation : (readAlternatives(language, request) ?? interpretation),
  )
}

/**
 * What the desk recognises by itself, before a model reads what is left: acts of talk, matters of wallets, transfers, a
 * chosen alternative, and questions from the records.
 */
export function recognize(language: Language, request: InterpreterRequest): Interpretation | undefined {
  const talk = readAct(language, request)
  if (talk) return talk
  const choice = readChoice(language, request)
  if (choice) return withAsked(request, choice)
  const asks = readQuestion(withoutExclaims(request.instruction))
  if (asks === null || asks.hypothetical !== null || asks.about === 'history') return undefined
  const interpretation = readBest(language, request)
  const isOwn =
    interpretation.kind === 'question' &&
    !('plan' in interpretation.topic) &&
    interpretation.topic.about !== 'unknown'
  return isOwn ? withAsked(request, interpretation) : undefined
}

/** Adds the branch and the question that is open after it to the reading of a model. */
export function toBranch(request: InterpreterRequest, interpretation: Interpretation): Interpretation {
  if (interpretation.kind === 'failed') return interpretation
  return withAsked(request, { ...interpretation, as: toUnderstoodAs(interpretation, request) })
}
function toUnderstoodAs(
  interpretation: Interpretation,
  { pending = null }: InterpreterRequest,
): UnderstoodAs {
  if (interpretation.kind === 'question') return 'question'
  if (interpretation.kind === 'plan' && interpretation.changes) return 'change'
  return pending === null ? 'instruction' : 'answer'
}

const withAsked = (request: InterpreterRequest, interpretation: Interpretation): Interpretation => ({
  ...interpretation,
  as: interpretation.as ?? toUnderstoodAs(interpretation, request),
  asked: interpretation.asked === undefined ? askedAfter(interpretation, request) : interpretation.asked,
})

/** An act of talk, a matter of wallets, or a transfer. */
function readAct(language: Language, request: InterpreterRequest): Interpretation | undefined {
  const { instruction, agents = [], wallets = [], groups = [], pending = null } = request
  const said: ReadingPart[] = wholeReading(instruction)
  const talk = readTalk(instruction, {
    names: agents.map(({ name }) => name),
    symbols: agents.flatMap(({ symbol }) => symbol ?? []),
  })
  // 'Ok, yes' is the yes that the question can take.
  if (talk?.act === 'agree' && pending?.choices?.length === 1 && pending.code === 'other' && !pending.isOffer)
    return answerYes(language, request)
  const act = talk && toAct(talk, request)
  if (act) return { ...act, reading: said }
  const matter = readWalletMatter(withoutExclaims(instruction), {
    wallets: wallets.map(({ name }) => name),
    groups: groups.map(({ name }) => name),
  })
  if (matter) {
    const isUse = matter.matter === 'use_wallet' || matter.matter === 'use_group'
    return { kind: 'wallets', ...matter, reading: said, as: isUse ? 'change' : 'wallets', asked: pending }
  }
  const transfer = readTransferMessage(request)
  return transfer && { ...transfer, reading: said }
}

function answerYes(language: Language, request: InterpreterRequest): Interpretation {
  const interpretation = readInstruction(language, { ...request, instruction: 'yes' })
  const reading = wholeReading(request.instruction)
  return {
    ...interpretation,
    ...('reading' in interpretation ? { reading } : {}),
    as: 'answer',
    asked: askedAfter(interpretation, request),
  }
}

/** A change of the plan shown, while it is asked which of several instructions comes first. */
function readBeside(language: Language, request: InterpreterRequest): Interpretation | undefined {
  const { pending = null, previousPlan } = request
  if (pending?.code !== 'which_first' || previousPlan === null || !pending.choices?.length) return undefined
  // '6', after a percentage, is no amount.
  const isFigure = /^\W*\d[\d.,]*\W*$/.test(request.instruction)
  const interpretation = readBest(language, { ...request, pending: null })
  if ((interpretation.kind === 'plan' && !isFigure) || interpretation.kind === 'question')
    return interpretation
  return rejectUnknown(request, pending, wholeReading(request.instruction))
}

/** The reading of a message, or of its words without exclamations or a no before them, whichever says most. */
function readBest(language: Language, request: InterpreterRequest): Interpretation {
  const { instruction, previousPlan, pending } = request
  const plain = withoutExclaims(instruction)
  const shortened = previousPlan === null ? plain : withoutRunning(plain)
  if (shortened !== plain) {
    const changed = readBest(language, { ...request, instruction: shortened })
    const isChange = changed.kind === 'plan' && changed.changes !== undefined
    if (isChange) return located(changed, instruction, shortened)
  }
  const read = (way: string, state: Partial<InterpreterRequest> = {}) =>
    located(
      quoteWritten(readInstruction(language, { ...request, ...state, instruction: way }), way, instruction),
      instruction,
      way,
    )
  const isConversing = previousPlan !== null || (pending ?? null) !== null
  const anew = isConversing ? withoutNo(plain) : plain
  // 'No. Buy 1 SOL of JUP at market instead' begins anew.
  if (anew !== plain && ORDER.test(anew.trim()) && AT_MARKET.test(anew)) {
    const own = read(
      anew.replace(/\binstead\b/i, (said) => ' '.repeat(said.length)),
      {
        previousPlan: null,
        pending: null,
      },
    )
    if (own.kind === 'plan') return own
  }
  const hasPrices = previousPlan !== null && PRICED.some((field) => field in previousPlan)
  const sized = withSize({ ...request, instruction: plain })
  const requested = isConversing ? (sized ?? asRequested(plain, { hasPrices })) : undefined
  const changed = requested === undefined ? undefined : read(requested)
  if (changed && (changed.kind === 'plan' || changed.as === 'answer')) return changed
  const first = isConversing ? plain : instruction
  let best = read(first)
  for (const way of new Set([instruction, plain, anew, ...tokenAfterNo(request, plain)])) {
    if (way === first || rateReading(best) >= SAYS_ENOUGH) continue
    const interpretation = read(way)
    if (rateReading(interpretation) > rateReading(best)) best = interpretation
  }
  return best
}

const PRICED = ['limit_price_usd', 'entry_price_usd', 'lower_price_usd', 'max_price_usd', 'min_price_usd']

/** 'No wif' beside a plan of another token: that one. Where a token is asked about, it may be the one ruled out. */
function tokenAfterNo({ tokens, previousPlan, pending }: InterpreterRequest, text: string): string[] {
  const name = AFTER_NO.exec(text)?.[1]?.toLowerCase()
  const mint = tokens.find(({ symbol }) => symbol.toLowerCase() === name)?.mint
  if (name === undefined || mint === undefined || name === 'sol' || name === 'usdc') return []
  return previousPlan !== null && !pending && previousPlan.token_address !== mint ? [name] : []
}
const AFTER_NO =
  /^\W*(?:no+|nope|nah|naw)\b[\s,]*(?:(?:sorry|wait|i mean|i meant|actually)\b[\s,]*)*\$?(\S+?)\W*$/i

/** The reading of a way, which ends as the message does, at the places of the message: its other words say nothing. */
function located(interpretation: Interpretation, text: string, way: string): Interpretation {
  if (way === text || !('reading' in interpretation) || !interpretation.reading) return interpretation
  const shift = text.length - way.length
  const parts = interpretation.reading
    .map((part) => ({ ...part, from: Math.max(part.from + shift, 0), to: part.to + shift }))
    .filter(({ to }) => to > 0)
  const isRead = (at: number) => parts.some(({ from, to }) => from <= at && at < to)
  const others = [...text.matchAll(/\S+/g)].flatMap(({ index, 0: word }) => {
    const open = [...word].findIndex((_, i) => !isRead(index + i))
    const end = [...word].findIndex((_, i) => i > open && isRead(index + i))
    if (open < 0) return []
    return [{ from: index + open, to: index + (end < 0 ? word.length : end), kind: 'filler' as const }]
  })
  return { ...interpretation, reading: [...parts, ...others].sort((a, b) => a.from - b.from) }
}
function rateReading(interpretation: Interpretation): number {
  if (interpretation.kind === 'plan') return 3
  if (interpretation.kind === 'ask')
    return interpretation.code === 'other' && !interpretation.choices?.length ? 1 : 2
  if (interpretation.kind === 'question') return interpretation.topic.about === 'unknown' ? 0 : 2
  return interpretation.kind === 'refused' ? 1 : 0
}
const SAYS_ENOUGH = 2
const AT_MARKET = /\b(?:at (?:the )?market|market order|mkt)\b/i

/** 'Also buy 0.1 SOL of BONK' beside a plan or a question. */
function readAlso(language: Language, request: InterpreterRequest): Interpretation | undefined {
  const { instruction, previousPlan, pending = null } = request
  const also = ALSO.exec(instruction)
  if (also && (previousPlan !== null || pending !== null)) {
    const order = instruction.slice(also[0].length).trim()
    const own = readInstruction(language, {
      ...request,
      instruction: order,
      previousPlan: null,
      pending: null,
    })
    if (own.kind === 'plan' && ORDER.test(order))
      return oneAtATime(
        instruction,
        [{ label: own.plan.goal, reply: order }],
        'An agent runs one plan at a time. Should this one replace it?',
      )
  }
  return undefined
}

/** Two instructions in one sentence: which one comes first? */
function readAlternatives(language: Language, request: InterpreterRequest): Interpretation | undefined {
  const { instruction } = request
  if (instruction.length > MOST_LENGTH) return undefined
  for (const { first, second } of listParts(instruction)) {
    if (!ORDER.test(second)) continue
    const alone = (text: string, tokenAddress: string | null) =>
      readInstruction(language, {
        ...request,
        instruction: text,
        tokenAddress,
        previousPlan: null,
        pending: null,
      })
    const one = alone(first, request.tokenAddress)
    if (one.kind !== 'plan') continue
    const other = alone(second, one.plan.token_address)
    const isPart =
      other.kind === 'ask' &&
      other.code !== undefined &&
      MISSING.has(other.code) &&
      ORDER.test(withoutExclaims(first).trim())
    if (other.kind !== 'plan' && !isPart) continue
    const toChoice = (plan: Plan): Choice => ({
      label: `${nameOfType(language, plan)}: ${plan.goal}`,
      reply: plan.goal,
    })
    const symbol = request.tokens.find(({ mint }) => mint === one.plan.token_address)?.symbol
    return oneAtATime(
      instruction,
      [
        toChoice(one.plan),
        other.kind === 'plan'
          ? toChoice(other.plan)
          : {
              label: second,
              reply: namesToken(language, request, second) ? second : `${second} for ${symbol ?? ''}`,
            },
      ],
      'Which one should come first? An agent runs one plan at a time.',
    )
  }
  return undefined
}
const MISSING = new Set(['amount', 'range', 'levels', 'interval', 'duration', 'lengths', 'percent', 'price'])
const namesToken = ({ grammar }: Language, { tokens }: InterpreterRequest, text: string): boolean =>
  grammar.read(text, tokens).roles.some(({ mentions }) => mentions.some(({ kind }) => kind === 'token'))
/** 'Buy 1 SOL now and another 1 at $0.7' has its verb once. */
function listParts(text: string): { first: string; second: string }[] {
  const parts = [...text.matchAll(JOINS)].slice(0, MOST_JOINS).map(({ index, 0: join }) => ({
    first: text.slice(0, index).trim(),
    second: text.slice(index + join.length).trim(),
  }))
  const another = ANOTHER.exec(text)
  const verb = /^\W*(?:please )?(buy|sell)\b/i.exec(text)?.[1]
  if (!another || verb === undefined) return parts
  const words = text.slice(another.index + another[0].length).trim()
  const unit = SUM.exec(text.slice(0, another.index))?.[1]
  const [, bare, after = ''] = BARE.exec(words) ?? []
  // A figure without a unit has that of the first amount, if it is money.
  if (bare !== undefined && unit === undefined) return parts
  const second = bare === undefined ? words : `${bare} ${unit ?? ''} ${after}`
  return [...parts, { first: text.slice(0, another.index).trim(), second: `${verb} ${second}` }]
}
const SUM = /\b(?:buy|sell) [\d.,]+ ?(sol|usdc|usd|dollars?|bucks?)\b/i
const BARE =
  /^([\d.,]*\d)(?! ?(?:sol|usdc|usd|dollars?|bucks?|[km%])\b|%)\s+(?=at\b|if\b|when\b|once\b|below\b|on\b)(.*)$/i
const ANOTHER = /[\s,]+(?:and|plus|then)\s+(?:another|a further|an extra)\s+(?=[$.\d])/i
/** Each place where a text may be parted costs two readings. */
const [MOST_LENGTH, MOST_JOINS] = [300, 3]
const nameOfType = ({ intents }: Language, { strategy_type: type }: Plan): string =>
  intents.find((one) => one.type === type)?.name ?? type
const ALSO = /^[\s.,!]*(?:and |then |ok |please )*(?:also|another one|additionally|in addition|plus)\b,?\s+/i
const JOINS =
  /\s*(?:,|\band\b|\bthen\b|\bplus\b)(?:\s+(?:and|then|also|start|open|set up|put|make|create|run|a|an|the))*\s+(?=(?:(?:daily|weekly|hourly) )?(?:buy|sell|(?:\S+ )?(?:dca|twap|grid|limit)|rebalance|swap)\b)/gi
const ORDER =
  /^(?:please )?(?:(?:daily|weekly|hourly) )?(?:buy|\S+ (?:dca|twap|grid|limit)|sell|dca|twap|grid|limit|rebalance|swap|get|ape|put|spend)\b/i

const oneAtATime = (text: string, choices: Choice[], question: string): Interpretation => ({
  kind: 'ask',
  code: 'which_first',
  question,
  choices,
  reading: wholeReading(text),
  as: 'instruction',
})

/** 'The second', 'the dca', 'ok then': one of the instructions that were offered, as if it were written. */
function readChoice(language: Language, request: InterpreterRequest): Interpretation | undefined {
  const { instruction, pending = null } = request
  const choices = pending?.choices ?? []
  if (pending === null || (pending.code !== 'which_first' && !pending.isOffer)) return undefined
  if (THANKS.test(instruction)) return undefined
  const talk = readTalk(instruction, { names: [], symbols: [] })
  const agrees =
    talk?.act === 'agree' ||
    (talk?.act === 'acknowledge' && AGREES.test(instruction)) ||
    (pending.isOffer === true && takesOffer(instruction, choices))
  const said = choose(agrees ? 'yes' : withoutExclaims(instruction).trim(), choices)
  const labels = choices.map(({ label }) => ({ label, reply: label }))
  const words = instruction
    .replace(BESIDE_CHOICE, ' ')
    .replace(/\bsl\b/gi, 'stop loss')
    .replace(/\b(?:tp|target)\b/gi, 'take profit')
  // A token alone, or a question, takes no offer.
  const mayName = !instruction.includes('?') && (pending.code === 'which_first' || SPOT.test(words))
  const label = mayName ? findShortenedChoice(words, labels) : undefined
  const reply = choices.find((one) => one.reply === said || one.label === label)?.reply
  if (reply === undefined) return undefined
  const interpretation = readInstruction(language, { ...request, instruction: reply, pending: null })
  const draft = interpretation.kind === 'ask' ? { merged: interpretation.merged ?? reply } : {}
  const reading =
    'reading' in interpretation && interpretation.reading
      ? { reading: markChosen(instruction, interpretation.reading) }
      : {}
  const isWritten = ORDER.test(withoutExclaims(instruction).trim()) && /\d/.test(instruction)
  return { ...interpretation, ...draft, ...reading, as: isWritten ? 'instruction' : 'answer' }
}
/** 'Ok buy it now then' */
const TAKES_IT =
  /^[\s.,!]*(?:(?:ok(?:ay)?|fine|alright|right|well|so|then|just|please|hm+)\b[\s.,!]*)*(buy|sell|do|get|take|use|make|go with|plan|show)(?: me)? (?:it|that|this)(?: (?:now|then|instead|please|right now|at market|for me))*[\s.,!]*$/i
/** 'Sell it' does not take the offer of a purchase. */
function takesOffer(text: string, [offer]: readonly Choice[]): boolean {
  const verb = TAKES_IT.exec(text)?.[1]?.toLowerCase()
  if (verb === undefined || offer === undefined) return false
  const side = verb === 'sell' ? 'sell' : verb === 'buy' || verb === 'get' ? 'buy' : undefined
  return side === undefined || new RegExp(String.raw`\b${side}\b`, 'i').test(offer.reply)
}
const THANKS = /\b(?:thanks?|thx|ty|cheers)\b/i
const SPOT = /\b(?:spot|purchase)\b/i
const BESIDE_CHOICE =
  /\b(?:ok(?:ay)?|fine|then|please|pls|just|instead|first|well|alright|hm+|of course|obviously)\b/gi
const AGREES =
  /^[\s.,!]*(?:ok(?:ay)?|k|fine|alright|all right|good|great|perfect)(?:[\s,]+(?:then|please|now|right now|do it))*[\s.,!]*$/i

/** A transfer, or the answer to what one left open: an amount, a place, how it is shared. */
function readTransferMessage({
  instruction,
  tokens,
  wallets = [],
  groups = [],
  pending = null,
}: InterpreterRequest): Extract<Interpretation, { kind: 'transfer' }> | undefined {
  const known = { wallets, groups }
  const text = withoutExclaims(instruction)
  if (pending?.isTransfer) {
    const before = readTransfer(pending.instruction, tokens, known)
    const read = before && !('question' in before) ? answerTransfer(before, text, tokens) : undefined
    if (read)
      return { kind: 'transfer', read, as: 'answer', asked: toPendingAmount(read, pending.instruction) }
    // 'Half' completes no transfer, and is no order either.
    if (isFragment(text))
      return { kind: 'transfer', read: { question: pending.question ?? '' }, as: 'unknown', asked: pending }
  }
  const read = mayBeTransfer(text, tokens) ? readTransfer(text, tokens, known) : null
  if (read === null) return undefined
  // An earlier question stays open beside it.
  const open = 'question' in read ? null : toPendingAmount(read, text)
  // An answer to what a transfer leaves open must complete no older draft.
  return { kind: 'transfer', read, as: 'transfer', asked: 'question' in read ? null : (open ?? pending) }
}

/** An amount or a share in a word or two. */
const isFragment = (text: string): boolean =>
  /^\W*(?:about |maybe |just )?(?:half|a half|a quarter|a third|everything|most|some|[\d.,]+\s*(?:%|percent)?)(?: of (?:it|them|that))?\W*$/i.test(
    text,
  )

/** Only an amount that is missing is asked for: a text with another gap is written anew. */
const toPendingAmount = ({ amount, verb, token }: TransferRead, instruction: string): Pending | null =>
  amount === undefined && verb !== 'gather'
    ? { instruction, code: 'amount', question: questions.amount(token.symbol), choices: [], isTransfer: true }
    : null

const wholeReading = (text: string): ReadingPart[] => {
  const words = text.trim()
  const from = text.indexOf(words)
  return [{ from, to: from + words.length, kind: 'filler' }]
}

/** The question that is open after a message. */
function askedAfter(
  interpretation: Interpretation,
  { instruction, pending = null }: InterpreterRequest,
): Pending | null {
  switch (interpretation.kind) {
    case 'ask':
      return {
        instruction: interpretation.merged ?? instruction.replace(/[\r\n]/g, ' '),
        code: interpretation.code ?? 'other',
        question: interpretation.question,
        choices: interpretation.choices ?? [],
      }
    case 'question':
      return pending
    default:
      return null
  }
}

const isLive = ({ status }: RunningAgent) =>
  status === 'running' || status === 'paused' || status === 'stopping'

type Act = Extract<Interpretation, { kind: 'talk' | 'control' }>

function toAct(talk: Talk, request: InterpreterRequest): Act | undefined {
  const { pending = null, previousPlan, agents = [], agentId } = request
  const self = agents.find(({ id }) => id === agentId)
  const isRunning = self !== undefined && isLive(self)
  // Yes and no to a question that they can answer are answers.
  const isYesOrNo =
    pending?.choices?.length === 1 && (pending.code === 'other' || pending.code === 'which_first')
  switch (talk.act) {
    case 'acknowledge':
    case 'greet':
      // 'Ok' to a question that it answers.
      if (isYesOrNo && AGREES.test(request.instruction)) return undefined
      return {
        kind: 'talk',
        act: talk.act === 'greet' ? 'greeting' : 'thanks',
        as: 'thanks',
        asked: pending,
      }
    case 'help':
      return { kind: 'talk', act: 'help', as: 'help', asked: pending }
    case 'agree':
      return isYesOrNo ? undefined : { kind: 'talk', act: 'agree', as: 'agree', asked: pending }
    case 'no':
      return cancel(request, isYesOrNo ? 'answer' : 'cancel')
    case 'keep':
      return { kind: 'talk', act: 'cancel', as: 'cancel', asked: pending }
    case 'cancel':
      // 'Cancel', with nothing asked while it trades, would otherwise only drop what is shown of it.
      if (talk.cancelsRunning && (talk.hasObject ? agents.some(isLive) : isRunning && pending === null))
        return toControl('stop', talk, request)
      return cancel(request, 'cancel')
    case 'close':
      return isRunning || talk.names.length > 0 ? toControl('close', talk, request) : undefined
    default:
  }
  const control = toControl(talk.act, talk, request)
  if (control.kind === 'control' && control.agents.length === 0 && talk.act !== 'resume')
    return pending !== null || previousPlan !== null || !agents.some(isLive)
      ? cancel(request, 'cancel')
      : control
  return control
}

function cancel(
  { instruction, pending = null, previousPlan }: InterpreterRequest,
  as: 'cancel' | 'answer',
): Act {
  // 'Drop the plan', with a question open, names what it is about.
  const isOfPlan = previousPlan !== null && /\bplan\b/i.test(instruction)
  const dropsQuestion = pending !== null && !pending.isOffer && !isOfPlan
  const drops = dropsQuestion ? ('question' as const) : previousPlan ? ('plan' as const) : undefined
  return { kind: 'talk', act: 'cancel', as, asked: null, ...(drops ? { drops } : {}) }
}

/** The agents that it is about: those named, else the one talked to, else whichever run. */
function toControl(verb: Control, talk: Talk, request: InterpreterRequest): Act {
  const { agents = [], agentId, pending = null } = request
  const answer = (found: 'all' | RunningAgent[]): Act => ({
    kind: 'control',
    do: verb,
    agents: found === 'all' ? found : found.map(({ id }) => id),
    as: 'stop',
    asked: pending,
  })
  const fits = (agent: RunningAgent) => (verb === 'resume' ? agent.status === 'paused' : isLive(agent))
  if (talk.names.length > 0) return answer(agents.filter(({ name }) => talk.names.includes(plainName(name))))
  if (talk.symbols.length > 0)
    return answer(
      agents.filter((one) => fits(one) && talk.symbols.includes((one.symbol ?? '').toLowerCase())),
    )
  if (talk.all && agents.some(fits)) return answer('all')
  const self = agents.find(({ id }) => id === agentId)
  if (self && fits(self)) return answer([self])
  return answer(agents.filter(fits).slice(0, MOST_BUTTONS))
}
const MOST_BUTTONS = 3

/** Names of agents only bear on what stops something, those of wallets on what speaks of one. */
export const namesNeeded = ({
  instruction,
  tokens,
  pending,
}: Pick<InterpreterRequest, 'instruction' | 'tokens' | 'pending'>): {
  agents: boolean
  wallets: boolean
} => ({
  agents:
    instruction.length <= TALK_LENGTH &&
    (!/\d/.test(instruction) || /\b(?:agent|bot|stop|pause|resume|close|cancel)\b/i.test(instruction)),
  wallets:
    asksToUse(instruction) ||
    pending?.isTransfer === true ||
    mayBeTransfer(withoutExclaims(instruction), tokens),
})
const TALK_LENGTH = 120
