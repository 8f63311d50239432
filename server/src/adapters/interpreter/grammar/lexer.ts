/** Text to the words of the grammar: symbols resolved, numbers folded, filler left out, everything else kept. */
import { type IToken, Lexer, type TokenType } from 'chevrotain'
import { SOL_MINT, USDC_MINT } from '@purser/contract/tokens.ts'
import type { InterpreterRequest } from '../../../ports/interpreter.ts'
import type { Asset } from './facts.ts'
import { times } from './decimal.ts'
import { type Piece, readNumber } from './numbers.ts'
import * as T from './token-types.ts'
import { LONGEST_PHRASE, meaningOf } from './vocabulary.ts'

const lexer = new Lexer(T.textTypes, { positionTracking: 'onlyOffset', ensureOptimizations: false })

export type Lexed = { text: string; tokens: IToken[]; approximate: boolean }

/** Typographic marks to the plain ones, same length so that offsets stay true. */
export const plainText = (text: string): string =>
  text
    .replace(/[\u2018\u2019\u02bc`]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/[\u2010-\u2012\u2212]/g, '-')
    .replace(/(?<=\d\s?)[\u2013\u2014](?=\s?\$?\d)/g, '-')
    .replace(/[\u2013\u2014]/g, ';')
    .replace(/[\u00a0\u2000-\u200b\u202f\u3000\ufeff]/g, ' ')
    .replace(/\u2264/g, '<')
    .replace(/\u2265/g, '>')

export function tokenAsset(mint: string, symbol?: string): Exclude<Asset, { kind: 'it' }> {
  if (mint === SOL_MINT) return { kind: 'SOL' }
  if (mint === USDC_MINT) return { kind: 'USDC' }
  return symbol === undefined ? { kind: 'token', mint } : { kind: 'token', mint, symbol }
}

export function read(request: InterpreterRequest): Lexed {
  const text = plainText(request.instruction)
  const raw = lexer
    .tokenize(text)
    .tokens.flatMap(apart)
    .filter((t) => !joins(t, text))
  const lower = raw.map((t) => t.image.toLowerCase())
  const pieces: Piece[] = raw.map((t, i) => ({
    text: t.tokenType === T.Digits ? t.image.replaceAll(',', '') : lower[i]!,
    digits: t.tokenType === T.Digits,
  }))
  const symbols = new Map(request.tokens.map((t) => [t.symbol.toLowerCase(), t]))
  const names = namesIn(request.tokens)
  const shouting = !/[a-z]/.test(text)
  const out: IToken[] = []
  let approximate = false
  const put = (i: number, count: number, type: TokenType, payload?: unknown) => {
    const [a, b] = [raw[i]!, raw[i + count - 1]!]
    const end = b.startOffset + b.image.length
    const made = {
      image: text.slice(a.startOffset, end),
      startOffset: a.startOffset,
      endOffset: end - 1,
      payload,
    }
    out.push({ ...a, ...made, tokenType: type, tokenTypeIdx: type.tokenTypeIdx! })
  }
  const symbolAt = (i: number) => {
    const found = symbols.get(lower[i] ?? '')
    return found ? tokenAsset(found.mint, found.symbol) : undefined
  }
  for (let i = 0; i < raw.length; ) {
    const token = raw[i]!
    const last = out.at(-1)
    if (token.tokenType === T.Mint)
      put(i++, 1, T.Named, tokenAsset(token.image, nameOf(request, token.image)))
    else if (token.tokenType === T.Dollar) {
      const next = raw[i + 1]
      const number = next?.tokenType === T.Digits ? readNumber(pieces, i + 1) : null
      if (number) {
        const used = number.pieces + millions(pieces, i + 1 + number.pieces)
        put(i, used + 1, T.Quantity, quantity(number.value, used > number.pieces, true))
        i += used + 1
      } else if (next?.tokenType === T.Word) {
        const known = symbolAt(i + 1) ?? stable(lower[i + 1]!)
        put(i, 2, known ? T.Named : T.Unknown, known ?? { ticker: true })
        i += 2
      } else put(i++, 1, last?.tokenType === T.Quantity ? T.Usd : T.Unknown)
    } else if (
      token.tokenType === T.Dash &&
      raw[i + 1]?.tokenType === T.Digits &&
      last?.tokenType !== T.Quantity
    ) {
      const number = readNumber(pieces, i + 1)!
      put(i, number.pieces + 1, T.Quantity, { ...quantity(number.value), negative: true })
      i += number.pieces + 1
    } else if (token.tokenType === T.Digits || token.tokenType === T.Word) {
      // A symbol beats an ordinary word only where it is written as one: exactly, and in capitals.
      const symbol = symbolAt(i)
      if (
        symbol &&
        !shouting &&
        /[A-Z]/.test(token.image) &&
        !/^[A-Z][a-z]/.test(token.image) &&
        token.image === nameOf(request, symbol)
      ) {
        put(i++, 1, T.Named, symbol)
        continue
      }
      const named = names
        .get(lower[i] ?? '')
        ?.find(({ words }) => words.every((word, n) => lower[i + n] === word))
      if (named) {
        put(i, named.words.length, T.Named, named.asset)
        i += named.words.length
        continue
      }
      const [phrase, count] = phraseAt(lower, raw, i)
      const number = count > 1 ? null : readNumber(pieces, i)
      if (number && !(last?.tokenType === T.Every && lower[i] === 'third')) {
        const after = i + number.pieces
        const extra = number.fraction ? 0 : millions(pieces, after, last?.tokenType)
        const negative = /^(?:minus|negative)$/i.test(last?.image ?? '')
        if (negative) out.pop()
        put(i, number.pieces + extra, number.fraction ? T.Fraction : T.Quantity, {
          ...quantity(number.value, extra > 0),
          ...(negative ? { negative } : {}),
        })
        i = after + extra
      } else if (lower[i] === 'm' && count === 1) put(i++, 1, T.TimeUnit, 60)
      else if (/^x\d+$/.test(lower[i]!)) put(i, 1, T.Repeats, Number(lower[i++]!.slice(1)))
      else if (phrase) {
        if (phrase.type === T.Filler) approximate ||= phrase.means === 'approx'
        else put(i, count, phrase.type, phrase.means)
        i += count
      } else put(i++, 1, symbol ? T.Named : T.Unknown, symbol ?? {})
    } else if (token.tokenType === T.PercentSign) put(i++, 1, T.Percent)
    else if (
      token.image === '/' &&
      raw[i + 1]?.tokenType === T.Digits &&
      (last?.tokenType === T.Quantity || raw[i - 1]?.tokenType === T.Digits)
    )
      put(i++, 1, T.Slash)
    else if (token.tokenType === T.Mark) {
      const meaning = meaningOf(token.image)
      put(i++, 1, meaning?.type ?? T.Unknown, meaning?.means)
    } else if (token.tokenType === T.Dash) {
      // Between two words, or a number and its unit, a dash only joins; between numbers it is a range.
      const range =
        last?.tokenType === T.Quantity &&
        (raw[i + 1]?.tokenType === T.Digits || raw[i + 1]?.tokenType === T.Dollar)
      if (range) put(i, 1, T.Dash)
      i++
    } else put(i++, 1, token.tokenType === T.Separator ? T.Separator : T.Unknown)
  }
  return { text, tokens: out, approximate }
}

type Tokens = InterpreterRequest['tokens']
/** Of one list: an account may know a thousand tokens, and a text is read more than once. */
function once<R>(make: (tokens: Tokens) => R): (tokens: Tokens) => R {
  const made = new WeakMap<Tokens, R>()
  return (tokens) => {
    const known = made.get(tokens) ?? make(tokens)
    made.set(tokens, known)
    return known
  }
}
const symbolsOf = once((tokens) => new Set(tokens.map(({ symbol }) => symbol.toLowerCase())))

/** The words of a name that cannot be read as anything else: none of them means anything here. Otherwise none. */
export function plainName(name: string, { tokens }: Pick<InterpreterRequest, 'tokens'>): string[] {
  const symbols = symbolsOf(tokens)
  const plain = (word: string) =>
    /^[a-z][a-z0-9]*$/.test(word) && !symbols.has(word) && meaningOf(word) === undefined && isNoNumber(word)
  const words = name.toLowerCase().split(/\s+/)
  return words.every(plain) ? words : []
}

type SaidName = { words: string[]; asset: Asset }
/** By their first words; of each the longest first. */
const namesIn = once((tokens) => {
  const byFirst = new Map<string, SaidName[]>()
  for (const { mint, symbol, name = '' } of tokens) {
    const words = plainName(name, { tokens })
    const [first] = words
    if (first === undefined) continue
    byFirst.set(first, [...(byFirst.get(first) ?? []), { words, asset: tokenAsset(mint, symbol) }])
  }
  for (const said of byFirst.values()) said.sort((a, b) => b.words.length - a.words.length)
  return byFirst
})

const isNoNumber = (word: string) => readNumber([{ text: word, digits: false }], 0) === null

function quantity(value: string, million = false, usd = false) {
  return { value: million ? times(value, '1000000') : value, usd }
}

const stable = (word: string): Asset | undefined =>
  word === 'sol' || word === 'wsol' ? { kind: 'SOL' } : word === 'usdc' ? { kind: 'USDC' } : undefined

const nameOf = (request: InterpreterRequest, which: string | Asset): string | undefined => {
  if (typeof which !== 'string') return which.kind === 'token' ? which.symbol : undefined
  return request.tokens.find((t) => t.mint === which)?.symbol
}

/** '2.5M tokens' are millions, 'every 5m' minutes: what follows the m tells. */
function millions(pieces: Piece[], i: number, before?: TokenType): number {
  if (pieces[i]?.text !== 'm' || before === T.Every || before === T.Per) return 0
  const next = pieces[i + 1]?.text
  if (next === undefined) return before === undefined || before === T.Sell || before === T.Buy ? 1 : 0
  const kind = meaningOf(next)?.type
  if (kind === undefined) return /^[a-z]/.test(next) ? 1 : 0
  return [T.TokenNoun, T.Sol, T.Usdc, T.Usd, T.Of, T.It, T.Worth].includes(kind) ? 1 : 0
}

/** The dash of 'twenty-five' and '10-minute'. */
const joins = (token: IToken, text: string) =>
  token.tokenType === T.Dash &&
  /^[A-Za-z0-9]-[A-Za-z]/.test(text.slice(Math.max(0, token.startOffset - 1), token.startOffset + 2))

/** '1h30m' comes as digits and the word 'h30m': the word is taken apart. */
function apart(token: IToken, i: number, all: IToken[]): IToken[] {
  const glued = token.tokenType === T.Word && /^(?:ema|sma|ma|rsi|sl|tp|tsl)\d+$/i.test(token.image)
  const before = all[i - 1]
  const touches =
    before?.tokenType === T.Digits && before.startOffset + before.image.length === token.startOffset
  if (!glued && (!touches || !/^(?:[a-z]{1,4}\d+)+[a-z]{0,4}$/i.test(token.image))) return [token]
  return [...token.image.matchAll(/[a-z]+|\d+/gi)].map(({ 0: image, index }) => {
    const type = /\d/.test(image) ? T.Digits : T.Word
    const startOffset = token.startOffset + index
    return {
      ...token,
      image,
      startOffset,
      endOffset: startOffset + image.length - 1,
      tokenType: type,
      tokenTypeIdx: type.tokenTypeIdx!,
    }
  })
}

function phraseAt(lower: string[], raw: IToken[], at: number) {
  let key = ''
  let best: ReturnType<typeof meaningOf>
  let length = 1
  let words = 0
  for (let i = at; i < raw.length && words < LONGEST_PHRASE; i++) {
    const type = raw[i]!.tokenType
    if (type === T.Dash && i > at) continue
    if (type !== T.Word) break
    key = key === '' ? lower[i]! : `${key} ${lower[i]!}`
    words++
    const found = meaningOf(key)
    if (found) {
      best = found
      length = i - at + 1
    }
  }
  return [best, length] as const
}
