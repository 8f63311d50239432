/**
 * Refuses what the desk cannot do before anything is asked, in the user's own words, with the nearest plan: leverage,
 * shorts, other tokens' prices, start times, partial exits, volume, ways of trading that it lacks. Source: specification
 * 5, 'A conversation'.
 */
import type { Choice, ReadingPart } from '@purser/contract/agents/reading.ts'
import type { Language } from '../interpret.ts'
import { isForbidden, readQuestion } from '../intents/question/topic.ts'
import { readInstruction } from '../interpreter.ts'
import type { Interpretation, InterpreterRequest, Pending } from '../port.ts'
import type { Reading } from '../clauses/grammar.ts'
import type { Role } from '../clauses/roles.ts'
import { plainText } from '../text/words.ts'
import { conditionOn, OTHER_MARKETS, type Rule, rules } from './refusal-rules.ts'

type Refusal = Extract<Interpretation, { kind: 'refused' }>

/** Undefined: the desk can do it, or nobody asks for it. */
export function cannotDo(language: Language, request: InterpreterRequest): Interpretation | undefined {
  const { instruction, tokens, pending = null } = request
  if (instruction.length > MOST_LENGTH) return undefined
  const text = plainText(instruction)
  const question = readQuestion(text)
  const asksOnly = ASKS.test(text)
  if (isForbidden(text) || (question && question.hypothetical === null && !asksOnly)) return undefined
  const all = [...rules, ...conditionsIn(language, request, text)]
  if (!all.some(({ words }) => words.test(text))) return undefined
  const reading = language.grammar.read(text, tokens)
  const interpretation = readInstruction(language, request)
  const isRefused = interpretation.kind === 'refused'
  const { lacks, remainder } = withoutLacks(
    text,
    reading,
    all.filter((rule) => isRefused || !rule.isRefused),
  )
  if (lacks.length === 0) return undefined
  // 'Is leverage possible at all?' only asks.
  if (asksOnly)
    return { ...refusal(language, request, { lacks, remainder, reading }), as: 'question', asked: pending }
  if (question && interpretation.kind === 'question') return undefined
  // 'Scalp BONK with the RSI' is a strategy; no way of trading is an order at once.
  const isOrder = interpretation.kind === 'plan' && interpretation.plan.strategy_type === 'swap'
  const isSure = lacks.some(({ rule }) => rule.isSure)
  if (interpretation.kind === 'plan' && !(isOrder && isSure)) return undefined
  return refusal(language, request, { lacks, remainder, reading })
}

/** A question without a figure whether something is possible. */
const ASKS =
  /^(?:so |and |but |hm+ |ok )*(?:is|are|can (?:you|u|it|i)|could (?:you|u|it)|do (?:you|u)|does|you (?:can't|cannot|don't|can)|so you)\b[^\d$%]*(?:snipe|possible|support|offer|allow|available|able|do|have|at all)\b[^\d$%]*\?*\s*$/i

/** It is read up to four times here: a longer text is only read once, and asked about. */
const MOST_LENGTH = 300

type Found = { rule: Rule; said: string }
type Without = { lacks: Found[]; remainder: string; reading: Reading }

