/**
 * A message with the words around what it says blanked or put in the desk's own words, each other word at its place: so
 * that 'damn, no. Buy 1 SOL', 'could we do it every 3 days?' and 'how about JUP?' are read like what they ask for.
 */
import { readTalk } from './talk.ts'

/** Said before a message, and meaning nothing for it. */
const EXCLAIMS = new RegExp(
  String.raw`^\W*(?:(?:sry|sorry|oops|whoops|damn(?:it)?|shit|fuck(?: it)?|f\*+k|ffs|wtf|omg|jeez|uff|ugh|argh|crap|bloody hell|god|` +
    String.raw`lol|lmao|haha|hm+|uhm+|um+|uh+|er+m*|ah+|oh+|well|very well|alright|all right|right|fine|great|nice|cool|good|` +
    String.raw`perfect|thanks|thank you|thx|ty|ok(?:ay)?|k|hi|hello|hey|yo|gm|good (?:morning|afternoon|evening|day)|` +
    String.raw`one sec(?:ond)?|hold on|hang on|wait|before i answer|quick question|btw|by the way|so|and|but|please|pls)\b[\s,.!:;…-]*)+`,
  'i',
)
/** Words that only exclaim go wherever they stand alone between marks: a token may have such a name. */
const SWEARS = /\b(?:the (?:hell|fuck|heck)|ffs|fucking|damn|bloody|goddamn)\b/gi
/** 'No. Buy 1 SOL': a no to what is shown, and an instruction. */
const NO = /^\W*(?:no+ wait|wait,? no+|no+|nope|nah|naw|no thanks?)\b(?:\s*[,.!;:-]+\s*|\s+(?=(?:make|do|use|set|try|go|to|with)\b|[\d$.]))/i
const CAN_WE = new RegExp(
  String.raw`^(?:can|could|may) (?:we|it|that|this|they)\b(?: (?:also|maybe|perhaps|please|just|rather|be|do|have|run|go))*(?: (?:it|that|this)(?= (?:every|each|for|in|over|at|with|by|until|once|twice|daily|hourly|weekly|instead)))?`,
  'i',
)
const HOW_ABOUT = /^(?:how|what) about (?!(?:the|my|your|this|those|these|when|if|we|i|you|selling|buying)\b)/i
/** More words are no value. */
const MOST_VALUE_WORDS = 6

const blank = (text: string): string => ' '.repeat(text.length)
/** The beginning of a change in as many characters. */
const makeIt = (length: number): string => (length < 'make it'.length ? 'set it' : 'make it').padEnd(length)

/** Without exclamations and greetings before it; the text itself if nothing else is in it. */
export function withoutExclaims(text: string): string {
  const plain = text.replace(SWEARS, blank)
  const lead = EXCLAIMS.exec(plain)?.[0] ?? ''
  const rest = plain.slice(lead.length)
  return /[\p{L}\p{N}]/u.test(rest) ? `${blank(lead)}${rest}` : text
}

/** Without a no before it. */
export function withoutNo(text: string): string {
  const lead = NO.exec(text)?.[0]
  return lead === undefined || readTalk(text, { names: [], symbols: [] }) ? text : `${blank(lead)}${text.slice(lead.length)}`
}

/** A change that is put as a question, as a request; undefined if it is none. */
export function asRequested(text: string): string | undefined {
  const begin = /^\s*/.exec(text)?.[0] ?? ''
  const rest = text.slice(begin.length)
  const about = HOW_ABOUT.exec(rest)?.[0]
  if (about !== undefined && rest.split(/\s+/).length <= MOST_VALUE_WORDS + 2)
    return `${begin}${makeIt(about.length)}${rest.slice(about.length).replace(/\?/g, ' ')}`
  const can = CAN_WE.exec(rest)?.[0]
  if (can === undefined) return undefined
  return `${begin}${makeIt(can.length)}${rest.slice(can.length).replace(/\?/g, ' ')}`
}
