/** A question in plain words: without its polite opening, and with short forms and slips written out. */
import { isEnglish } from '../../text/english.ts'
import { createSpelling } from '../../text/spelling.ts'

const OPENS = new RegExp(
  [
    String.raw`^(?:\s|[,!.])*(?:(?:sorry(?: to (?:bother|ask|trouble) you)?|(?:excuse|pardon|forgive) me|pardon|`,
    String.raw`just (?:curious|wondering|asking|checking)|`,
    String.raw`(?:one|a|another)? ?(?:quick|short|small|little)? ?question|i was wondering|i wonder|i'd like to know|`,
    String.raw`i would like to know|i want to know|by the way|btw|out of curiosity|remind me|any idea)`,
    String.raw`\b[\s,:;!.-]*)+`,
  ].join(''),
  'i',
)
const SHORT: Record<string, string> = {
  wats: "what's",
  wat: 'what',
  wut: 'what',
  whats: "what's",
  hows: "how's",
  u: 'you',
  ur: 'your',
  r: 'are',
  rn: 'right now',
  px: 'price',
  bal: 'balance',
  bals: 'balances',
  lookin: 'looking',
  doin: 'doing',
  goin: 'going',
  runnin: 'running',
  kinda: 'kind of',
  cuz: 'because',
  oder: 'order',
  oders: 'orders',
}
const meant = createSpelling(() =>
  [
    'what when where which why how much many have hold does would will could price cost worth value balance balances',
    'wallet wallets order orders trade trades skip skipped missed place kind kinds profit profits made earned next',
    'strategy strategies running doing show tell explain explained reason happened money right',
  ].flatMap((line) => line.split(' ')),
)

const GREETS = new RegExp(
  [
    String.raw`^[\s,!.]*(?:(?:hey|hi|hello|yo|ok|okay|so|well|please|pls|and|but|gm|h+m+|m{2,}|u+m+|u+h+|er+m?|a+h+|`,
    String.raw`o+h+|bro|bruh|dude|mate|man|fam|lol|honestly|actually|wait|listen|look)\b[\s,!.:…-]*)+`,
  ].join(''),
  'i',
)
/** 'Hey, so …', 'hmm, actually …' */
export const withoutGreeting = (text: string): string => text.replace(GREETS, '')

export const withoutOpening = (text: string): string => text.replace(OPENS, '')

/** Nothing but a greeting. */
export const GREETING = new RegExp(
  [
    String.raw`^[\s,!.]*(?:(?:hi|hello|hey)[\s,!.]+(?:and )?(?=good|a |have|how))?(?:hi+|hello+|he+y+|yo|gm|gn|`,
    String.raw`good (?:morning|evening|afternoon|day)|greetings|how are you(?: doing)?(?: today)?|how do you do|`,
    String.raw`(?:have )?a (?:nice|good|great|lovely) (?:day|evening|weekend)(?: to you)?|howdy|sup|`,
    String.raw`thanks|thank you|thx|cheers|welcome|hiya|what's up|`,
    String.raw`whats up)\b[^a-z0-9]*(?:there|everyone|agent|bot|purser|friend|sir|`,
    String.raw`madam|fam|bro|man|dude|guys|folks|mate|all|together|`,
    String.raw`again|good (?:morning|evening|afternoon|day)|`,
    String.raw`very much|a lot|so much)?[^a-z0-9]*$`,
  ].join(''),
  'i',
)

const REQUEST = new RegExp(
  [
    String.raw`^(?:please |kindly )*(?:`,
    // 'What I want is for you to buy …', 'what I'd like to do is sell …'
    String.raw`what (?:i|we)(?: would|'d|'m|'ve| am| have)?(?: (?:really|actually|just|now|mainly))* `,
    String.raw`(?:want|like|need|love|prefer|after|thinking of|looking for|thinking|in mind|hoping for|wish)`,
    String.raw`(?: (?:you |us |the bot )?to (?:do|happen|see|see happen|see done|have|get done)| you to do|`,
    String.raw` doing| done| from you| (?:today|now|here|right now|please))* (?:is|would be|was)`,
    String.raw`(?: (?:this|simple|just|simply|as follows|the following))*`,
    String.raw`(?: (?:for|to have|to get|to ask|to see) you| that you| you)?`,
    String.raw`(?: (?:to|should|could|can|will))?(?=\W)|`,
    String.raw`do you (?:think|reckon) (?:that )?(?:you|we) (?:could|can|would|might)|`,
    String.raw`(?:would|could|might|is|will) it (?:be )?(?:at all )?`,
    String.raw`(?:possible|ok|okay|alright|all right|fine|feasible|convenient|too much trouble)`,
    String.raw`(?: for you| with you)?(?: to| if (?:you|we|i)(?: could| would| can)?| that you)|`,
    String.raw`(?:would|could|might|may|can) (?:you|i|we) (?:please |possibly |perhaps |kindly |just )*`,
    String.raw`(?:mind|(?:trouble|bother) you (?:to|for|with)|ask you (?:to|for)|ask(?! you)|`,
    String.raw`see(?= (?:how|what|which))|request you to|suggest|`,
    String.raw`be (?:so kind|so good|kind enough|good enough|able|willing)(?: as)? (?:to|and)|`,
    String.raw`like to|consider|do me a favou?r and|help me (?:to|with)))\b[\s,]*`,
  ].join(''),
  'i',
)
const WHEN_FREE = new RegExp(
  [
    String.raw`\b(?:when|whenever|if|once|as soon as) you (?:have|get|find)(?: a| the| some| got a)*(?: free| spare)? `,
    String.raw`(?:moment|minute|second|sec|chance|time|opportunity)\b`,
  ].join(''),
  'gi',
)
/** 'Would it be possible to set …' asks nothing: it is a polite order. */
export const withoutCourtesy = (text: string): string => text.replace(WHEN_FREE, ' ').replace(REQUEST, '')

/** It is only for the topic of a question, never for its trade: a token's name may be close to a word. */
export const spelledOut = (text: string): string =>
  text.replace(/\p{L}+/gu, (word) => {
    const lower = word.toLowerCase()
    return SHORT[lower] ?? (isEnglish(lower) ? word : (meant(lower) ?? word))
  })

/** 'What if I sold': in an imagined case the past tense means nothing. */
export const asPresent = (text: string): string =>
  text
    .replace(/^([\s,]*)(?:(?:i|we|you)\s+)?(?:had\s+)?(?:bought|purchased|acquired)\b/i, '$1buy')
    .replace(/^([\s,]*)(?:(?:i|we|you)\s+)?(?:had\s+)?(?:sold|dumped)\b/i, '$1sell')
