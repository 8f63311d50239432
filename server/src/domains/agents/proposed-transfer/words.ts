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

const PUNCTUATION = /^["'“”‘’(]+|["'“”‘’),.;:!?]+$/g

export function wordsOf(text: string): Word[] {
  return [...text.matchAll(/\S+/g)].flatMap(({ 0: found, index }) => {
    const raw = found.replaceAll(PUNCTUATION, '')
    const comma = /,["'”’]*$/.test(found)
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
/** Where the instruction itself begins. */
export const afterPoliteness = (text: string): number => POLITE.exec(text)?.[0].length ?? 0

export type Verb = 'send' | 'distribute' | 'gather'
type VerbWord = {
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
export const TO = new Set(['to', 'into', 'onto', 'among', 'amongst', 'across', 'between', 'over', 'with'])
/** Says nothing. */
export const FILLER = new Set(['please', 'pls', 'now', 'thanks', 'thx', 'ok'])

export type Split = 'equal' | 'random' | 'each'
const SPLITS: [Split, string[]][] = [
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
/** How it is to be split, and in how many words that was said. */
export function splitAt(words: readonly Word[], at: number): { split: Split; count: number } | undefined {
  for (const [split, phrases] of SPLITS)
    for (const phrase of phrases) {
      const parts = phrase.split(' ')
      if (parts.every((part, i) => words[at + i]?.text === part)) return { split, count: parts.length }
    }
  return undefined
}
