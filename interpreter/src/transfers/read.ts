/**
 * A message that asks for a transfer: what, from where, to where. Nothing in it is passed over: what is not understood is
 * asked about where the verb speaks of transfers alone, else the message is left to the interpreter.
 */
import type { NamedToken } from '../text/named-token.ts'
import { amountIn, type Moved, sumAt, type Wanted } from './amounts.ts'
import {
  indexNames,
  isKind,
  type Member,
  type NamedGroup,
  type Names,
  type Place,
  placeAt,
} from './places.ts'
import { questions } from './questions.ts'
import {
  afterPoliteness,
  FILLER,
  FROM,
  isDuration,
  isTo,
  type Split,
  splitAt,
  type Verb,
  VERBS,
  type VerbWord,
  type Word,
  splitWords,
} from './words.ts'

export type TransferRead = {
  verb: Verb
  token: Moved
  amount: Wanted | undefined
  split: Split | undefined
  from: Place[]
  to: Place[]
}
/** null: no transfer. */
export type TransferReading = TransferRead | { question: string } | null

/** Whether the message begins like a transfer and names a sum: cheap, without anybody's wallets. */
export function mayBeTransfer(text: string, tokens: readonly NamedToken[]): boolean {
  const words = splitWords(text.slice(afterPoliteness(text)))
  return (
    VERBS.has(words[0]?.text ?? '') &&
    !words.some(({ text: word }) => ORDERS.has(word)) &&
    // 'Send it, 1 SOL of BONK' is slang for an order.
    !(words[1]?.text === 'it' && !words.some(({ text: word }) => word === 'to' || word === 'from')) &&
    words.some((_, i) => i > 0 && sumAt(words, i, tokens) !== undefined)
  )
}

/** 'Distribute a purchase of 15 SOL over a week' trades. */
const ORDERS = new Set(['purchase', 'purchases', 'buy', 'buys', 'sale', 'sales', 'order', 'orders'])

/** The words of a message, and what is read of them so far. */
type Message = {
  text: string
  words: Word[]
  verb: VerbWord
  tokens: readonly NamedToken[]
  names: Names
  from: Place[]
  to: Place[]
  split: Split | undefined
}

export function readTransfer(
  whole: string,
  tokens: readonly NamedToken[],
  known: { wallets: readonly Member[]; groups: readonly NamedGroup[] },
): TransferReading {
  const text = whole.slice(afterPoliteness(whole))
  const words = splitWords(text)
  const verb = VERBS.get(words[0]?.text ?? '')
  if (!verb) return null
  const names = indexNames(known.wallets, known.groups)
  const message: Message = { text, words, verb, tokens, names, from: [], to: [], split: undefined }
  let at = 1
  let sum: ReturnType<typeof sumAt>
  while (at < words.length) {
    const word = words[at]?.text ?? ''
    const division = splitAt(words, at)
    const next = sum ? undefined : sumAt(words, at, tokens)
    if (next) {
      sum = next
      at += next.count
    } else if (division && (message.split === undefined || message.split === division.split)) {
      message.split = division.split
      at += division.count
    } else if (FROM.has(word) || beginsTo(words, at)) {
      const side = FROM.has(word) ? 'from' : 'to'
      if (isTrade(message, at)) return null
      if (message[side].length > 0) return refuse(verb, questions.leftOver(textFrom(message, at)))
      const ended = readPlaces(message, at + 1, side)
      if (typeof ended !== 'number') return ended
      at = ended
    } else if (!sum && at === 1 && verb.verb === 'send') {
      // 'send Trader 3 0.5 SOL'
      const first = placeAt(text, words, at, names)
      // Not where it may be a part of the amount: 'send 1 500 SOL'.
      if (!('place' in first) || amountIn(word) !== undefined)
        return refuse(verb, questions.leftOver(textFrom(message, at)))
      message.to.push(first.place)
      at += first.count
    } else if (FILLER.has(word)) at++
    else return refuse(verb, questions.leftOver(textFrom(message, at)))
  }
  if (!sum) return null
  if (sum.said === 'unclear') return refuse(verb, questions.amount(sum.token.symbol))
  const { from, to, split } = message
  if (!verb.sure && to.length === 0) return null
  return { verb: verb.verb, token: sum.token, amount: sum.said, split, from, to }
}

/** Completes a transfer with what a text answers: '0.05 SOL', '0.05', 'all', 'each'. Undefined if it says more. */
export function answerTransfer(
  read: TransferRead,
  text: string,
  tokens: readonly NamedToken[],
): TransferRead | undefined {
  const words = splitWords(text.slice(afterPoliteness(text))).filter(({ text: word }) => !FILLER.has(word))
  const sum = sumAt(words, 0, tokens)
  const isSame = sum?.token.mint === read.token.mint && sum.said !== undefined && sum.said !== 'unclear'
  const bare = words[0]?.text === 'all' ? 'all' : amountIn(words[0]?.text ?? '')
  const amount: Wanted | undefined = isSame
    ? (sum.said as Wanted)
    : sum === undefined && bare !== undefined
      ? bare === 'all'
        ? bare
        : { exactly: bare }
      : undefined
  const at = isSame ? sum.count : amount === undefined ? 0 : 1
  const division = splitAt(words, at)
  const isWhole = at + (division?.count ?? 0) === words.length
  if (!isWhole || (amount === undefined && division === undefined)) return undefined
  return { ...read, amount: amount ?? read.amount, split: division?.split ?? read.split }
}

const refuse = ({ sure }: Message['verb'], question: string) => (sure ? { question } : null)

const textFrom = ({ text, words }: Message, at: number): string =>
  text.slice(words[at]?.from ?? text.length).trim()

const beginsTo = (words: readonly Word[], at: number): boolean =>
  isTo(words[at]?.text ?? '', words[0]?.text ?? '')

/** 'distribute 10 SOL into BONK', 'evenly over the next 4 hours': orders, even where a wallet is called BONK. */
function isTrade({ verb, words, tokens }: Message, at: number): boolean {
  if (verb.sure && verb.verb !== 'distribute') return false
  const word = words[at]?.text ?? ''
  if (word === 'over') return isDuration(words, at + 1)
  if (word !== 'into' && word !== 'onto') return false
  const next = sumAt(words, at + 1, tokens)
  const [last, after] = next ? [words[at + next.count], words[at + next.count + 1]] : []
  return next !== undefined && last?.raw !== next.token.mint && !isKind(after?.text)
}

/** Reads a list of places; returns where it ends. */
function readPlaces(message: Message, start: number, side: 'from' | 'to'): number | TransferReading {
  const { text, words, verb, tokens, names } = message
  for (let i = start; ; ) {
    // 'to each of the wallets in Traders'
    if (side === 'to' && i === start && words[i]?.text === 'each') message.split ??= 'each'
    const found = placeAt(text, words, i, names)
    if (!('place' in found)) {
      const traded = verb.verb !== 'send' && (sumAt(words, i, tokens) !== undefined || /^\d/.test(found.name))
      return traded ? null : refuse(verb, questions.place(found))
    }
    message[side].push(found.place)
    i += found.count
    const last: Word | undefined = words[i - 1]
    if (words[i]?.text === 'and' || words[i]?.text === '&') i++
    else if (!last?.comma || i >= words.length || FROM.has(words[i]?.text ?? '') || beginsTo(words, i))
      return i
    else if (splitAt(words, i) || FILLER.has(words[i]?.text ?? '')) return i
  }
}
