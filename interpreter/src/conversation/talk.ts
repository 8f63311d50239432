/**
 * Acts of talk: cancelling, agreeing, thanks, help, and stopping what runs. A text is one only if nothing but filler is
 * left beside the act and what it names: 'stop at 0.75' and 'yes, but 0.5' are none.
 */
import { plainText } from '../text/words.ts'
import { createSpelling } from '../text/spelling.ts'
import { readWords } from '../text/word-table.ts'

export type Control = 'stop' | 'pause' | 'resume' | 'close'
export type Talk = {
  act: Control | 'cancel' | 'keep' | 'no' | 'agree' | 'acknowledge' | 'greet' | 'help'
  /** The names of agents in it, in lower case, and the symbols of tokens. */
  names: string[]
  symbols: string[]
  /** 'Stop everything'. */
  all: boolean
  /** It names what it is about, and not by a pronoun: 'cancel my order'. */
  hasObject: boolean
  /** 'Cancel', which may stop what runs; 'never mind' does not. */
  cancelsRunning: boolean
}

const table = readWords(new URL('./talk.txt', import.meta.url))
/** The first that is found in a text decides: 'thanks, stop it' stops. */
const ACTS = [
  'STOP',
  'PAUSE',
  'RESUME',
  'CLOSE',
  'KEEP',
  'CANCEL',
  'NO',
  'AGREE',
  'HELP',
  'ACKNOWLEDGE',
  'GREET',
] as const
type Act = (typeof ACTS)[number]
const CONTROLS = new Set<string>(['STOP', 'PAUSE', 'RESUME', 'CLOSE'])

/** The sets of each phrase, and the longest phrase. */
const sets = new Map<string, Set<string>>()
for (const [set, phrases] of Object.entries(table))
  for (const phrase of phrases) sets.set(phrase, (sets.get(phrase) ?? new Set()).add(set))
const LONGEST = Math.max(...[...sets.keys()].map((phrase) => phrase.split(' ').length))
const known = new Set([...sets.keys()].flatMap((phrase) => phrase.split(' ')))
const mend = createSpelling(() => known)
/** Longer texts say more than an act. */
const MOST_WORDS = 16
const OBJECTS = ['OBJECT', 'PRONOUN', 'ALL']
const DETERMINERS = new Set(['the', 'my', 'its', 'your', 'whole', 'current', 'running', 'plan', 'thing'])
const CANCEL_VERBS = new Set(['cancel', 'abort'])
const THUMBS = new Set(['👍', '👌', '✅', '🚀'])
/** Faces, waves and cheers say nothing; other pictures may forbid, as ❌ and 🚫 do. */
export const FACE =
  /[\u{1f600}-\u{1f637}\u{1f923}-\u{1f92f}\u{1f970}-\u{1f97a}\u{1f64c}\u{1f64f}\u{1f44b}\u{1f91d}\u{1f4aa}\u{1f389}\u{2764}\u{1f525}]/u
const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** Splits a text into words; marks and pictures say nothing here, but a sign of money, percent or comparison does. */
const splitWords = (text: string): string[] =>
  plainText(text)
    .toLowerCase()
    .replace(/(\p{L})\1{2,}/gu, '$1')
    .match(/[\p{L}\p{N}]+(?:'\p{L}+)?|[$%<>=+]|\p{Extended_Pictographic}/gu) ?? []

/** The name of an agent as it is compared: 'My-Bot' is 'my bot'. */
export const plainName = (name: string): string => splitWords(name).join(' ')

type Place = { names: readonly string[]; symbols: readonly string[] }

/** `names`: those of the user's agents; `symbols`: of the tokens that they trade. */
export function readTalk(text: string, place: Place): Talk | undefined {
  const words = splitWords(text)
  if (words.length === 0 || words.length > MOST_WORDS) return undefined
  // A name that is a word of talk would catch what is said to all.
  const names = new Set(place.names.map(plainName).filter((name) => !sets.has(name)))
  const symbols = new Set(place.symbols.map((symbol) => symbol.toLowerCase()))
  const found: Talk = {
    act: 'acknowledge',
    names: [],
    symbols: [],
    all: false,
    hasObject: false,
    cancelsRunning: false,
  }
  const acts = new Set<Act>()
  let [at, hasThumb] = [0, false]
  while (at < words.length) {
    const phrase = longestAt(words, at, (one) => sets.has(one) || names.has(one))
    const name = longestAt(words, at, (one) => names.has(one) || names.has(numbered(one)))
    const isNamed = acts.has('CANCEL') || acts.has('KEEP') || [...acts].some((act) => CONTROLS.has(act))
    if (name !== undefined && isNamed) {
      found.names.push(names.has(name) ? name : numbered(name))
      at += name.split(' ').length
      continue
    }
    const isThumb = THUMBS.has(words[at] ?? '')
    if (isThumb || FACE.test(words[at] ?? '')) {
      hasThumb ||= isThumb
      at++
      continue
    }
    if (phrase === undefined) {
      const word = words[at] ?? ''
      if (!isNamed || !symbols.has(word)) return undefined
      found.symbols.push(word)
      at++
      continue
    }
    const of = sets.get(phrase) ?? new Set()
    if (of.has('NOT') && phrase !== words.join(' ')) return undefined
    const isObject = isNamed && OBJECTS.some((set) => of.has(set))
    const act = isObject ? undefined : ACTS.find((one) => of.has(one))
    if (act === undefined && !isObject && !of.has('SOFT')) return undefined
    // 'Stop? No', 'don't stop agent 1, stop agent 2': nobody can tell.
    const isControl = [...acts].some((one) => CONTROLS.has(one))
    if ((act === 'NO' || act === 'KEEP') && isControl) return undefined
    if (act !== undefined && CONTROLS.has(act) && acts.has('KEEP')) return undefined
    if (act !== undefined) acts.add(act)
    if (CANCEL_VERBS.has(phrase)) found.cancelsRunning = true
    if (isObject && of.has('ALL')) found.all = true
    if (of.has('OBJECT') && !DETERMINERS.has(phrase)) found.hasObject = true
    at += phrase.split(' ').length
  }
  // 'Thanks 👍' only thanks.
  if (hasThumb && acts.size === 0) acts.add('AGREE')
  const act = ACTS.find((one) => acts.has(one))
  if (act === undefined) return undefined
  return {
    ...found,
    act: act.toLowerCase() as Talk['act'],
    hasObject: found.hasObject || found.names.length > 0 || found.symbols.length > 0,
  }
}

function longestAt(
  words: readonly string[],
  at: number,
  isOne: (phrase: string) => boolean,
): string | undefined {
  for (let n = Math.min(LONGEST, words.length - at); n > 0; n--) {
    const phrase = words.slice(at, at + n).join(' ')
    if (isOne(phrase)) return phrase
    const mended = words.slice(at, at + n).map((word) => (known.has(word) ? word : (mend(word) ?? word)))
    if (isOne(mended.join(' '))) return mended.join(' ')
  }
  return undefined
}

/** 'Agent two', 'bot 2' and 'number 2' are 'agent 2'. */
const numbered = (phrase: string): string =>
  phrase
    .replace(/^(?:bot|number|no|strategy) (?=\S+$)/, 'agent ')
    .replace(/ (\w+)$/, (whole, word: string) =>
      NUMBERS.includes(word) ? ` ${NUMBERS.indexOf(word)}` : whole,
    )