/** Takes the words of each rule out of the text, those that occur again as well. */
function withoutLacks(
  text: string,
  { unknown, text: { words, read } }: Reading,
  all: readonly Rule[],
): Omit<Without, 'reading'> {
  const lacks: Found[] = []
  let remainder = text
  // 'Buy 1 SOL of STAKE'
  const isName = (said: string): boolean => {
    const at = words.findIndex(({ from, to }) => text.slice(from, to) === said)
    return at >= 0 && (read('token', at).length > 0 || NAMES.has(words[at - 1]?.text ?? ''))
  }
  const isUnread = (said: string): boolean => {
    const at = text.indexOf(said)
    return unknown.some(
      ({ from, to }) => (words[from]?.from ?? 0) < at + said.length && (words[to - 1]?.to ?? 0) > at,
    )
  }
  for (const rule of all)
    for (let turn = 0; turn < MOST_TURNS; turn++) {
      const match = rule.words.exec(remainder)
      const [said = ''] = match ?? []
      if (
        !match ||
        (rule.only && !rule.only(match)) ||
        (rule.isUnread && !isUnread(said.trim())) ||
        isName(said.trim())
      )
        break
      const { instead = '' } = rule
      const other = typeof instead === 'string' ? instead : instead(match)
      remainder = `${remainder.slice(0, match.index)} ${other} ${remainder.slice(match.index + said.length)}`
      lacks.push({ rule, said: said.trim().replace(/^[,.;:]\s*|\s*(?:->|[:,])$/g, '') })
    }
  if (lacks.some(({ rule }) => rule.name === 'Leverage')) remainder = remainder.replace(LONG, ' buy ')
  return { lacks, remainder: tidy(remainder) }
}
const MOST_TURNS = 3
const NAMES = new Set(['of', 'into', '$'])
/** 'Go long on' buys, where nothing is leveraged. */
const LONG =
  /\b(?:(?:go(?:ing)?|open(?:ing)?(?: an?)?|an?)\s+)?long(?:\s+position)?(?:\s+(?:on|in))?\b(?!\s*(?:term|run|\d|ma|ema|sma|average))/i
const tidy = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/\s+(?=[,.;:!?])/g, '')
    .replace(/([,;:])(?:\s*[,;:])+/g, '$1')
    .replace(/^(?:[\s,;:.>-]|(?:or|and|but|then)\b)+|[\s,;:]+$|(?:,|\s)+(?:and|or|but|then)\s*$/gi, '')
    .trim()

/** Conditions on a price of another token than the one that is traded. */
function conditionsIn(
  { grammar }: Language,
  { tokens, tokenAddress, previousPlan }: InterpreterRequest,
  text: string,
): Rule[] {
  if (!/[<>]|\b(?:if|when|once|should|whenever|while|as|after|until|case|unless|provided)\b/i.test(text))
    return []
  const findSymbol = (mint: string | null | undefined) =>
    tokens.find((one) => one.mint === mint)?.symbol.toLowerCase()
  const symbols = new Set(
    tokens
      .map(({ symbol }) => symbol.toLowerCase())
      .filter((name) => MONEY.has(name) || !grammar.isOrdinary(name)),
  )
  return [...new Set(wordsIn(text))].flatMap((name): Rule[] => {
    const isMarket = OTHER_MARKETS.has(name)
    if (!isMarket && !symbols.has(name)) return []
    const condition = conditionOn(name)
    const remainder = text.replace(condition, ' ')
    if (remainder === text) return []
    const others = wordsIn(remainder).filter((word) => symbols.has(word) && !MONEY.has(word))
    const traded =
      others.length > 0 ? others : [findSymbol(previousPlan?.token_address ?? tokenAddress) ?? name]
    return isMarket || !traded.includes(name)
      ? [
          {
            name: "A condition on another token's price",
            why: 'an order waits for the price of its own token',
            words: condition,
          },
        ]
      : []
  })
}
const MONEY = new Set(['sol', 'usdc'])
const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

function refusal(
  language: Language,
  request: InterpreterRequest,
  { lacks, remainder, reading }: Without,
): Refusal {
  const { instruction, pending = null } = request
  const [symbol] = symbolsIn(reading)
  const isShort = lacks.some(({ rule }) => rule.name === 'Short selling')
  const ways =
    isShort && symbol
      ? [`sell all my ${symbol}`]
      : [remainder, ...(symbol ? listPurchases(reading, symbol) : [])]
  // The first that can be planned: the others are not even read.
  let offer: Offer | undefined
  for (const text of ways) offer ??= findOffer(language, request, text)
  return {
    kind: 'refused',
    sentence: sentenceFor(lacks),
    suggestions: offer ? [offer.choice] : EXAMPLES,
    reading: markParts(instruction, lacks),
    as: 'instruction',
    asked:
      offer && !offer.isChange
        ? { instruction: offer.choice.reply, code: 'other', choices: [offer.choice], isOffer: true }
        : pending?.isOffer
          ? null
          : pending,
  }
}

