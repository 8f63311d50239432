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
export const expandWords = (text: string): string =>
  text.replace(/\p{L}+/gu, (word) => {
    const lower = word.toLowerCase()
    return SHORT[lower] ?? (isEnglish(lower) ? word : (meant(lower) ?? word))
  })

/** 'What if I sold': in an imagined case the past tense means nothing. */
export const asPresent = (text: string): string =>
  text
    .replace(/^([\s,]*)(?:(?:i|we|you)\s+)?(?:had\s+)?(?:bought|purchased|acquired)\b/i, '$1buy')
    .replace(/^([\s,]*)(?:(?:i|we|you)\s+)?(?:had\s+)?(?:sold|dumped)\b/i, '$1sell')
    .replace(/\s+instead(?=\W*$)/i, '')

/** Filler and swear words before a question. */
const BEFORE = new RegExp(
  [
    String.raw`^(?:(?:(?:good (?:morning|evening|afternoon|day)|morning|hi|hello|hey|he+y+|yo|gm|ok|okay|k|kk|so|well|please|pls|plz|and|`,
    String.raw`but|also|then|now|first|h+m+|m{2,}|u+m+|u+h+|uhm|er+m?|a+h+|o+h+|huh|bro|bruh|dude|mate|man|fam|lol|lmao|haha|`,
    String.raw`honestly|actually|wait|listen|look|alright|right|sure|nice|cool|great|thanks|thank you|thx|ty|sorry|yes|yeah|yep|no|nah|`,
    String.raw`hold on|one sec|one second|sec|hang on|anyway|btw|by the way|fyi|damn|dammit|damn it|goddamn|shit|holy (?:shit|cow|crap)|fuck|`,
    String.raw`fucking|fuckin|ffs|wtf(?! (?:is|are|did|does|do|am|was|happened|s)\b)|omg|jeez|jesus|christ|god|crap|argh|ugh|bloody hell|hell|`,
    String.raw`before (?:i|we|you) [^,.!?:]{1,40}(?=[,.!?:])|(?:one|a|another|quick|just a|just one)(?: quick| more| last)? question|`,
    String.raw`just (?:curious|wondering|asking|checking)|out of curiosity|quickly|quick|tell me|can you tell me|could you tell me|`,
    String.raw`(?:do|would) you know|i (?:was )?wonder(?:ing)?|i(?:'d| would) like to know|i want to know|remind me|any idea|let me know)\b)`,
    String.raw`[\s,:;.!?…—–-]*)+`,
  ].join(''),
)
/** They say nothing in a question. */
const SAYS_NOTHING =
  /(?<=\S) (?:exactly|actually|even|again|really|please|pls|plz|currently|right now|rn|at the moment|atm|at all|tho|though|anyway|lol|lmao|bro|man|dude|mate|btw|by the way|in your opinion|for real|ffs|damn|fucking|fuckin|bloody|the hell|the fuck|tf|on earth|the heck)\b/g
const CONTRACTED: [RegExp, string][] = [
  [/^wtf(?=\W)/, 'what'],
  [/\bwtf$/, ''],
  [/\b(what|how|where|when|why|who|that|there|which)(?:'s|s)\b/g, '$1 is'],
  [/\bit's\b|\bits(?= (?:up|down|an?|the|\p{L}+ing)\b)/gu, 'it is'],
  [/\b(what|how|where|when|why)'?re\b/g, '$1 are'],
  [/\b(what|how|where|when|why)'d\b/g, '$1 did'],
  [/\b(has|have|had|is|are|was|were|did|does|do|would|should|could)n'?t\b/g, '$1 not'],
  [
    /\b(have|has|did|do|does|is|are|was) not (you|it|i|we|they|that|the bot|my bot|the agent)\b/g,
    '$1 $2 not',
  ],
  [/\bi'?m\b/g, 'i am'],
  [/\bgonna\b/g, 'going to'],
  [/\bcould of\b/g, 'could have'],
  [/\bgood (?=(?:time|moment)\b)/g, 'a good '],
]

/** 'Is it up, or is twitter lying again?' asks the first. */
const OR_WHAT = /(?<=\S) or (?:am|is|are|was|were|did|do|does|has|have|should|will|what)\b.*$/

/** A question in lower case and without fillers, contractions and marks: 'wtf is jup at now??' is 'what is jup at now'. */
export function bareQuestion(text: string): string {
  const lower = text
    .toLowerCase()
    .replace(/[’`´]/g, "'")
    .replace(/["“”()*]|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{fe0f}|\u{200d}/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  let bare = expandWords(lower.replace(BEFORE, ''))
  for (const [contracted, long] of CONTRACTED) bare = bare.replace(contracted, long)
  return bare
    .replace(/[,;](?= )/g, '')
    .replace(SAYS_NOTHING, '')
    .replace(/\b(?:it|that|this) (?=(?:is|has|did)(?: it| that)?$)/g, '')
    .replace(OR_WHAT, '')
    .replace(/[\s?!.,;:…]+$/, '')
    .replace(/\s+/g, ' ')
    .replace(/\ba a\b/g, 'a')
    .trim()
}
