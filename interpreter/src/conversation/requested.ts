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
const CAN_WE_WAIT = /^(?:can|could) (?:we|you|it) wait (?:until|till)\b/i
const COULD_BE = /^(?:can|could|may) ((?:the|my) [\p{L} ]{3,24}) be(?= \S*[\d.])/iu
const HOW_ABOUT =
  /^(?:(?:how|what) about|(?:maybe|perhaps)(?=.*\?\s*$)) (?!(?:buy|sell|not|no|later|i|wait|stop|hold)\b)(?!(?!.*\d).*\bchart\b)(?!.*\b(?:price|costs?|worth|value|volume|fees?)\b)(?!(?:the|my|your)\b(?! \d)|(?:this|those|these|when|if|we|i|you|selling|buying)\b)/i
/** More words are no value. */
const MOST_VALUE_WORDS = 6

const blank = (text: string): string => ' '.repeat(text.length)
/** The beginning of a change in as many characters. */
const makeIt = (length: number): string =>
  (['make it', 'set it'].find((one) => one.length < length) ?? 'use').padEnd(length)

/** Without exclamations and greetings before it: the end of the text; the text itself if nothing else is in it. */
export function withoutExclaims(text: string): string {
  const plain = text.replace(SWEARS, blank).replace(PICTURES, blank)
  const rest = plain.slice((EXCLAIMS.exec(plain)?.[0] ?? '').length).trimStart()
  return /[\p{L}\p{N}]/u.test(rest) ? rest : text
}

/** Without a no before it. */
export function withoutNo(text: string): string {
  const lead = NO.exec(text)?.[0]
  return lead === undefined || readTalk(text, { names: [], symbols: [] }) ? text : text.slice(lead.length)
}

/** A change that is put as a question, as a request; undefined if it is none. */
export function asRequested(text: string): string | undefined {
  const begin = /^\s*/.exec(text)?.[0] ?? ''
  const rest = text.slice(begin.length)
  const about = HOW_ABOUT.exec(rest)?.[0]
  if (about !== undefined && rest.split(/\s+/).length <= MOST_VALUE_WORDS + 2)
    return `${begin}${makeIt(about.length)}${rest.slice(about.length).replace(/\?/g, ' ')}`
  const same = SAME_WITH.exec(rest)?.[0]
  if (same !== undefined) return `${begin}${makeIt(same.length)}${rest.slice(same.length)}`
  const waits = CAN_WE_WAIT.exec(rest)?.[0]
  if (waits !== undefined)
    return `${begin}${'only when'.padEnd(waits.length)}${rest.slice(waits.length).replace(/\?/g, ' ')}`
  const asks = CAN_WE_CHANGE.exec(rest)?.[0]
  if (asks !== undefined) return `${begin}${rest.slice(asks.length).replace(/\?/g, ' ')}`
  // 'Could the take profit be 40%?'
  const part = COULD_BE.exec(rest)
  if (part?.[1] !== undefined)
    return `${begin}set ${part[1]}${' '.repeat(part[0].length - part[1].length - 'set '.length)}${rest.slice(part[0].length).replace(/\?/g, ' ')}`
  const can = (CAN_WE.exec(rest) ?? MAY_I_HAVE.exec(rest))?.[0]
  if (can === undefined) return undefined
  return `${begin}${makeIt(can.length)}${rest.slice(can.length).replace(/\?/g, ' ')}`
}
