/**
 * Actions of somebody else, and past actions: reports, and no requests. They never trade, whatever their reading is.
 */
import type { Reading } from './clauses/grammar.ts'
import type { Interpretation } from './port.ts'
import { refuseReported } from './replies.ts'

const OTHERS = new Set(
  'he she they everyone everybody someone somebody people folks whales traders others friends'.split(' '),
)
const PEOPLE = new Set(
  (
    'friend buddy mate pal brother sister dad father mum mom mother wife husband son daughter uncle aunt cousin boss ' +
    'colleague neighbour neighbor guy girl kid nephew niece grandson granddaughter partner boyfriend girlfriend bro ' +
    'roommate coworker accountant advisor adviser whale trader'
  ).split(' '),
)
const IS = new Set("is are was were has have had been 's 're keeps kept be".split(' '))
const OFTEN = new Set(
  'always often usually just also now currently already still sometimes normally mostly both all only'.split(
    ' ',
  ),
)
const SELF = new Set(['i', 'we', "i've", "we've"])
const DEEDS = new Set(['buy', 'sell', 'exit', 'convert', 'put', 'dca', 'dca_out', 'stack'])
/** 'Invested', 'spent', 'put' after 'I' report a past action, or a habit. */
const DONE = /^(?:invested|spent|put|placed|threw|poured|dumped|swapped|traded|exchanged|converted)\b/i
const HABITS = new Set(['always', 'often', 'usually', 'sometimes', 'normally', 'mostly'])
const THIRD = /s$/i
const GOES_ON = /ing$/i

/** Tells whether a verb of trading has somebody else as its subject, or reports the past. */
export function isReported({ text, roles }: Pick<Reading, 'text' | 'roles'>): boolean {
  return roles.some(({ kind, value, from, to, said }) => {
    const isVerb = kind === 'verb' && DEEDS.has((value as { verb: string }).verb)
    if (!isVerb && !(kind === 'amount' && DONE.test(said))) return false
    if (text.written(from, to) !== said) return false
    const first = said.split(' ')[0] ?? ''
    let at = from - 1
    const word = (): string => text.words[at]?.text ?? ''
    while (OFTEN.has(word())) at--
    if (SELF.has(word())) {
      const before = text.words[at - 1]?.text
      if (HABITS.has(text.words[at + 1]?.text ?? '')) return true
      // 'A grid, I put 200 USDC' gives the amount; at the beginning of a text it is only a past action.
      return /^put\b/i.test(said) ? at === 0 : DONE.test(said) && !(before !== undefined && LEADS.has(before))
    }
    const helped = IS.has(word())
    while (IS.has(word()) || OFTEN.has(word())) at--
    const inForm = helped ? GOES_ON.test(first) : THIRD.test(first)
    if (OTHERS.has(word())) return helped ? GOES_ON.test(first) : !GOES_ON.test(first)
    // 'A friend of mine buys'
    const mine = word() === 'mine' && text.words[at - 1]?.text === 'of' ? at - 2 : at
    return inForm && PEOPLE.has(text.words[mine]?.text ?? '')
  })
}
/** 'What if I put', 'the 2 SOL that I put'. */
const LEADS = new Set(['if', 'that', 'what', 'when', 'should', 'which', 'can', 'could', 'may', 'have', 'let'])

export const rejectIfReported = (meant: Interpretation, reading: Reading): Interpretation =>
  meant.kind === 'plan' && isReported(reading) ? refuseReported(reading.text.source) : meant
