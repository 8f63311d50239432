/**
 * 'Extend it by 2 days', 'for another week', 'add 1 SOL': a difference, not a new value. Unless it was read as such,
 * the result is asked about.
 */
import type { Reading } from '../clauses/grammar.ts'
import { readWords } from '../text/word-table.ts'

const words = readWords(new URL('./words.txt', import.meta.url))
const MORE = new Set(words.MORE_BY)
const CHANGES = new Set(words.CHANGES_BY)
const NO = new Set(['no', 'not', 'never', 'any', 'once'])

const isOfAmount = ({ said }: { said: string }): boolean =>
  /\b(?:amount|size|double|triple|halve|half|twice|levels|lines)/i.test(said)

/** The greatest distance of a figure behind the word that makes it a difference. */
const NEAR = 6

/** 'A bit more than that': the amount is asked for, since nothing else of the plan could be meant. */
export const isVagueDelta = ({ text, roles, unknown }: Reading): boolean =>
  roles.some(({ kind }) => kind === 'vague') &&
  roles.every(({ kind, value }) =>
    kind === 'vague' ? isOfAmounts(value) : kind === 'asset' ? isIt(value) : BESIDE.has(kind),
  ) &&
  unknown.every(({ from, to }) => text.words.slice(from, to).every((word) => STEPS.has(word.text))) &&
  text.words.some((word) => STEPS.has(word.text)) &&
  text.words.every(({ text: word }) => !NO.has(word) && !PACED.has(word))
const isOfAmounts = (value: unknown): boolean => (value as { code?: string }).code === 'amount'
const isIt = (value: unknown): boolean => (value as { asset: { kind: string } }).asset.kind === 'it'
const BESIDE = new Set(['change', 'aside', 'now'])
const PACED = new Set(['per', 'each', 'every', 'often'])
const STEPS = new Set(['more', 'less', 'than'])

export function isDelta({ text, roles }: Reading, isPriced: boolean): boolean {
  const scales = roles.filter(({ kind }) => kind === 'scale')
  // '5 % more on the stop', and '5 % lower' of a plan with a price: more of what?
  if (
    scales.length > 0 &&
    (roles.some(({ kind }) => kind === 'lacks') || (isPriced && !scales.every(isOfAmount)))
  )
    return true
  // '20 % lower' of a plan without a price: less of it, or at a lower price?
  if (scales.some(({ said }) => /\b(?:lower|higher)$/i.test(said) && !isOfAmount({ said }))) return true
  const taken = (at: number) => roles.some(({ kind, from, to }) => kind === 'scale' && from <= at && at < to)
  const figureNear = (at: number) =>
    text.words.slice(at, at + NEAR).some((_, i) => text.read('anyfig', at + i).length > 0)
  return text.words.some(({ text: word, kind }, at) => {
    if (kind !== 'word' || taken(at)) return false
    const [before, next] = [text.words[at - 1]?.text ?? '', text.words[at + 1]?.text ?? '']
    if (word === 'by')
      return (
        figureNear(at + 1) &&
        text.words.slice(Math.max(0, at - NEAR), at).some((one) => CHANGES.has(one.text))
      )
    if (word === 'add' || word === 'adding')
      return text.read('amount', at + 1).length > 0 && amountOnly(text, at + 1)
    if (COMPARES.has(word) && endsFigure(text, at)) return true
    return MORE.has(word) && !NO.has(before) && next !== 'than' && next !== 'often'
  })
}
const COMPARES = new Set([
  'lower',
  'higher',
  'cheaper',
  'dearer',
  'bigger',
  'smaller',
  'larger',
  'wider',
  'tighter',
])
const FIGURES = ['usd', 'amount', 'time', 'pct', 'anyfig']
/** '10 cents lower' */
const endsFigure = (text: Reading['text'], at: number): boolean =>
  [1, 2, 3].some((n) => FIGURES.some((name) => text.read(name, at - n).some(({ to }) => to === at)))

/** 'Add 1 SOL' and not 'add a 10 % stop loss'. */
const amountOnly = (text: Reading['text'], at: number): boolean =>
  text
    .read('amount', at)
    .some(({ value }) => ['SOL', 'USDC', 'USD', 'token', 'none'].includes((value as { unit: string }).unit))