function sentenceFor(lacks: readonly Found[]): string {
  const names = [...new Set(lacks.map(({ rule, said }) => `${rule.name} ("${shortened(said)}")`))]
  const [first = '', ...more] = names
  const why = lacks[0]?.rule.why
  if (new Set(lacks.map(({ rule }) => rule.name)).size === 1) return `${first} is not available here; ${why}.`
  const others = more.map((name) => name.charAt(0).toLowerCase() + name.slice(1))
  return `${[first, ...others.slice(0, -1)].join(', ')} and ${others.at(-1)} are not available here.`
}

/** Purchases of the token, for the money that the text names, and without an amount. */
function listPurchases({ roles }: Reading, symbol: string): string[] {
  const amounts = roles.filter(({ kind }) => kind === 'amount') as Role<'amount'>[]
  const money = amounts.find(({ value }) => MONEY_UNITS.has(value.unit))?.value
  const sum = money && (money.unit === 'USD' ? `$${money.value}` : `${money.value} ${money.unit}`)
  return [...(sum ? [`buy ${sum} of ${symbol}`] : []), `buy ${symbol}`]
}
const MONEY_UNITS = new Set(['SOL', 'USDC', 'USD'])
const MOST_SAID = 80
const shortened = (said: string): string => (said.length > MOST_SAID ? `${said.slice(0, MOST_SAID)}…` : said)
const EXAMPLES: Choice[] = ['buy 0.1 SOL of BONK', 'buy 0.02 SOL of JUP every hour for a day'].map(
  (text) => ({ label: text, reply: text }),
)

type Offer = { choice: Choice; isChange: boolean }
/** The text as a choice, if it is a plan, or lacks only a part; else as an answer to what is asked. */
function findOffer(language: Language, request: InterpreterRequest, text: string): Offer | undefined {
  if (text === '') return undefined
  const { pending = null } = request
  const read = (open: Pending | null) =>
    readInstruction(language, { ...request, instruction: text, pending: open })
  const alone = read(null)
  const isPart =
    alone.kind === 'ask' &&
    alone.code !== undefined &&
    PARTS.has(alone.code) &&
    alone.unknownName === undefined
  const isAlone = alone.kind === 'plan' || isPart
  const interpretation = isAlone || !pending || pending.isOffer ? alone : read(pending)
  if (!isAlone && interpretation.kind !== 'plan') return undefined
  const [symbol] = symbolsIn(language.grammar.read(text, request.tokens))
  const buys =
    interpretation.kind === 'plan'
      ? interpretation.plan.strategy_type === 'swap' && interpretation.plan.trade_direction === 'buy'
      : /\bbuy\b/i.test(text)
  const label =
    buys && symbol
      ? `A spot purchase of ${symbol}`
      : interpretation.kind === 'plan'
        ? interpretation.plan.goal
        : text
  return { choice: { label, reply: text }, isChange: interpretation.as !== 'instruction' }
}
const PARTS = new Set(['amount', 'price', 'range', 'levels', 'interval', 'duration', 'lengths', 'percent'])

const symbolsIn = ({ roles }: Reading): string[] =>
  roles.flatMap(({ mentions }) =>
    mentions.flatMap((one) => (one.kind === 'token' && one.symbol !== undefined ? [one.symbol] : [])),
  )

/** The words that cannot be done; the others were understood. */
function markParts(text: string, lacks: readonly Found[]): ReadingPart[] {
  const spans = lacks.map(({ said }) => ({ from: text.indexOf(said), to: text.indexOf(said) + said.length }))
  const isLacking = (at: number) => spans.some(({ from, to }) => from <= at && at < to)
  return [...text.matchAll(/\S+/g)].map(({ index, 0: word }) => ({
    from: index,
    to: index + word.length,
    kind: isLacking(index) || isLacking(index + word.length - 1) ? 'unknown' : 'filler',
  }))
}
