/** The language of all intents together: one table of words, one list of rules, one reading of a text. */
import { isNumberWord } from '../text/figures.ts'
import { limitWords } from '../limits/index.ts'
import { type Names, indexTokenNames } from '../text/names.ts'
import { timeWords } from '../text/times.ts'
import { readWords, type WordTable } from '../text/word-table.ts'
import type { Word } from '../text/word.ts'
import { plainText, withoutBullets, tokenize } from '../text/words.ts'
import type { NamedToken } from '../port.ts'
import { asideRules } from './aside-rules.ts'
import { boundRules } from './bound-rules.ts'
import { type Choice, type Cover, findCover } from './cover.ts'
import { guardRules } from './guard-rules.ts'
import { spokenRules } from './spoken-rules.ts'
import { spendRules } from './spend-rules.ts'
import { idiomRules } from './idiom-rules.ts'
import { durationRules } from './duration-rules.ts'
import { exitRules } from './exit-rules.ts'
import { limitRules } from './limit-rules.ts'
import { createMatches, type Found } from './matches.ts'
import { createMending } from './mend.ts'
import { partsMade, type Phrases, toPhrases } from './nodes.ts'
import { courtesyRules } from './courtesy-rules.ts'
import { compile, createCompiler, type Pattern } from './pattern.ts'
import { openRules } from './open-rules.ts'
import { phrasedRules } from './phrased-rules.ts'
import { priceRules } from './price-rules.ts'
import { addReaders } from './readers.ts'
import { reasonRules } from './reason-rules.ts'
import { restrictionRules } from './restriction-rules.ts'
import { remarkRules } from './remark-rules.ts'
import type { Rule } from './roles.ts'
import { type Compiled, createRuleIndex } from './rule-index.ts'
import { createText, MOST_STEPS, type Reader, type Steps, type Text } from './text.ts'
import { secondExitRules } from './second-exit.ts'
import { saidPriceRules } from './said-price-rules.ts'
import { disambiguate } from './settle.ts'
import { terseRules } from './terse-rules.ts'
import { undecidedRules } from './undecided-rules.ts'
import { timeRules } from './time-rules.ts'
import { tradeRules } from './trade-rules.ts'

/** The words and rules that an intent adds to the language. */
export type Vocabulary = {
  words: WordTable
  rules: Rule[]
  /** Its rules are tried only if this is found in the text, or the text is about such a plan. */
  where?: string
  /** It uses charts. */
  charts?: true
}
/** Types whose words a text may use without naming them: it answers a question about one, or changes one. */
export type Expected = ReadonlySet<string>
/**
 * `inPlay`: the types whose own words are in it. `steps`: those that its request has taken by then. `isTooLong`: they
 * were used up, and nothing of it is understood.
 */
export type Reading = Cover & {
  text: Text
  inPlay: ReadonlySet<string>
  steps: number
  isTooLong: boolean
}
/** Everything that a reading is chosen from. */
export type Lattice = Pick<Choice, 'text' | 'fillers'> & {
  candidates: readonly Found[]
  inPlay: ReadonlySet<string>
}
export type Grammar = {
  /** Begins a request: earlier readings are forgotten, so that the same request takes the same steps. */
  begin(): void
  /** Tells whether a text was too long since then, or all steps are taken: a reading may be incomplete. */
  metTooLong(tokens: readonly NamedToken[]): boolean
  read(instruction: string, tokens: readonly NamedToken[], expected?: Expected): Reading
  /** Finds again what `read` chose from, outside of any request: for explain.ts. */
  trace(instruction: string, tokens: readonly NamedToken[], expected?: Expected): Lattice
  /** Tells whether the language has a meaning for this word, or reads it as a figure. */
  isOrdinary(word: string): boolean
  /** Tells whether it is one of the plans' own words, a figure or a time: as a name it would change what they mean. */
  isReserved(word: string): boolean
}

/** A token follows these, and no verb. */
const BEFORE_SYMBOL = new Set(
  'it that to token coin about try use with buy sell swap dca twap grid trade into of for'.split(' '),
)
/** 'Buy ME some BONK', 'buy ME 20 dollars of it' */
const BEHIND_ME = new Set(['some', 'a', 'an', 'the', '$', 'more'])
/** Stands before the text of a word that names something that is not traded here. */
const FOREIGN = '?'
/** One request reads a text more than once: alone, as a change of a plan, as an answer. */
const MOST_KEPT = 16
/** More than the longest instruction can have, except for marks and single letters: no instruction. */
const MOST_WORDS = 1_500

const common = { ...readWords(new URL('./words.txt', import.meta.url)), ...limitWords }
const fillers = readWords(new URL('./filler.txt', import.meta.url))
const remarks = readWords(new URL('./remarks.txt', import.meta.url))
const reasons = readWords(new URL('./reasons.txt', import.meta.url))
const idioms = readWords(new URL('./idioms.txt', import.meta.url))
const mends = readWords(new URL('./mend.txt', import.meta.url))

