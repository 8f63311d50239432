/**
 * A message that asks for a transfer: what, from where, to where. Nothing in it is passed over: what is not understood is
 * asked about where the verb speaks of transfers alone, else the message is left to the interpreter.
 */
import type { NamedToken } from '../../../ports/interpreter.ts'
import { amountIn, type Moved, sumAt, type Wanted } from './amounts.ts'
import { indexNames, isKind, type Member, type NamedGroup, type Place, placeAt } from './places.ts'
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
  type Word,
  wordsOf,
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
  const words = wordsOf(text.slice(afterPoliteness(text)))
  return (
    VERBS.has(words[0]?.text ?? '') && words.some((_, i) => i > 0 && sumAt(words, i, tokens) !== undefined)
  )
}

export function readTransfer(
  message: string,
  tokens: readonly NamedToken[],
  known: { wallets: readonly Member[]; groups: readonly NamedGroup[] },
): TransferReading {
  const text = message.slice(afterPoliteness(message))
  const words = wordsOf(text)
  const verb = VERBS.get(words[0]?.text ?? '')
  if (!verb) return null
  const names = indexNames(known.wallets, known.groups)
  const sides: { from: Place[]; to: Place[] } = { from: [], to: [] }
  let at = 1
  let sum: ReturnType<typeof sumAt>
  let split: Split | undefined
  const left = (question: string) => (verb.sure ? { question } : null)

  while (at < words.length) {
    const word = words[at]?.text ?? ''
    const saidSplit = splitAt(words, at)
    const next = sum ? undefined : sumAt(words, at, tokens)
    if (next) {
      sum = next
      at += next.count
    } else if (saidSplit && (split === undefined || split === saidSplit.split)) {
      split = saidSplit.split
      at += saidSplit.count
    } else if (FROM.has(word) || toSide(at)) {
      const side = FROM.has(word) ? 'from' : 'to'
      if (isTrade(at)) return null
      if (sides[side].length > 0) return left(questions.leftOver(rest(at)))
      const ended = readPlaces(at + 1, side)
      if (typeof ended !== 'number') return ended
      at = ended
    } else if (!sum && at === 1 && verb.verb === 'send') {
      // 'send Trader 3 0.5 SOL'
      const first = placeAt(text, words, at, names)
      // Not where it may be a part of the amount: 'send 1 500 SOL'.
      if (!('place' in first) || amountIn(word) !== undefined) return left(questions.leftOver(rest(at)))
      sides.to.push(first.place)
      at += first.count
    } else if (FILLER.has(word)) at++
    else return left(questions.leftOver(rest(at)))
  }
  if (!sum) return null
  if (sum.said === 'unclear') return left(questions.amount(sum.token.symbol))
  if (!verb.sure && sides.to.length === 0) return null
  return { verb: verb.verb, token: sum.token, amount: sum.said, split, ...sides }

  function toSide(i: number): boolean {
    return isTo(words[i]?.text ?? '', words[0]?.text ?? '')
  }
  /** 'distribute 10 SOL into BONK', 'evenly over the next 4 hours': orders, even where a wallet is called BONK. */
  function isTrade(i: number): boolean {
    if (verb?.sure && verb.verb !== 'distribute') return false
    const word = words[i]?.text ?? ''
    if (word === 'over') return isDuration(words, i + 1)
    if (word !== 'into' && word !== 'onto') return false
    const next = sumAt(words, i + 1, tokens)
    const [last, after] = next ? [words[i + next.count], words[i + next.count + 1]] : []
    return next !== undefined && last?.raw !== next.token.mint && !isKind(after?.text)
  }
  /** A list of places; returns where it ends. */
  function readPlaces(start: number, side: 'from' | 'to'): number | TransferReading {
    for (let i = start; ; ) {
      // 'to each of the wallets in Traders'
      if (side === 'to' && i === start && words[i]?.text === 'each') split ??= 'each'
      const read = placeAt(text, words, i, names)
      if (!('place' in read)) {
        const traded =
          verb?.verb !== 'send' && (sumAt(words, i, tokens) !== undefined || /^\d/.test(read.name))
        return traded ? null : left(questions.place(read))
      }
      sides[side].push(read.place)
      i += read.count
      const last: Word | undefined = words[i - 1]
      if (words[i]?.text === 'and' || words[i]?.text === '&') i++
      else if (!last?.comma || i >= words.length || FROM.has(words[i]?.text ?? '') || toSide(i)) return i
      else if (splitAt(words, i) || FILLER.has(words[i]?.text ?? '')) return i
    }
  }
  function rest(from: number): string {
    return text.slice(words[from]?.from ?? text.length).trim()
  }
}
