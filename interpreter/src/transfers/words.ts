/** A message as words, and the words that a transfer is made of. */

export type Word = {
  /** In lower case, without the punctuation around it. */
  text: string
  /** The same as written. */
  raw: string
  /** A comma or 'and' of a list follows. */
  comma: boolean
  from: number
  to: number
}

const QUOTES = '"\'“”‘’'
const ENDS = `${QUOTES},.;:!?`
/** Without the punctuation around it. Not by a pattern: one that looks for the end tries each mark in a row of them. */
function bare(text: string, before: string, after: string): string {
  let [from, to] = [0, text.length]
  while (from < to && before.includes(text.charAt(from))) from++
  while (to > from && after.includes(text.charAt(to - 1))) to--
  return text.slice(from, to)
}
/** Unquotes a name, which may end with a bracket. */
export const unquote = (text: string): string => bare(text, QUOTES, ENDS)

/** A comma counts before so many quotes. */
const COMMA_WITHIN = 3

export function splitWords(text: string): Word[] {
  return [...text.matchAll(/\S+/g)].flatMap(({ 0: found, index }) => {
    const raw = bare(found, `${QUOTES}(`, `${ENDS})`)
    const comma = found
      .slice(-COMMA_WITHIN)
      .replaceAll(/["'”’]/g, '')
      .endsWith(',')
    return raw === '' ? [] : [{ text: raw.toLowerCase(), raw, comma, from: index, to: index + found.length }]
  })
}

const GREETING = String.raw`(?:(?:hey|hi|hello|ok|okay|please|pls|and|now|then)\b[\s,]*)*`
const REQUEST =
  "(?:can|could|would|will) you|i(?:'d| would) like (?:you )?to|i (?:want|need) (?:you )?to|let'?s"
const POLITE = new RegExp(
  String.raw`^${GREETING}(?:(?:${REQUEST}|go ahead and)\s+)?(?:(?:please|pls|now|just|also)\s+)*`,
  'i',
)
/** The index at which the instruction itself begins. */
export const afterPoliteness = (text: string): number => POLITE.exec(text)?.[0].length ?? 0

export type Verb = 'send' | 'distribute' | 'gather'
export type VerbWord = {
  verb: Verb
  /** It speaks of nothing but transfers: a part that is not understood is asked about. */
  sure: boolean
}
const sure = (verb: Verb): VerbWord => ({ verb, sure: true })
const unsure = (verb: Verb): VerbWord => ({ verb, sure: false })
export const VERBS = new Map<string, VerbWord>([
  ['send', sure('send')],
  ['transfer', sure('send')],
  ['withdraw', sure('send')],
  ['move', unsure('send')],
  ['pay', unsure('send')],
  ['give', unsure('send')],
  ['distribute', sure('distribute')],
  ['airdrop', sure('distribute')],
  ['split', unsure('distribute')],
  ['divide', unsure('distribute')],
  ['share', unsure('distribute')],
  ['spread', unsure('distribute')],
  ['gather', sure('gather')],
  ['consolidate', sure('gather')],
  ['sweep', sure('gather')],
  ['collect', unsure('gather')],
  ['pull', unsure('gather')],
])
export const FROM = new Set(['from'])
const TO = new Set(['to', 'into', 'onto', 'among', 'amongst', 'across', 'between', 'over'])
/** 'share 5 SOL with Trader 1' gives, 'pay 5 SOL with Main' takes. */
const GIVEN_WITH = new Set(['share', 'split', 'divide'])
export const isTo = (word: string, verb: string): boolean =>
  TO.has(word) || (word === 'with' && GIVEN_WITH.has(verb))
const TIMES = 'minutes?|mins?|hours?|hrs?|h|days?|d|weeks?|weekend|months?|years?'
const TIME = new RegExp(`^(?:${TIMES})$`)
const SOME =
  /^(?:\d+(?:\.\d+)?|an?|the|next|coming|this|one|two|three|four|five|six|ten|twelve|couple|few|of)$/
const SPAN = new RegExp(`^\\d+(?:\\.\\d+)?(?:${TIMES})$`)
/** 'over 4 hours', 'over the next day', 'over 4h'. */
export function isDuration(words: readonly Word[], at: number): boolean {
  let i = at
  while (i < at + 4 && SOME.test(words[i]?.text ?? '')) i++
  return (i > at && TIME.test(words[i]?.text ?? '')) || SPAN.test(words[i]?.text ?? '')
}
/** Says nothing. */
export const FILLER = new Set(['please', 'pls', 'now', 'thanks', 'thx', 'ok', 'first', 'instead', 'then'])

export type Split = 'equal' | 'random' | 'each'
const OF = new Set(['of', 'in', 'from'])
const PHRASES: [Split, string[]][] = [
  [
    'equal',
    [
      'in equal parts',
      'in equal amounts',
      'in equal shares',
      'equally',
      'evenly',
      'equal',
      'in total',
      'altogether',
    ],
  ],
  ['random', ['in random amounts', 'with random amounts', 'random amounts', 'at random', 'randomly']],
  ['each', ['to each wallet', 'for each wallet', 'for each', 'per wallet', 'apiece', 'each']],
]
const SPLITS = PHRASES.map(([split, phrases]) => [split, phrases.map((phrase) => phrase.split(' '))] as const)
/** How it is to be split, and in how many words that was said. */
export function splitAt(words: readonly Word[], at: number): { split: Split; count: number } | undefined {
  for (const [split, phrases] of SPLITS)
    for (const parts of phrases) {
      if (!parts.every((part, i) => words[at + i]?.text === part)) continue
      // 'to each wallet in Traders' says where to, as well.
      if (parts.includes('wallet') && OF.has(words[at + parts.length]?.text ?? '')) return undefined
      return { split, count: parts.length }
    }
  return undefined
}
