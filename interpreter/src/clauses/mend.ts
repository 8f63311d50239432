/**
 * Decides which misspelt words are mended. A word that could be a token is never mended: the order would buy another
 * one. So no word is mended in the place of a token, none that is written as a symbol, and none that is traded
 * elsewhere. An English word keeps its meaning.
 */
import { isEnglish } from '../text/english.ts'
import { isNumberWord } from '../text/figures.ts'
import { createSpelling, slip } from '../text/spelling.ts'
import { unitSeconds } from '../text/times.ts'
import type { WordTable } from '../text/word-table.ts'
import type { Word } from '../text/word.ts'

/** `roles`: words that bear on a plan; `others`: those that do not. `mends`: the sets of mend.txt. */
export function createMending(roles: ReadonlySet<string>, others: WordTable, mends: WordTable) {
  const never = new Set(mends.NEVER_MENDED)
  const coins = new Set(mends.COINS)
  const places = new Set(mends.TOKEN_PLACES)
  const short = new Set(mends.SHORT_MENDS)
  const counted = new Set(mends.COUNTED)
  const paced = new Set(mends.PACED)
  const shouted = new Set(mends.SHOUTED)
  const held = new Set(mends.HELD_MENDS)
  const spell = createSpelling(
    () => [
      ...[...roles].filter((word) => !never.has(word) && (word.length > SHORT || short.has(word))),
      ...short,
    ],
    { slips: 2 },
  )
  const spellOther = createSpelling(() =>
    Object.values(others)
      .flat()
      .flatMap((line) => line.split(' '))
      .filter((word) => !never.has(word) && word.length >= SHORT),
  )
  const spellCounted = createSpelling(() => counted)
  const spellPaced = createSpelling(() => paced)
  const typos = pairsOf(mends.TYPOS)
  const byFigures = pairsOf(mends.TYPOS_BY_FIGURES)
  const atEnds = pairsOf(mends.TYPOS_AT_ENDS)
  const spellHeld = createSpelling(() => held)

  const isCounted = (before: Word | undefined) =>
    before?.kind === 'number' || isNumberWord(before?.text ?? '')

  /** No letter is replaced in a multiplier of an amount: 'hunted' is not 'hundred'. */
  function countedFor(typed: string): string | undefined {
    const meant = spellCounted(typed)
    return meant !== undefined && MULTIPLIES.has(meant) && slip(typed, meant) > MISSING ? undefined : meant
  }

  function isPlain(source: string, words: readonly Word[], i: number): boolean {
    const word = words[i]
    if (!word) return false
    const written = source.slice(word.from, word.to)
    if (!/\p{Lu}/u.test(written) || !/\p{Ll}/u.test(source)) return true
    const opens = i === 0 || OPENS.has(words[i - 1]?.text ?? '')
    return opens && !/\p{Lu}/u.test(written.slice(1))
  }
  /** Only a counted noun follows a figure; only words of a pace, or of a whole holding, are in the place of a token. */
  function spelled(words: readonly Word[], i: number, word: string): string | undefined {
    const before = words[i - 1]
    const next = words[i + 1]
    if (!places.has(before?.text ?? '')) return spell(word) ?? spellOther(word)
    const isPaced =
      next?.kind === 'number' ||
      BEFORE_NAMES.has(next?.text ?? '') ||
      unitSeconds(next?.text ?? '') !== undefined ||
      counted.has(next?.text ?? '')
    const paced = isPaced ? spellPaced(word) : undefined
    return paced ?? (before?.text === 'my' ? spellHeld(word) : undefined)
  }
  return {
    /** A name that is traded elsewhere, or an ordinary word written as a symbol in the place of one. */
    isForeign(source: string, words: readonly Word[], i: number): boolean {
      const word = words[i]
      if (!word || word.kind !== 'word') return false
      const [before, next] = [words[i - 1], words[i + 1]]
      if (
        (coins.has(word.text) && !isWhen(word.text, next?.text)) ||
        (word.text === 'cap' && before?.text === 'market')
      )
        return true
      const marked = before?.text === '$' && word.glued && next?.kind !== 'number'
      const symbol = /^\p{Lu}{2,}$/u.test(source.slice(word.from, word.to)) && /\p{Ll}/u.test(source)
      const named = symbol && places.has(before?.text ?? '') && !shouted.has(word.text)
      return (marked && !roles.has(word.text)) || named
    },
    /** A word that is one of its own, but not beside a figure: 'blow 30', 'form $2'. */
    beside: (words: readonly Word[], i: number, isName: (word: string) => boolean): string | undefined =>
      isBy(words, i)
        ? 'buy'
        : isOf(words, i, isName)
          ? 'of'
          : [words[i - 1], words[i + 1]].some((one) => one?.kind === 'number' || FIGURES.has(one?.text ?? ''))
            ? byFigures.get(words[i]?.text ?? '')
            : undefined,
    /** 'Wen it drops', though idioms have that word, too. */
    isWhen: (words: readonly Word[], i: number): boolean =>
      isWhen(words[i]?.text ?? '', words[i + 1]?.text) && !places.has(words[i - 1]?.text ?? ''),
    meant(source: string, words: readonly Word[], i: number): string | undefined {
      const word = words[i]
      if (!word || !isPlain(source, words, i) || words[i - 1]?.text === '#') return undefined
      const next = words[i + 1]
      const ends = next === undefined || (next.kind === 'mark' && next.text !== '$')
      // It could be the bought token.
      const isBought = ends && places.has(words[i - 1]?.text ?? '')
      const counts = [words[i - 1], next].some((one) => isCounted(one) || FIGURES.has(one?.text ?? ''))
      const typed = typos.get(word.text) ?? (counts ? byFigures : ends ? atEnds : undefined)?.get(word.text)
      if (typed !== undefined && !isBought) return typed
      if (isEnglish(word.text)) return undefined
      return isCounted(words[i - 1]) ? countedFor(word.text) : spelled(words, i, word.text)
    },
  }
}
/** 'Wen it drops': a token does not have this name there. */
const isWhen = (word: string, next: string | undefined): boolean => word === 'wen' && CLAUSE.has(next ?? '')
const CLAUSE = new Set(['it', 'its', "it's", 'the', 'price', 'i', 'you', 'they', 'this'])
/** 'By some WIF' begins with the action. */
const isBy = (words: readonly Word[], i: number): boolean =>
  i === 0 && words[0]?.text === 'by' && ['some', 'me'].includes(words[1]?.text ?? '')