const RESERVED = new Set([...Object.values(common).flat(), ...timeWords()])

/** An instruction, and its matches; `charted`: those if it is about charts. */
type Opened = { words: Word[]; steps: Steps; plain: Matched; charted: () => Matched }
type Matched = { text: Text; matches: ReturnType<typeof createMatches> }
type Kept = { opened: Opened; readings: Map<string, Reading> }
/** The texts of one request, and the steps that are left for all of them together. */
type Request = { texts: Map<string, Kept>; steps: Steps; isAnyTooLong: boolean }

function addWords(words: Set<string>, table: WordTable): void {
  for (const lines of Object.values(table))
    for (const line of lines) for (const word of line.split(' ')) words.add(word)
}

/** Readers change roles: each gets its own. */
const copy = (reading: Reading): Reading => ({
  ...reading,
  roles: reading.roles.map((role) => ({ ...role, value: { ...(role.value as object) } })),
})

/** No word of it counts, whatever was found by then. */
const tooLong = (text: Text, steps: number): Reading => {
  const unknown = [{ from: 0, to: text.words.length }]
  return { text, inPlay: new Set(), roles: [], filler: [], unknown, steps, isTooLong: true }
}

/** 'Make it PUMP': a word of the language, written as a symbol where a token stands, is that token alone. */
function asSymbol(
  source: string,
  words: Word[],
  { at, names, isOrdinary }: { at: number; names: Names; isOrdinary: (word: string) => boolean },
): Word {
  const word = words[at] as Word
  const [before, next] = [words[at - 1], words[at + 1]]
  const asset = names.byFirst.get(word.text)?.[0]?.asset
  const isNamed =
    asset?.kind === 'token' &&
    asset.symbol === source.slice(word.from, word.to) &&
    /\p{Ll}/u.test(source) &&
    isOrdinary(word.text) &&
    BEFORE_SYMBOL.has(before?.text ?? '') &&
    next?.kind !== 'number' &&
    !BEHIND_ME.has(next?.text ?? '')
  return isNamed ? { ...word, kind: 'mint', text: asset.mint } : word
}

/** The rules of all intents; at equal scores the first counts (cover.ts). */
const SHARED_RULES: Rule[] = [
  tradeRules,
  timeRules,
  durationRules,
  priceRules,
  saidPriceRules,
  boundRules,
  limitRules,
  exitRules,
  secondExitRules,
  asideRules,
  remarkRules,
  courtesyRules,
  reasonRules,
  restrictionRules,
  phrasedRules,
  terseRules,
  openRules,
  spendRules,
  guardRules,
  undecidedRules,
  spokenRules,
].flat()

