/** The words of what the desk cannot do, and the text that remains without them. */
import { readWords } from '../text/word-table.ts'

const { CALENDAR = [] } = readWords(new URL('../clauses/filler.txt', import.meta.url))

/**
 * `instead`: what stands in place of the words. `only`: whether a match counts, by the text around it; if `isUnread`, it
 * does where the grammar has no meaning for the words, if `isRefused`, where the text is refused as well. `isSure`: the
 * text is no order at once, even if the rest of it reads as one.
 */
export type Rule = {
  name: string
  why: string
  words: RegExp
  instead?: string | ((match: RegExpExecArray) => string)
  only?: (match: RegExpExecArray) => boolean
  isUnread?: true
  isRefused?: true
  isSure?: true
}

const SPOT = 'the desk trades spot only'
const AT_ONCE = 'a strategy starts when you press Execute Strategy'
const NO_STRATEGY = 'the desk has no such strategy'

const IF = '(?:if|when|once|should|whenever|while|as long as|as soon as|after|until|in case|unless|provided)'
const LED_IF = String.raw`(?:\b(?:but|and|only)\s+)*\b${IF}\s+(?:that\s+)?(?:the\s+)?`
const ORDERS = '(?:buy|sell|dump|get|grab|please|then|i|open|put|swap|dca|exit|close|purchase|tomorrow|with)'
/** A condition ends at a mark or before the order that it belongs to. */
const TO_END = String.raw`[^;:!?]*?(?=\s*(?:[,;:!?]|->|\.(?!\d)|$|\b${ORDERS}\b))`

const SELLS = '(?:sell(?:ing)?|take profit(?: on)?|take|exit|close|dump|tp|cash out|scale out)'
const PART = String.raw`(?:(?:another |an? )?(?:half|third|quarter)|some|part|\d+\s?%|1/[234])`
const AT = '(?:at|when|if|once|on)'
const REST = '(?:rest|remainder|remaining|other half|second half|others?)'
/** 'Or', 'and then' before the words. */
const LEAD_LENGTH = 6

const DAY = `(?:${CALENDAR.join('|')}|mon|tues?|wed|thu(?:rs?)?|fri|sat|sun|tmrw?|later today)`
const HOUR = String.raw`(?:\d{1,2}(?::\d\d)?\s?(?:am|pm)|\d{1,2}:\d\d|\d{1,2}\s?o'?clock|\d{1,2} in the ${DAY})(?:\s+(?:utc|est|cet|gmt|pst))?`
const DATE = String.raw`(?:(?:the|next|this|coming)\s+)?(?:${DAY}|${HOUR})\b(?:\s+(?:(?:and|&|or|at|in the|on)\s+)?(?:${DAY}|${HOUR})\b|\s+at\s+\d{1,2}\b(?!\s*%)|\s+(?:next|this)\s+${DAY}\b|\s+only\b)*`
const STARTS = String.raw`(?:\b(?:starting|beginning|starts?|begin|commencing|as of|from)\s+(?:on\s+|at\s+|from\s+|in\s+)?)`
const ON = String.raw`(?:\b(?:but\s+)?(?:only\s+|never\s+|not\s+|except\s+|skip\s+|all days except\s+)*(?:on|at|by|in|before|after|until|around|come|for)\s+|\b(?:skip|except|next|this)\s+)?`

/** 'Twice' of a target or of a count, and no leverage. */
const BESIDE_GAIN =
  /\b(?:sell|exit|out|tp|targets?|profits?|when|once|if|hits?|reach\w*|does|do|up|until|till|we|no|without|not)\b[^,;.]*$/i
const PACED =
  /\b(?:every|hourly|daily|weekly|dca|twap|grid|orders?|buys|times|rsi|rebalance|over|hours?|days?|weeks?|minutes?)\b|\//i
const isLeverage = ({ 0: said, index, input }: RegExpExecArray): boolean =>
  !BESIDE_GAIN.test(input.slice(0, index)) &&
  (!/^\d/.test(said) || !PACED.test(input) || /\b(?:long|short|leverage|lev|margin|perps?)\b/i.test(input))
const AVERAGES = /\b(?:averages?|[se]?mas?|rsi|crossover|golden)\b/i

const way = (name: string, words: string, instead?: string): Rule => ({
  name,
  why: NO_STRATEGY,
  words: new RegExp(String.raw`\b(?:${words})\b`, 'i'),
  isSure: true,
  ...(instead === undefined ? {} : { instead }),
})
const ways: Rule[] = [
  way('Scalping', '(?:do (?:some )?)?scalp(?:ing|er|s)?(?: on)?', 'buy'),
  way('Sniping', 'snip(?:e|es|ing|er)(?: next)?', 'buy'),
  way('Arbitrage', 'arb(?:itrage|itraging|ing)?'),
  way('Market making', 'market[ -]?mak(?:e|er|ing)|provide liquidity (?:for|on|to)', 'grid on'),
  way('Copy trading', '(?:copy|mirror)[ -]?trad(?:e|es|ing)'),
  way('Front running', 'front[ -]?run(?:ning)?'),
  way('Sandwiching', 'sandwich(?:es|ing)?(?: attacks?)?'),
  way('Yield farming', 'yield[ -]?farm(?:ing)?|farm(?:ing)? (?:yields?|airdrops?|points)'),
  way(
    'Staking',
    String.raw`(?<!\b(?:a|the|my|each|per|of|this|total|trade|order|your)\s)(?:re)?stak(?:e|ing)`,
  ),
  way('Lending', 'lend(?:ing)?(?: out)?'),
  way('Borrowing', 'borrow(?:ing)?'),
  way('Trading perpetuals', 'perps?|perpetuals?'),
  way('Trading futures', 'futures'),
  way('Trading options', '(?:call|put) options?|options (?:on|trading|contracts?)|covered calls?'),
]

