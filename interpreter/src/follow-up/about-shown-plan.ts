/**
 * A text about a part of the plan shown: 'move the stop to 12 %', 'bring it down to 0.2'. It changes that plan or is
 * asked about; it is never an order of its own.
 */
import type { ReadingPart } from '@purser/contract/agents/reading.ts'
import type { Reading } from '../clauses/grammar.ts'
import type { Amount } from '../clauses/roles.ts'
import { ownReadings } from '../limits/index.ts'

const words = (...lines: string[]) => `(?:${lines.flatMap((line) => line.split(', ')).join('|')})`

const VERB = words(
  'mov(?:e|ing), rais(?:e|ing), lower(?:ing)?, widen(?:ing)?, narrow, tighten(?:ing)?',
  'loosen(?:ing)?, bring(?:ing)?, push(?:ing)?, pull(?:ing)?, drop(?:ping)?, chang(?:e|ing)',
  'set(?:ting)?, put(?:ting)?, shift(?:ing)?, bump(?:ing)?, lift(?:ing)?, cut(?:ting)?, slide, nudge',
  'trim, tweak, adjust, update, modify, edit, reset, replace, increase, reduce, decrease, extend',
  'shorten, stretch, relax, crank, dial, knock',
)
const WAY = '(?:up |down |out |in |back |over )?'
const THE = words('the, its, that, this, your, my, our')
const SUCH = words(
  'new, old, present, current, whole, total, grid, order, trade, buy, sell, buying, selling, upper',
  'lower, top, bottom, fast, slow, short, long, rsi, price, time, limit, loss, profit, trailing',
  'stop, take, daily, max, maximum, min, minimum, entry, exit, number of, rebalance, rebalancing',
  'rebalanced, drift, candle, moving',
)
const PART = words(
  'stops?(?:[ -]?loss(?:es)?)?, stop[ -]?loss, sl, tp, tsl, trail(?:ing)?(?: stop)?, targets?',
  'take[ -]?profit, profit target, amounts?, sizes?, stake, intervals?, pace, frequency, cadence',
  'gap, limits?, price, entry, range, band, bounds?, edges?, top, bottom, ceiling, floor, levels?',
  'lines?, count, number, duration, period, length, time, expiry, expiration, validity, timeframe',
  'time frame, candles?, threshold, tolerance, share, weight, allocation, percentage, cap',
  'slippage, averages?, spacing, orders?, buys, sells, exit',
  'barriers?, total',
  ...ownReadings.flatMap(({ shownAs }) => shownAs ?? []),
)
const LEADS = String.raw`(?:${THE} (?:${SUCH} ){0,3}${PART}|it|that|this|them)`
const SAYS = String.raw`\b${VERB} ${WAY}${LEADS} ?${WAY}(?:to|at|=|till|until)(?= ?[$.\d(]| ?\p{L})`
const OF_PART = new RegExp(
  String.raw`\b${VERB} ${WAY}${THE} (?:${SUCH} ){0,3}${PART}\b(?! (?:on|for|of|under|below|behind|in) )`,
  'iu',
)
const OPENS = '(?:ok|okay|and|but|so|now|hmm|actually|please|sorry|no|wait|also|then)'
const SHOULD = '(?:to|at|down|up|should|must|needs?|can|could|ought|is|are|may|might|has)'
const FIRST = new RegExp(
  String.raw`^\W*(?:${OPENS},? )*(?:the (?:${SUCH} ){0,3}${PART}|it|that|this|they) ${SHOULD}\b`,
  'iu',
)
const BY = '(?:by|up|down|back|a bit|a little|slightly|some|further|more|higher|lower)'
const OF_IT = new RegExp(String.raw`\b${VERB} (?:it|that|this|them) ${BY}\b`, 'iu')

/** Tells whether a text mentions a part of the plan shown as a known one: 'the stop', 'the amount'. */
export const isOfShown = (text: string): boolean => {
  const plain = text.replace(/\s+/g, ' ')
  return OF_PART.test(plain) || OF_IT.test(plain) || FIRST.test(plain) || new RegExp(SAYS, 'iu').test(plain)
}

const STEPS = /\b(?:up|down|out|in|back|over)(?= (?:to|at|=|till|until)\b)/i
/**
 * Returns 'bring the stop up to 5 %' in the words of 'set the stop to 5 %', each at its place: 'drop' sells and 'bring'
 * rebalances elsewhere. A mere direction, 'up 2 %', stays and is asked about.
 */
export const asSet = (text: string): string =>
  text
    .replace(WHAT_ABOUT, (said) => said.replace(/what/i, ' how'))
    .replace(new RegExp(SAYS, 'giu'), (said) => {
      const [verb = ''] = said.split(' ')
      const rest = said.slice(verb.length).replace(STEPS, blank)
      const way = /^ (?:up|down|out|in|back|over)(?= )/i.exec(rest)?.[0] ?? ''
      const kept = way === '' ? rest : `${blank(way)}${rest.slice(way.length)}`
      return `${'set'.padEnd(verb.length)}${kept.replace(/at$/i, 'to')}`
    })
/** 'What about every week?' proposes it, like 'how about' does. */
const WHAT_ABOUT =
  /^\W*(?:(?:and|then|ok|okay|so|hm+),? )*what about\b(?!.*\bprice\b)(?! (?:the|my|your|that|this|those|these)\b)/i
const blank = (said: string) => ' '.repeat(said.length)

/** Moves the reading of those words to the places of the written ones. */
export function asWritten(parts: readonly ReadingPart[], written: string, read: string): ReadingPart[] {
  if (written === read) return [...parts]
  const whole = parts.map((part) => {
    let { from, to } = part
    while (/\S/.test(written[from - 1] ?? ' ') && read[from - 1] === ' ') from--
    while (/\S/.test(written[to] ?? ' ') && read[to] === ' ') to++
    return { ...part, from, to }
  })
  const ways = [...written.matchAll(/\S+/g)]
    .map(({ index, 0: word }) => ({ from: index, to: index + word.length, kind: 'filler' as const }))
    .filter(({ from, to }) => read.slice(from, to).trim() === '')
  return [...whole, ...ways].sort((a, b) => a.from - b.from)
}

/** 'Actually sell all of it': instead of the plan shown, and of its token. */
export const isAlternative = ({ roles }: Reading, text: string): boolean =>
  RATHER.test(text) &&
  roles.some(
    ({ kind, value, said }) => kind === 'amount' && isIt(value as Amount) && /\b(?:it|them)$/i.test(said),
  )
const RATHER = /^\W*(?:ok|oh|hm+|wait|sorry)?\W*(?:actually|rather|on second thoughts?)\b/i
const isIt = ({ asset }: Amount): boolean => asset?.kind === 'it'
