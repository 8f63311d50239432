/**
 * Questions and attempts on keys and funds, distinguished from instructions by the opening of a sentence and its topic.
 */
import type { Topic } from '../../port.ts'
import { asksWhatWouldHaveBeen } from './history.ts'
import { findAskedAction, BEARS } from './inverted.ts'
import { readDeskQuestion } from './desk-question.ts'
import { GREETING, expandWords, withoutCourtesy, withoutGreeting, withoutOpening } from './plain.ts'

const FORBIDDEN = new RegExp(
  [
    String.raw`\b(?:(?<!full )send(?! it\b(?! ?(?:all |over )?(?:to|over|out|into)\b))|`,
    String.raw`sending|withdraw|withdrawal|transfer|private keys?|secret keys?|`,
    String.raw`seed ?phrase|seed words|mnemonic|recovery phrase|keypair|passphrase|system prompt|`,
    String.raw`jailbreak|disregard|pretend|reveal)\b|\b(?:close|delete|remove)\b.{0,12}\baccount\b|`,
    String.raw`\b(?:ignore|forget|override|bypass)\b.{0,40}\b(?:instructions?|rules?|prompts?|`,
    String.raw`(?<!\bforget\b.*)limits?|above|previous|everything)\b|\b(?:show|export|give|tell|print|dump|leak|`,
    String.raw`what(?:'s| is| are))\b.{0,30}\b(?:keys?|secrets?|seed|mnemonic)\b|\b(?:to|`,
    String.raw`into) (?:the |my |this )?(?:address|wallet)\b.{0,6}[1-9A-HJ-NP-Za-km-z]{32,44}`,
  ].join(''),
  'i',
)

/** Asks for keys, or moves funds to an address. 'What is SEND trading at' only asks for a price. */
export function isForbidden(text: string): boolean {
  const plain = withoutSendToken(text)
  if (!FORBIDDEN.test(plain)) return false
  return FORBIDDEN.test(plain.replace(/\bsend\b/gi, ' ')) || !MARKET.has(readDeskQuestion(text))
}
const MARKET = new Set<Topic['about'] | undefined>(['price', 'trend', 'advice'])

const SENT = String.raw`(?! (?:to|all|my|the|it|them|everything|funds?|sol|usdc|\$?\d))`
const LED_SEND = new RegExp(String.raw`(?<=\b(?:of|into) |\$)send\b${SENT}|^\W*send\W*$`, 'gi')
const NAMED_SEND = new RegExp(String.raw`\bSEND\b${SENT}`, 'g')
/** The token SEND: 'buy 20 bucks of SEND', 'is SEND up?', and not 'SEND all my SOL to'. Capitals alone say nothing. */
const withoutSendToken = (text: string): string =>
  (/\p{Ll}/u.test(text) ? text.replace(NAMED_SEND, ' ') : text).replace(LED_SEND, ' ')

const ASKS = new RegExp(
  [
    String.raw`^(?:wh?ass?up|wazzup|sup (?=with\b)|what|at what time|what time|what's|whats|how|how's|`,
    String.raw`hows|why|where|who|which|whose|did|does|is|are|am|`,
    String.raw`was|were|has|had i|telling me|showing me|explaining|whens|when's|`,
    String.raw`y (?=did|does|is|was|has)|backtest|which all|have i|`,
    String.raw`have you (?!any)|(?:should|shall) (?=i\b|we\b)|show|tell me|`,
    String.raw`check (?=(?:my|the|if|on|price|balance)\b)|list|`,
    String.raw`confirm (?=(?:my|the)\b.*\b(?:value|balances?|price|worth)\b)|when (?=comes\b)|`,
    String.raw`display|do i|do you|do we|(?:can|could|may) i (?!ask you|have\b|get\b|please\b|set\b)|`,
    String.raw`(?:can|could|`,
    String.raw`would) you (?:please )?(?:explain|tell|describe|show|check|`,
    String.raw`confirm (?=(?:my|the)\b))|explain|describe|define|`,
    String.raw`when (?:should|will|did|is|do|does|was)|will (?:it|i|the|bonk|my)|would it|would i|`,
    String.raw`any|suppose|supposing|imagine|give me (?:the|my|a) (?:price|status|balance|report|`,
    String.raw`summary|update))\b`,
  ].join(''),
  'i',
)
const FIT = 'would it be (?!ok|alright|all right|fine|poss)|is it (?:wise|smart|good|clever|sensible) to'
const ADVICE = new RegExp(String.raw`^(?:(?:should|shall) (?:i|we)\b|what if|${FIT})`, 'i')
/** 'Suppose I sold all my BONK, what would happen?' */
const THEN_WHAT = /[\s,;.]*\b(?:what|how) (?:would|will|might|does|could)\b[^0-9$]*$/i
const HYPOTHETICAL = new RegExp(
  [
    String.raw`^(?:what (?:would |will |might )?happens? if|what if|what would (?:it|that|`,
    String.raw`i) .{0,30}if|suppose|supposing|imagine|`,
    String.raw`let(?:'?s| us) say (?=i\b|we\b|you\b|that\b)|say (?=(?:that )?(?:i|we)\b)|`,
    String.raw`hypothetically|if (?:i|we) (?=bought|sold|`,
    String.raw`were|put|invested)|(?:should|shall) (?=i\b|we\b)|(?:can|could|may) i (?!ask you|have\b|get\b|set\b|`,
    String.raw`please\b)|`,
    String.raw`is it (?:advisable|wise|smart|good|clever|sensible) to|would it .{0,40}(?:if|to)|`,
    String.raw`is it .{0,40}(?:if|to)|how about|what about|`,
    String.raw`do you think .{0,10}should)\b[\s,:]*(?:that\b)?`,
  ].join(''),
  'i',
)

