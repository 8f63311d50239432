/** Parts that were not understood: asked about, or refused if they are a kind of request that is not offered. */
import type { Reading } from './clauses/grammar.ts'
import { isNumberWord } from './text/figures.ts'
import type { Word } from './text/word.ts'
import { notOffered } from './intents/not-offered.ts'
import type { Asked } from './intents/outcome.ts'
import { inWhichMoney, refuse, unknownToken, whatMeans } from './intents/questions.ts'
import { notUnderstood } from './replies.ts'
import { getName } from './text/names.ts'
import { readWords } from './text/word-table.ts'

const table = readWords(new URL('./clauses/filler.txt', import.meta.url))
const CALENDAR = new Set(table.CALENDAR)
const WALLETS = new Set(table.WALLETS)
const INEXACT = new Set(table.INEXACT)
/** Words like names of people: in the place of a token such a word is a token's name. */
const CALLED = new Set(table.CALLED_SO)
const TOKEN_PLACES = new Set(['of', 'into', 'onto'])

type Unknown = { from: number; to: number; words: readonly Word[]; said: string }

/** The one word, or two, that the language does not know, by their place in the text: if no token is named, a name. */
export function findForeign({ text, unknown }: Reading): { from: number; to: number } | undefined {
  const foreign = unknown
    .flatMap(({ from, to }) => text.words.slice(from, to).map((word, i) => ({ ...word, at: from + i })))
    .filter(({ kind, text: word }) => kind === 'word' && !text.isOrdinary(word))
  const [first, second, ...more] = foreign
  const isName = first && more.length === 0 && (second === undefined || second.at === first.at + 1)
  return isName ? { from: first.from, to: (second ?? first).to } : undefined
}

export function askForeign(reading: Reading): { asked: Asked } | undefined {
  const { text, unknown, roles } = reading
  const called = text.words.find(
    ({ text: word }, i) => CALLED.has(word) && TOKEN_PLACES.has(text.words[i - 1]?.text ?? ''),
  )
  if (called && !roles.some(({ mentions }) => mentions.some(({ kind }) => kind === 'token')))
    return unknownToken(text.source.slice(called.from, called.to))
  const parts = unknown.map(({ from, to }): Unknown => {
    const words = text.words.slice(from, to)
    return { from, to, words, said: text.written(from, to) }
  })
  if (parts.length === 0) return undefined
  const kind = kindOf(reading, parts)
  if (kind !== undefined) return refuse(notOffered(kind, text.source).sentence)
  const money = otherMoney(reading)
  if (money) return inWhichMoney(money)
  const name = findForeign(reading)
  if (name) {
    const at = text.words.findIndex(({ from }) => from === name.from)
    const word = text.source.slice(name.from, name.to)
    const named = roles.some(({ mentions }) => mentions.some(({ kind: is }) => is === 'token'))
    // '1 blob of BONK': the counted noun is a token, or nothing that is traded here.
    if (!named || text.words[at - 1]?.kind === 'number') {
      const near = text.names.near(word.toLowerCase())
      return unknownToken(word, near && near.kind !== 'it' ? getName(near) : undefined)
    }
    // '… and frobnicate it': one more action, which nobody can guess.
    if (ANDS.has(text.words[at - 1]?.text ?? '') && OBJECTS.has(text.words[at + 1]?.text ?? ''))
      return refuse(notUnderstood(`${word} ${text.words[at + 1]?.text}`).sentence)
  }
  return whatMeans(parts.map(({ said }) => said).join(' … '))
}
/** '20 euros of BONK', 'BONK for £20': a currency that no plan has. */
export function otherMoney({ text, unknown }: Reading): string | undefined {
  const { words } = text
  const isFigure = (word: Word | undefined): boolean =>
    word !== undefined && (word.kind === 'number' || isNumberWord(word.text))
  for (const { from, to } of unknown)
    for (let at = from; at < to; at++) {
      const name = (words[at]?.text ?? '').replace(/^\?/, '')
      if (SIGNS.has(name) && (isFigure(words[at - 1]) || isFigure(words[at + 1]))) return name
      const before = words[LANDS.has(words[at - 1]?.text ?? '') ? at - 2 : at - 1]
      if (CURRENCIES.has(name) && isFigure(before)) return name
    }
  return undefined
}
const SIGNS = new Set(['€', '£', '¥', '₹'])
const CURRENCIES = new Set(
  [
    'euro euros eur pound pounds quid gbp sterling yen jpy franc francs chf cad aud nzd rupee rupees inr peso pesos',
    'mxn yuan rmb cny won krw real reais brl krona kronor krone kroner sek nok dkk zloty pln lira ruble rubles rub',
  ].flatMap((line) => line.split(' ')),
)
const LANDS = new Set(['swiss', 'british', 'japanese', 'indian', 'mexican', 'chinese', 'korean', 'brazilian'])
const ANDS = new Set(['and', 'then', 'also', ','])
const OBJECTS = new Set(['it', 'them', 'that', 'this'])

function kindOf(
  { roles, text }: Reading,
  parts: Unknown[],
): 'calendar' | 'wallets' | 'vague' | 'condition' | undefined {
  const words = parts.flatMap((part) => part.words.map((word) => word.text))
  if (words.some((word) => CALENDAR.has(word))) return 'calendar'
  if (words.some((word) => WALLETS.has(word)) && /\b(?:per|each|every|in|from)\b/i.test(text.source))
    return 'wallets'
  const isBefore = ({ to }: Unknown, kinds: string[]) =>
    roles.some(({ kind, from }) => from === to && kinds.includes(kind))
  if (parts.some((part) => INEXACT.has(part.said.toLowerCase()) && isBefore(part, ['amount']))) return 'vague'
  return words.includes('until') && words.length <= UNTIL_WORDS ? 'condition' : undefined
}
/** 'Until it hits $2' and nothing more. */
const UNTIL_WORDS = 3