export const rules: Rule[] = [
  ...ways,
  { name: 'Trading options', why: SPOT, words: /\b(?:calls|puts)\b/i, isUnread: true },
  {
    name: 'Leverage',
    why: SPOT,
    words:
      /(?<!\b(?:no|without|not|any)\s)\b(?:(?:with|at|on|using|by)\s+)?(?:\d+(?:\.\d+)?\s?x\s+)?(?:leveraged?|lev|margin)\b(?:\s+(?:of\s+|at\s+)?\d+(?:\.\d+)?\s?x\b)?/i,
  },
  {
    name: 'Leverage',
    why: SPOT,
    words: /\b(?:(?:with|at|on|using)\s+)?\d+(?:\.\d+)?\s?x\b(?!\s*(?:\/|\d|an?\b|per\b|daily|times))/i,
    only: isLeverage,
  },
  {
    name: 'Short selling',
    why: SPOT,
    words:
      /(?<!\b(?:in|the|a few)\s)\b(?:(?:go(?:ing)?|open(?:ing)?(?: an?)?|be|enter)\s+)?short(?:ing|s)?(?:\s+(?:sell(?:ing)?|positions?))?\b(?!\s*(?:term|of|while|time|timeframe|interval|notice|on cash))/i,
    only: ({ input }) => !AVERAGES.test(input),
  },
  {
    name: 'A condition on volume',
    why: 'an order waits for a price only',
    words: new RegExp(
      String.raw`${LED_IF}(?:\S+\s+){0,3}?volume\b${TO_END}|\bon (?:high|low|rising|falling|big) volume\b`,
      'i',
    ),
  },
  {
    name: 'A purchase above the market',
    why: 'a limit buy waits for a lower price',
    words: new RegExp(
      String.raw`${LED_IF}(?:\S+\s+){0,3}?(?:cross|break|go|get|rise|climb|move|trade|is)(?:e?s|ed|ing)?\s+(?:back\s+|out\s+)?(?:above|over|past|through)\b${TO_END}`,
      'i',
    ),
    only: ({ input }) => !AVERAGES.test(input) && !/\b(?:sell|exit|close|tp|target|take)\b/i.test(input),
  },
  {
    name: 'A partial exit',
    why: 'a stop or a target sells the whole position',
    words: new RegExp(
      String.raw`\b(?:(?:or|and|then)\s+)?(?<first>${SELLS}\s+(?:off\s+)?${PART}(?:\s+(?:of\s+(?:it|them|that|(?<held>(?:my|the)\s+\w+))|off|it))?\s+${AT}\s+(?<at>[+$]?\s?\d[\d.,]*\d?\s?%?\$?))(?:(?:[^.;!?]|\.\d)*?\b(?:the\s+)?(?:${REST}|and\s+${PART}\s+${AT})\b.*$)?`,
      'i',
    ),
    instead: ({ groups }) => {
      const { first = '', held, at = '' } = groups ?? {}
      return held === undefined ? `take profit at ${at.replace(/[.,]$/, '').trim()}` : first
    },
    only: ({ 0: said, input, index, groups }) =>
      said.trim().length > (groups?.first ?? '').length + LEAD_LENGTH ||
      /\b(?:buy|long|grab|get)\b/i.test(input.slice(0, index)),
  },
  {
    name: 'A day of the week',
    why: 'a strategy repeats at a fixed interval',
    words: new RegExp(String.raw`\b(?:on\s+)?(?:every|each)\s+(?:single\s+)?${DATE}`, 'i'),
    instead: ({ 0: said }) =>
      /\b(?:weekdays?|morning|evening|night|afternoon|noon|midnight|lunch|\d)/i.test(said)
        ? 'every day'
        : 'every week',
    isUnread: true,
  },
  {
    name: 'A start time',
    why: AT_ONCE,
    words: new RegExp(
      String.raw`${STARTS}(?:${DATE}|(?:next|in the)\s+(?:week|month|year|hour))\b|(?<!\b(?:good|gd)\s)${ON}\b${DATE}`,
      'i',
    ),
    isUnread: true,
  },
  {
    name: 'A start time',
    why: AT_ONCE,
    words:
      /(?:^|[,;]\s*|\s)in\s+(?:\d+|an?|one|two|three|half an)\s*(?:m|min(?:ute)?s?|h|hr?s?|hours?|days?|weeks?)\b/i,
    isRefused: true,
  },
  {
    name: 'A start time',
    why: AT_ONCE,
    words:
      /\b(?:at|on|after|before)\s+(?:the\s+)?(?:(?:us|stock|market)\s+)+(?:open(?:ing)?|close|closing)\b/i,
    isSure: true,
  },
  {
    name: 'A launch',
    why: 'only tokens that trade already can be bought',
    words: /\b(?:at|on|right at|upon)\s+(?:the\s+)?launch\b/i,
  },
]
/** Markets that the desk does not trade, by the names that people use. */
export const OTHER_MARKETS = new Set(
  'btc bitcoin eth ethereum ether xrp doge dogecoin bnb ada nasdaq spx gold oil dxy'.split(' '),
)
export const conditionOn = (name: string): RegExp =>
  new RegExp(
    String.raw`${LED_IF}(?:price\s+of\s+)?${name}\b${TO_END}|^\W*${name}\s*[<>]=?\s*\$?[\d.,]+[km]?\b\s*(?:->|:|,)?`,
    'i',
  )