const topics: [Topic['about'], RegExp][] = [
  [
    'skipped',
    new RegExp(
      [
        String.raw`\b(?:why|how come|what for|^y|explain|the reason|what happened)\b.*\b`,
        String.raw`(?:skip|skipped|skipping|miss|missed|didn'?t|`,
        String.raw`did not|hasn'?t|wasn'?t|no order|left out|omitted|not (?:buy|bought|sell|sold|trade|`,
        String.raw`traded|executed|`,
        String.raw`placed)|nothing (?:happen|bought|sold|done|executed|traded))`,
      ].join(''),
      'i',
    ),
  ],
  [
    'next_order',
    new RegExp(
      [
        String.raw`\b(?:when|whens|when's|how (?:long|soon)|what time)\b.*\b(?:next|again|until|till|`,
        String.raw`follow)\b|`,
        String.raw`\bnext (?:order|buy|sell|purchase|sale|trade|run|one|fill|time)\b|\bwhen (?:will|do|does|is|`,
        String.raw`are) (?:you|it|the (?:bot|agent|strategy))\b.*\b(?:buy|sell|trade|order)\b`,
      ].join(''),
      'i',
    ),
  ],
  [
    'profit',
    new RegExp(
      [
        String.raw`\b(?:profits?|profitable|pnl|p&l|p and l|returns?|gains?|losses|earnings?)\b|`,
        String.raw`\b(?:how much|what)\b.*\b(?:made|make|making|lost|lose|losing|earn|earned|gained|`,
        String.raw`won)\b|\bup or down\b|\b(?:earn|gain|win|make) or lose\b|\b(?:am|are) (?:i|we) (?:up|green|red|`,
        String.raw`down|winning|losing|making|`,
        String.raw`in (?:profit|the (?:green|red)|plus|minus|loss))\b|\bmaking (?:any )?money\b|`,
        String.raw`\b(?:did|have|do) (?:i|we) (?:already |ever |actually )?`,
        String.raw`(?:ma[dk]e|lost|lose|earn(?:ed)?|gain(?:ed)?|`,
        String.raw`won|win|profit(?:ed)?)\b`,
      ].join(''),
      'i',
    ),
  ],
  [
    'balances',
    new RegExp(
      [
        String.raw`\b(?:balances?|holdings?|portfolio|do i (?:have|own|hold)|have i got|i (?:have|own|`,
        String.raw`hold)|i am (?:having|holding|owning)|in (?:my|the|our|all) wallets?|`,
        String.raw`(?:sol|usdc|money|cash|funds?|tokens?|coins?) (?:is|are|do i have)? ?`,
        String.raw`(?:still )?(?:left|remaining|available)|`,
        String.raw`are you holding|my (?:wallets?|funds|money)|`,
        String.raw`net worth)\b`,
      ].join(''),
      'i',
    ),
  ],
  [
    'strategy',
    new RegExp(
      [
        String.raw`\b(?:strateg(?:y|ies)|bots?|agent|my (?:dca|twap|grid|rsi|bracket)|`,
        String.raw`anything (?:live|running|active)|pnl|p&l|profits?|losses|performing|performance|`,
        String.raw`status|progress|what are you (?:trading|buying|selling)|doing|going|running|`,
        String.raw`(?:did|have) you|trades|trades so far|`,
        String.raw`making money|in the (?:green|red)|up or down|orders (?:so far|placed))\b`,
      ].join(''),
      'i',
    ),
  ],
  ['settings', /\b(?:settings?|configure|configuration|preferences)\b/i],
  [
    'capabilities',
    new RegExp(
      [
        String.raw`\bwhich all\b|\bstrateg\w+ (?:are|is) (?:available|offered|possible)\b|`,
        String.raw`\b(?:what (?:(?:can|could) i|i (?:can|could|may)|(?:i'm|i am|am i) (?:able|allowed) to) `,
        String.raw`(?:ask|say|tell|do|have)|`,
        String.raw`(?:kinds?|sorts?|types?) of (?:things?|orders?|questions?)\b.*\b(?:can|could) i)\b`,
      ].join(''),
      'i',
    ),
  ],
  [
    'price',
    new RegExp(
      [
        String.raw`\bhow (?:expensive|cheap|pricey|costly)\b|^what(?:'s|s| is) \S+ at\b|`,
        String.raw`\bhow (?:many|much) .{1,40}\b(?:would|do|can|could|will) (?:i|we) get\b|`,
        String.raw`\bhow many (?:cents?|dollars?|usdc?|sol)\b.*\b(?:is|are|for|does|do)\b`,
      ].join(''),
      'i',
    ),
  ],
  [
    'price',
    /\b(?:price[ds]?|worth|cost|costs|trading at|quote|how much is|how much are|going for|value|going rate|rate)\b/i,
  ],
  [
    'capabilities',
    new RegExp(
      [
        String.raw`\b(?:help|can you|could you|do you (?:do|support|offer|know)|are you able|`,
        String.raw`capabilit(?:y|ies)|commands?|features?|what do you|what is it (?:that )?you do|`,
        String.raw`how do i|how can i|`,
        String.raw`how does (?:this|it)|who are you|what are you|able to|examples?)\b`,
      ].join(''),
      'i',
    ),
  ],
]
const TRADES = new RegExp(
  [
    String.raw`\b(?:keep|move|turn|convert|exchange|cash out|dump|unload|grab|`,
    String.raw`buy|sell|swap|dca|twap|limit|grid|stop|take|put|get|make|set|run|start|rebalance|spend|`,
    String.raw`spread|please|pls|can you|could you|would you|acquire|purchase|invest|obtain|snag|snap up|ape|`,
    String.raw`accumulate|stack|allocate|liquidate|offload|protect|guard|trim|pick up|scoop)\b`,
  ].join(''),
  'i',
)