export function createGrammar(vocabularies: (Vocabulary & { type: string })[]): Grammar {
  const tables: WordTable[] = [common, fillers, remarks, reasons, ...vocabularies.map(({ words }) => words)]
  const sets = new Map<string, Phrases>(
    [...tables, idioms].flatMap((table) =>
      Object.entries(table).map(([name, lines]): [string, Phrases] => [name, toPhrases(lines)]),
    ),
  )
  const readers = new Map<string, Reader>()
  const compiler = createCompiler({ sets, readers })
  addReaders(readers, compiler)
  const compiled = (rules: Rule[], type?: string): Compiled[] =>
    rules.map((rule) => ({ rule, pattern: compile(rule.pattern, compiler), type }))
  const shared = compiled(SHARED_RULES)
  const own = vocabularies.map(({ type, rules, where, charts }) => ({
    type,
    charts: charts === true,
    rules: compiled(rules, type),
    where: where === undefined ? undefined : compile(where, compiler),
  }))
  // Words that are only read in the frame of an idiom: tokens may have such names.
  const framed = new Set<string>()
  const inFrames: Compiled[] = idiomRules.map((rule) => ({
    rule,
    pattern: compile(rule.pattern, { ...compiler, words: framed }),
    type: undefined,
  }))
  for (const line of Object.values(idioms).flat()) for (const word of line.split(' ')) framed.add(word)
  const rulesFor = createRuleIndex([...shared, ...inFrames, ...own.flatMap(({ rules }) => rules)])
  const filler = compile('FILLER', compiler)
  const roleWords = new Set([...compiler.words, ...timeWords()])
  for (const { words } of [{ words: common }, ...vocabularies]) addWords(roleWords, words)
  const ordinary = new Set(roleWords)
  for (const table of [fillers, remarks, reasons]) addWords(ordinary, table)
  const mending = createMending(roleWords, fillers, mends)
  const isOrdinary = (word: string) => ordinary.has(word) || isNumberWord(word)
  /** A foreign name is no word of the language, however it is spelt. */
  function corrected(source: string, words: Word[], names: Names): Word[] {
    return words.map((word, i) => {
      if (word.kind !== 'word') return word
      if (names.isName(word.text)) return asSymbol(source, words, { at: i, names, isOrdinary })
      if (mending.isForeign(source, words, i)) return { ...word, text: `${FOREIGN}${word.text}` }
      if (mending.isWhen(words, i)) return { ...word, text: 'when' }
      if (isOrdinary(word.text)) return { ...word, text: mending.beside(words, i, names.isName) ?? word.text }
      // 'Nowww', 'plsss': no word has a letter three times in a row.
      const once = word.text.replace(/(\p{L})\1{2,}/gu, '$1')
      if (once !== word.text && isOrdinary(once) && !names.isName(once)) return { ...word, text: once }
      if (framed.has(word.text)) return word
      // A word close to a token's name may be another token's name: it is asked about.
      if (names.near(word.text)) return word
      const meant = mending.meant(source, words, i)
      return meant === undefined ? word : { ...word, text: meant }
    })
  }

  /** One request for each list of tokens: others may begin while one waits for a model. */
  let requests = new WeakMap<readonly NamedToken[], Request>()
  const requestOf = (tokens: readonly NamedToken[]): Request => {
    const request = requests.get(tokens) ?? {
      texts: new Map<string, Kept>(),
      steps: { left: MOST_STEPS },
      isAnyTooLong: false,
    }
    requests.set(tokens, request)
    return request
  }

  return {
    isOrdinary,
    isReserved: (word) => RESERVED.has(word) || isNumberWord(word),
    begin: () => void (requests = new WeakMap()),
    metTooLong(tokens) {
      const { isAnyTooLong, steps } = requestOf(tokens)
      return isAnyTooLong || steps.left <= 0
    },
    read(instruction, tokens, expected) {
      const request = requestOf(tokens)
      const { texts: known, steps } = request
      // Nothing would be found in it any more.
      const text = steps.left > 0 ? instruction : ''
      const kept = known.get(instruction) ?? { opened: open(text, tokens, steps), readings: new Map() }
      if (known.size >= MOST_KEPT && !known.has(instruction)) known.delete(known.keys().next().value ?? '')
      known.set(instruction, kept)
      const key = [...(expected ?? [])].sort().join(' ')
      const reading = kept.readings.get(key) ?? findReading(kept.opened, expected)
      kept.readings.set(key, reading)
      request.isAnyTooLong ||= reading.isTooLong
      return copy(reading)
    },
    trace: (instruction, tokens, expected) =>
      buildLattice(open(instruction, tokens, { left: MOST_STEPS }), expected),
  }

  function open(instruction: string, tokens: readonly NamedToken[], steps: Steps): Opened {
    const names = indexTokenNames(tokens, isOrdinary)
    const source = withoutBullets(plainText(instruction))
    const words = corrected(source, tokenize(source, names.isName), names)
    const partCount = partsMade()
    function matched(hasCharts: boolean): Matched {
      const text = createText(source, words, { names, readers, isOrdinary, hasCharts, partCount, steps })
      return { text, matches: createMatches(text, rulesFor, { filler, steps }) }
    }
    const plain = matched(false)
    // Charts only decide the meaning of an 'm'.
    let charted = words.some(({ text }) => text === 'm') ? undefined : plain
    return { words, steps, plain, charted: () => (charted ??= matched(true)) }
  }

  function buildLattice({ words, plain, charted }: Opened, expected: Expected | undefined): Lattice {
    const found = (where: Pattern) => words.some((_, at) => where.match(plain.text, at).length > 0)
    const played = own.filter(({ type, where }) => !where || expected?.has(type) || found(where))
    const { text, matches } = played.some(({ charts }) => charts) ? charted() : plain
    const inPlay = new Set(played.map(({ type }) => type))
    return { text, inPlay, candidates: matches.candidates(inPlay), fillers: matches.fillers() }
  }

  function findReading(opened: Opened, expected: Expected | undefined): Reading {
    const { words, steps, plain } = opened
    const countSteps = () => MOST_STEPS - Math.max(steps.left, 0)
    if (words.length > MOST_WORDS) return tooLong(plain.text, countSteps())
    const { text, inPlay, candidates, fillers } = buildLattice(opened, expected)
    if (steps.left <= 0) return tooLong(text, countSteps())
    const cover = findCover(text, candidates, fillers)
    const roles = [...disambiguate(text, cover.roles)]
    if (steps.left <= 0) return tooLong(text, countSteps())
    return { text, inPlay, ...cover, roles, steps: countSteps(), isTooLong: false }
  }
}
