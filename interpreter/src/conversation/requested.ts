/**
 * A message without the words around what it says, or with them in the desk's own words; it ends as the message does. So
 * that 'damn, no. Buy 1 SOL', 'could we do it every 3 days?' and 'how about JUP?' are read like what they ask for.
 */
import { FACE, readTalk } from './talk.ts'

/** Said before a message, and meaning nothing for it. */
const ALWAYS =
  'sry|sorry|oops|whoops|damn(?:it)?|shit|fuck(?: it)?|ffs|wtf|omg|jeez|uff|ugh|argh|crap|lol|lmao|haha|hm+|uhm+|um+|uh+|er+m*|ah+|oh+|btw|by the way'
/** These only before a mark: 'good, …', but 'good time to sell'. */
const BEFORE_MARK =
  'too (?:much|many|little|often|early|late|high|low)|ok(?:ay)?|hi|hello|hey|yo|gm|so|and|but|please|pls|thanks|thx|very well|well|alright|all right|right|fine|great|nice|cool|good|perfect|thank you|ty|k|good (?:morning|afternoon|evening|day)|one sec(?:ond)?|hold on|hang on|wait|before i answer|quick question'
const EXCLAIMS = new RegExp(
  String.raw`^[\s.,!;:…-]*(?:(?:(?:${ALWAYS})\b|wait\b(?= (?:do|make|use|change|set)\b)|(?:${BEFORE_MARK})\b(?=\s*[,.!:;…-]|\s+(?:make|change|set) it\b))[\s,.!:;…-]*)+`,
  'i',
)
const PICTURES = new RegExp(FACE, 'gu')
/** Words that only exclaim go wherever they stand alone between marks: a token may have such a name. */
const SWEARS = /\b(?:the (?:hell|fuck|heck)|ffs|fucking|damn|bloody|goddamn)\b/gi
const WHILE_RUNNING =
  /\bwhile (?:it|this|that|the (?:bot|agent|strategy|plan))(?:['’]?s| is)? (?:still |already )?(?:running|trading|active)\b|\bwithout (?:stopping|pausing|restarting|ending) (?:it|this|that|the (?:bot|agent|strategy|plan))\b/gi
/** A change of what runs is a new plan anyway, which takes its place once it is executed: the words say nothing more. */
export const withoutRunning = (text: string): string => text.replace(WHILE_RUNNING, blank)

/** 'No. Buy 1 SOL': a no to what is shown, and an instruction. */
const NO =
  /^\W*(?:no+ wait|wait,? no+|no+|nope|nah|naw|no thanks?)\b\s*(?:[,.!;:-]+\s*|(?=(?:sorry|i mean|i meant|actually|rather)\b))|^[\s.,!;:…-]*(?:no+|nope|nah|naw)\b\s+(?=(?:make|do|use|set|try|go|to|with)\b)|^[\s.,!;:…-]*(?:nah|naw|nope|no+ wait|wait,? no+)\b\s+(?=[\p{L}\d$.])/iu
/** 'Can we make it', 'could it be': only what changes a plan; 'can we sell half?' asks. */
const CAN_WE = new RegExp(
  String.raw`^(?:can|could|may) (?:(?:we|they) (?:(?:also|maybe|perhaps|please|just|rather) )*(?:(?:make|set|change|run|have) (?:it|that|this)\b|(?:do|use|try)\b(?: (?:it|that|this)\b)?))|^(?:can|could|may) (?:it|that|this) (?:(?:also|maybe|perhaps|please|just|rather) )*(?:be|run|go|have)\b`,
  'i',
)
/** 'Could I have 12 and 26 instead?' */
const MAY_I_HAVE = /^(?:can|could|may) i (?:have|get|do|use|make it)\b(?=.*\binstead\b)/i
const CAN_WE_CHANGE =
  /^(?:can|could|may) (?:we|they) (?:(?:also|maybe|perhaps|please|just|rather) )*(?=(?:add|remove)\b|(?:change|switch|turn|raise|lower|increase|decrease|reduce|extend|shorten|move) (?:it|that|this|the|my)\b)/i
/** 'Now the same with BONK': another token. */
const SAME_WITH = /^(?:(?:and|now|then|ok|please) )*the same(?: thing| again)? (?:but )?(?:with|for|on|in)\b/i
/** 'Could the take profit be 40%?': a part that a plan may have. */
const COULD_BE =
  /^(?:can|could|may) (?:the|my) (take profit|tp|stop(?: loss)?|sl|trailing stop|target|interval|slippage|(?:upper|lower) (?:price|bound|end)|entry(?: price)?|limit price|threshold|(?:max|maximum|min|minimum) price|amount|duration) be(?= \S*[\d.])/i
const HOW_ABOUT =
  /^(?:how|what) about (?!(?!.*\d).*\bchart\b)(?!.*\b(?:price|costs?|worth|value|volume|fees?)\b)(?!(?:the|my|your)\b(?! \d)|(?:this|those|these|when|if|we|i|you|selling|buying)\b)/i
/** 'Maybe JUP instead?' */
const MAYBE_INSTEAD = /^(?:maybe|perhaps) (?=\S+(?: \S+)? instead\W*\?\s*$)/i
/** More words are no value. */
const MOST_VALUE_WORDS = 6

const blank = (text: string): string => ' '.repeat(text.length)
/** Without exclamations and greetings before it: the end of the text; the text itself if nothing else is in it. */
export function withoutExclaims(text: string): string {
  const plain = text.replace(SWEARS, blank).replace(PICTURES, blank)
  const words = plain.slice((EXCLAIMS.exec(plain)?.[0] ?? '').length).trimStart()
  return /[\p{L}\p{N}]/u.test(words) ? words : text
}

/** Without a no before it. */
export function withoutNo(text: string): string {
  const lead = NO.exec(text)?.[0]
  return lead === undefined || readTalk(text, { names: [], symbols: [] }) ? text : text.slice(lead.length)
}

const MAKE_IT = 'make it '
/** A question for a change, and the words that request it; the rest of the message follows them. */
const REQUESTS: [question: RegExp, request: string | ((said: RegExpExecArray) => string)][] = [
  [HOW_ABOUT, MAKE_IT],
  [MAYBE_INSTEAD, MAKE_IT],
  [SAME_WITH, MAKE_IT],
  [CAN_WE_CHANGE, ''],
  [COULD_BE, ([, part = '']) => `set the ${part} to`],
  [CAN_WE, MAKE_IT],
  [MAY_I_HAVE, MAKE_IT],
]

/**
 * A change that is put as a question, as a request that ends as the message does; undefined if it is none. A plan with
 * prices is not moved to another token by 'the same with'.
 */
export function asRequested(text: string, { hasPrices = false } = {}): string | undefined {
  const words = text.trimStart()
  for (const [question, request] of REQUESTS) {
    const said = question.exec(words)
    if (!said || (question === SAME_WITH && hasPrices)) continue
    const value = words.slice(said[0].length)
    if (question === HOW_ABOUT && value.split(/\s+/).length > MOST_VALUE_WORDS) continue
    return `${typeof request === 'string' ? request : request(said)}${value.replace(/\?/g, ' ')}`
  }
  return undefined
}