const IF_I =
  /^if (?:i|we|it)\b.*,\s*(?:can|could|will|would|do|does|am|is|are) (?:i|we|it|they|my|the)\b.*\?\s*$/i

/** 'BONK 24h change?' */
const MOVES = new RegExp(
  [
    String.raw`^\S+ (?:\d+ ?[hdwm]\S*|daily|weekly|hourly|intraday|monthly)? ?`,
    String.raw`(?:change|move|performance|high|low|volume|range|chart)\s*\?+\s*$`,
  ].join(''),
  'i',
)

/** 'Profit today', 'wen next buy', 'it is how much, the WIF?' */
const ITEM = new RegExp(
  [
    String.raw`^(?:my |the |our )?(?:profits?|pnl|p&l|returns?|gains?|losses|status|progress|performance) `,
    String.raw`(?:on|of|for|from) (?:my|the|this|that|our) [a-z -]{2,24}\?+\s*$|`,
    String.raw`^(?:my |the |our )?(?:daily |weekly |today'?s |current |total )?(?:profits?|pnl|p&l)`,
    String.raw`(?: so far| today| now| this week| yesterday| rn| overall| please)*\W*$|`,
    String.raw`^wh?en (?:is |'?s )?(?:my |the )?next (?:buy|sell|order|purchase|trade|sale)\W*$|`,
    String.raw`^(?:my |the |our )?(?:wallet |token |sol )?(?:balances?|holdings)(?: now| please| pls)?\W*$|`,
    String.raw`^(?:it|this|that) is how much\b[^\d$]*\?\s*$`,
  ].join(''),
  'i',
)