/** 'Buy 0.1 SOL off WIF' buys WIF, while 'take 0.1 SOL off my WIF' sells it. */
function isOf(words: readonly Word[], i: number, isName: (word: string) => boolean): boolean {
  if (words[i]?.text !== 'off' || !isName(words[i + 1]?.text ?? '') || !UNITS.has(words[i - 1]?.text ?? ''))
    return false
  let at = i - 1
  while (words[at]?.kind === 'number' || UNITS.has(words[at]?.text ?? '')) at--
  return at < i - 2 && BOUGHT.has(words[at]?.text ?? '')
}
const UNITS = new Set(['sol', 'usdc', 'usd', 'dollars', 'bucks', '$'])
const BOUGHT = new Set(['buy', 'byu', 'buying', 'purchase'])
const SHORT = 4
const MULTIPLIES = new Set([
  'hundred',
  'thousand',
  'million',
  'percent',
  'dollar',
  'dollars',
  'tokens',
  'coins',
])
/** The kind of slip in which a letter is missing; greater ones change more. */
const MISSING = 2
const FIGURES = new Set(['$', '%'])
const pairsOf = (lines: readonly string[] = []) =>
  new Map(lines.map((line) => line.split(' ')).map(([typed = '', right = '']) => [typed, right]))
const BEFORE_NAMES = new Set(['of', 'my', 'the', 'it', 'that', '$'])
const OPENS = new Set(['.', '!', '?', ':', ';', '-', ',', '*', '(', '"'])
