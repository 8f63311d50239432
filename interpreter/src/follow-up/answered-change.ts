/**
 * A change of the plan shown that ended in a question, and the answer: the answer completes the change, and is applied
 * to that plan again. 'Each', 'the total', 'sell' choose among the offers.
 */
import type { Choice, QuestionCode } from '@purser/contract/agents/reading.ts'
import type { Reading } from '../clauses/grammar.ts'
import { isOwn, type Language, planFrom, toSettings } from '../interpret.ts'
import type { InterpreterRequest } from '../port.ts'
import { changeShownPlan, isOftener, readAsChange } from './changed.ts'
import { choose } from './choose.ts'
import { isVagueDelta } from './deltas.ts'
import { asSet } from './about-shown-plan.ts'

const SMALL = new Set(
  'the a an it is in for as of i mean meant please pls make say so that all one order orders first then'.split(
    ' ',
  ),
)
const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\d.%$]+/gu) ?? []).filter((word) => !SMALL.has(word))

/** Returns the one choice that has all words of the answer. */
export function findShortenedChoice(text: string, choices: readonly Choice[]): string | undefined {
  const words = wordsOf(text.replace(/\b(?:per|every) (?:order|trade|time)\b/i, 'each'))
  if (words.length === 0) return undefined
  const fits = choices.filter(({ reply }) => {
    const said = new Set(wordsOf(reply))
    return words.every((word) => said.has(word))
  })
  return fits.length === 1 ? fits[0]?.reply : undefined
}

/** Returns the change completed by the answer, to be read anew; undefined if no question was about a change. */
export function completeChange(language: Language, request: InterpreterRequest): string | undefined {
  const { pending, previousPlan, instruction: text } = request
  // Another token begins another plan: its question is answered without the one shown.
  if (!pending || !previousPlan || pending.code === 'token' || pending.instruction.includes('\n'))
    return undefined
  const asChange = (instruction: string) => {
    const then = { ...request, instruction: asSet(instruction), pending: null }
    const alone = language.grammar.read(then.instruction, request.tokens)
    const fresh = planFrom(language, alone, toSettings(then, alone))
    return {
      alone,
      fresh,
      meant: changeShownPlan(language, then, previousPlan, { alone, fresh, marked: true }),
    }
  }
  const open = asChange(pending.instruction)
  if (open.meant?.kind !== 'ask' || open.meant.code !== pending.code) return undefined
  const choices = open.meant.choices ?? []
  const said = choose(text, choices)
  const reply = said === text ? (findShortenedChoice(text, choices) ?? text) : said
  if (reply !== undefined && choices.some((one) => one.reply === reply))
    // A choice without a figure is only a word of the change: 'in total', 'buy'.
    return /\d/.test(reply)
      ? reply
      : pending.code === 'direction'
        ? `${reply} ${pending.instruction}`
        : `${pending.instruction} ${reply}`
  const answer = asChange(text)
  if (isOwn(answer.alone, answer.fresh)) return undefined
  if (restates(answer.alone, open.alone)) return text
  // '0.7 SOL' as the answer for 'a bit more': alone it is the whole change.
  const asked = readAsChange(language, { ...request, instruction: pending.instruction }, previousPlan)
  const isVague = isVagueDelta(asked) || isOftener(pending.instruction)
  if (answer.meant?.kind === 'plan' && isVague) return text
  const lead = LEADS[pending.code]
  const ways = [...(lead && /^\W*\d/.test(text) ? [`${lead} ${text}`] : []), text]
  const whole = ways.map((way) => `${pending.instruction}, ${way}`)
  return whole.find((way) => asChange(way).meant?.kind === 'plan')
}
/** '5 hours' answers how long it should take, '2 hours' how often. */
const LEADS: Partial<Record<QuestionCode, string>> = { duration: 'over', interval: 'every' }

/**
 * Tells whether the answer repeats the change, rather than only completing it: '60 %' repeats '60', '5 hours' not '5
 * SOL in total'.
 */
function restates({ roles, unknown }: Reading, { roles: before }: Reading): boolean {
  const kinds = new Set(roles.map(({ kind }) => kind))
  const [first, ...more] = before
  const isFigure = first?.kind === 'amount' && more.length === 0 && unknown.length === 0
  const figure = String((first?.value as { value?: string } | undefined)?.value)
  const saysFigure = roles.some(({ said }) => said.includes(figure))
  return before.every(({ kind }) => kinds.has(kind)) || (isFigure && saysFigure)
}