/** 'U think JUP goes up from here?' */
const OPINION =
  /^(?:so |and |hey )*(?:do )?(?:you|u|ya|y'all) (?:think|reckon|believe|guess|feel)\b[^0-9$]*\?+\s*$/i

/** 'What I want to spend on WIF is 2 SOL' */
const SAYS_WHAT =
  /^what (?:i|we)\b(?!.*(?:n['’]t|\bnot\b|\bnever\b))[^?]*\b(?:is|are|would be)\b[^?]*\d[^?]*$/i

/** 'I'm new to this, what is slippage?': after a comma only a clause that opens like a question about a thing. */
const LAST_CLAUSE = /(?<=[.!;])\s+|(?<=,)\s+(?=(?:what|how) (?:is|are|does|do)\b|what's\b)/i

export type Asked = { hypothetical: string | null; about: Topic['about'] | null }

/** Tells whether the text opens like a question; `hypothetical` is the part after 'what if' or 'should I'. */
export function readQuestion(text: string): Asked | null {
  const about = readDeskQuestion(text)
  if (about) return { hypothetical: null, about }
  const opened = openedAs(text)
  const asked = opened ? undefined : findAskedAction(text)
  if (!asked) return opened
  return (asked.clause && openedAs(asked.clause)) || { hypothetical: asked.deed, about: null }
}
function openedAs(text: string): Asked | null {
  const bare = withoutCourtesy(withoutOpening(withoutGreeting(text)).trim()).trim()
  if (GREETING.test(text)) return { hypothetical: null, about: 'greeting' }
  if (OPINION.test(bare) && !TRADES.test(bare)) return { hypothetical: null, about: 'unknown' }
  if (asksWhatWouldHaveBeen(bare)) return { hypothetical: null, about: 'history' }
  if (
    /^(?:can|could|do|are|will) (?:you|u) [^0-9$]*\?\s*$/i.test(bare) &&
    !/\b(?:please|pls|for me|let it|make it|change|raise|lower|increase|decrease|switch)\b/i.test(text) &&
    /\b(?:do|support|offer|know|run|trade|trading|able|handle|make|understand|work)\b/i.test(bare) &&
    !/\b(?:buy|sell|swap)\b/i.test(bare)
  )
    return { hypothetical: null, about: 'capabilities' }
  if (ITEM.test(bare))
    return { hypothetical: null, about: /how much/i.test(bare) ? 'price' : findTopic(expandWords(bare)) }
  if (MOVES.test(bare)) return { hypothetical: null, about: 'price' }
  // 'I like it. Should I buy some?' asks the same as the question alone.
  const last = bare.split(LAST_CLAUSE).at(-1) ?? bare
  const opening = bare.slice(0, -last.length)
  if (
    opening !== '' &&
    readDeskQuestion(last) === 'explain' &&
    !/[\d$%]/.test(opening) &&
    !TRADES.test(opening)
  )
    return { hypothetical: null, about: 'explain' }
  // 'I'm new to this. What do you do?' asks the same as its last sentence, if nothing before it could be an order.
  if (last !== bare && /\?\s*$/.test(last) && !/[\d$%]/.test(bare) && !TRADES.test(bare))
    return readQuestion(last)
  // 'JUP looks weak. Who would sell half of it?', if nothing before it belongs to that.
  const before = bare.slice(0, -last.length)
  const bears = /[\d$%]/.test(before) || BEARS.test(before) || TRADES.test(before)
  const asked = last === bare || bears ? null : openedAs(last)
  if (asked) return asked
  const match = HYPOTHETICAL.exec(bare) ?? (ADVICE.test(last) ? HYPOTHETICAL.exec(last) : null)
  if (match) return { hypothetical: match.input.slice(match[0].length).replace(THEN_WHAT, ''), about: null }
  // 'If I buy 1 SOL, can I lose more than that?'
  if (IF_I.test(bare)) return { hypothetical: null, about: findTopic(expandWords(bare)) }
  if (
    new RegExp(
      [
        String.raw`^(?:what|how) can you\b|^what (?:do|are) you\b(?!.*(?:doing|holding|up to|`,
        String.raw`running|trading|buying|selling|working on))|`,
        String.raw`^help\b(?! me\b)|^how (?:do|can|should) (?:i|we)\b|^(?:(?:can|could|`,
        String.raw`would) you (?:please )?)?(?:explain|describe|define)\b|^what(?:'s| is| are|`,
        String.raw` does)? (?:an? |the )?(?:dca|twap|limit orders?|grids?|grid trading|bracket|`,
        String.raw`trailing stops?|stop loss|take profit|rsi|golden cross|ema|sma|moving average|`,
        String.raw`rebalanc|slippage|drawdown)|^how does (?:an? |the )?(?:dca|twap|limit|grid|bracket|`,
        String.raw`trailing|stop|rsi|golden|ema|sma|moving|rebalanc)|^(?:which|what) (?:strateg|types?|`,
        String.raw`kinds?|orders)|^(?:do|are) you (?:able|support|offer|know)`,
      ].join(''),
      'i',
    ).test(bare)
  )
    return { hypothetical: null, about: 'capabilities' }
  const inIf = /^(?:how|what)\b.*\bif i\b/i.exec(bare)
  if (inIf) return { hypothetical: bare.slice(bare.toLowerCase().indexOf('if i') + 2), about: null }
  if (SAYS_WHAT.test(bare)) return null
  const plain = expandWords(bare)
  if (ASKS.test(plain)) return { hypothetical: null, about: findTopic(plain) }
  // 'Next fill when?', 'bonk price now?': no order, and no figure of one.
  const about = findTopic(plain)
  return /^[^\d?]{1,60}\?+\s*$/.test(plain) && about !== 'unknown' && !TRADES.test(plain)
    ? { hypothetical: null, about }
    : null
}

/** Returns the topic of a text without an instruction. */
export function findTopic(text: string): Topic['about'] {
  return readDeskQuestion(text) ?? topics.find(([, words]) => words.test(text))?.[0] ?? 'unknown'
}
