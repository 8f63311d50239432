/**
 * Questions about a trade that do not request it: whether it is wise, allowed or done by others, proposals, and plans
 * for some day. A polite request stays an order: 'would you sell half of it, please'.
 */
import { ORDER_VERB, TRADE_GERUND, NOT_LED, SOFTLY } from './text/trade-verbs.ts'

const joined = (...parts: string[]): string => parts.join('')
const I = '(?:i|we)'
const SOFT = joined(
  '(?:(?:just|really|actually|also|still|now|then|maybe|probably|perhaps|even|ever|honestly|yet|always|usually|',
  'personally|yourself|kind of|a bit|rather|quite|very|so|too) ){0,3}',
)
const OPENS = joined(
  '(?:hmm*|well|so|ok|okay|yeah|and|but|or|actually|bro|bruh|dude|man|mate|wait|tell me|honestly|now|hey|',
  'lol|look)',
)
/** The beginning of a clause, with its opening words. */
export const BEGINS = String.raw`(?<=(?:^|[.,;:!?…-])\W{0,3}(?:${OPENS},? ){0,3})`
export const FITTING = joined(
  '(?:good|great|right|best|better|bad|wise|wiser|smart|smarter|clever|sensible|dumb|stupid|silly|crazy|mad|foolish|',
  'risky|reasonable|prudent|advisable|recommended|tempting|wrong|perfect|ideal|worth it|late|early|soon|worthwhile|',
  'safe|nice)',
)
export const NOUN =
  '(?:time|moment|day|week|point|idea|call|move|thing|plan|decision|choice|bet|window|chance)'
const MUCH = joined(
  '(?:(?:too|really|maybe|perhaps|probably|about|already|now|finally|still|so|very|just|even|actually|really|',
  'generally) ){0,2}',
)
const WISE = `(?:an? |the )?(?:${FITTING}(?: ${NOUN})?|${NOUN})`
export const ALLOWED = '(?:ok|okay|alright|all right|fine|allowed|cool)'
const IT = '(?:it|this|that|now|today|here|there|tomorrow)'
export const BE =
  "(?:is|was|isn't|isnt|wasn't|would|wouldn't|will|won't|might|may|could|should|does|doesn't|did)"
/** 'Is it', 'wouldn't it be', 'it's', 'now would be' */
export const ITS = `(?:${BE} ${IT}(?: not)?|${IT}(?:'s|s|'d)|${IT} ${BE}) ${MUCH}(?:be )?${MUCH}`
const FOR = '(?:for (?:me|us|you|one|a beginner) )?'
const OTHERS = '(?:it|this|that|one|anyone|anybody|people|they|the (?:bot|agent|app|desk)|purser)'

/** Questions to the one who would do it, or to nobody: a 'please' or 'for me' beside one makes it a request. */
const ASKED = [
  // 'Is it ok to sell', 'would it be fine if I sold it'
  `(?:${ITS}|${BEGINS})${ALLOWED} ${FOR}(?:to|if ${I}) ${SOFTLY}(?=${ORDER_VERB}|(?:sold|bought|swapped)\\b)`,
  // 'Can we sell', 'could the bot sell', 'would you sell'
  `${NOT_LED}can we ${SOFTLY}(?=${ORDER_VERB})`,
  `${NOT_LED}(?:can|could|would|does) ${OTHERS} ${SOFTLY}(?=${ORDER_VERB})`,
  `${NOT_LED}would (?:you|u) ${SOFT}${SOFTLY}(?=${ORDER_VERB})`,
  // 'Wondering whether I could sell'
  joined(
    `(?:${I}(?:'m| am|'re| are|'ve been| have been| was| were)? ${SOFT})?wonder(?:ing|ed)? (?:if|whether) ${I} `,
    `(?:could|can|may|might) ${SOFTLY}(?=${ORDER_VERB})`,
  ),
  // 'You should sell', 'so you want me to sell'
  `${BEGINS}(?:do |did )?you (?:want (?:me|us) to|would|should|could|might|ought to) ${SOFTLY}(?=${ORDER_VERB})`,
]
/** 'Everyone would sell', 'who would sell', 'my friend wants to sell'; 'I'd sell' is how some give an order. */
const WOULD = [
  joined(
    `${NOT_LED}(?:who(?: else)?|everyone|everybody|anyone|anybody|someone|somebody|nobody|people|others|most) `,
    `(?:would|could|should|wants? to) ${SOFTLY}(?=${ORDER_VERB})`,
  ),
  joined(
    `${BEGINS}(?:my|the|a|our) [a-z]+ (?:wants|would like|plans|hopes|intends) ${SOFTLY}(?:(?:me|us) )?`,
    `to (?=${ORDER_VERB})`,
  ),
]
/** 'Could we buy 2 SOL of JUP?': without its question mark it is how some give an order. */
const COULD_WE = `${NOT_LED}could we ${SOFTLY}(?=${ORDER_VERB})`

/** Questions whether it is wise, or intentions. */
const WEIGHED = [
  // 'Is it a good time to sell', 'now would be the moment to sell', 'does it make sense to sell'
  joined(
    `(?:(?:${ITS}|${BEGINS}${MUCH})${WISE}|(?:${ITS}|${BEGINS}|${IT} ${MUCH})makes? (?:any |more |much )?sense) `,
    `${FOR}to ${SOFTLY}(?=${ORDER_VERB})`,
  ),
  // 'Would you suggest selling', 'do you recommend that I sell'
  joined(
    `(?:would|do|did|could|can|should) (?:you|u|they) ${SOFT}(?:suggest|recommend|advise|propose) (?:that )?`,
    `(?:(?:me|us|i|we) )?(?:to )?${SOFTLY}(?=${ORDER_VERB}|${TRADE_GERUND})`,
  ),
  `${BEGINS}(?:your|any|some) (?:take|thoughts?|opinions?|views?|advice|feelings?) (?:on|about|of) (?=${TRADE_GERUND})`,
  // 'I plan to sell', 'we're about to sell', 'I meant to sell', 'I'm scared to sell'
  joined(
    `${I}(?:'m| am|'re| are|'ve| have| was| were|'d| had)? ${SOFT}(?:been )?(?:planning|plan|planned|intend|`,
    'intending|hope|hoping|meant|mean|about|scared|afraid|itching|dying|aiming|aim|prepared|ready|supposed|',
    `keen|eager|dreaming|nervous|close) (?:to|of|about) ${SOFTLY}(?=${ORDER_VERB}|${TRADE_GERUND})`,
  ),
  `${I}(?:'m| am|'re| are)? ${SOFT}(?:planning|plan|keen|set) on (?=${TRADE_GERUND})`,
  // 'I keep selling', as a report
  `${I} ${SOFT}keep (?=${TRADE_GERUND})`,
  // 'One day I'll sell', 'sell it in a bit'
  joined(
    `${BEGINS}(?:one day|some ?day|eventually|sometime|at some point|later|soon|in a bit),? (?:maybe )?`,
    `${I}(?:'ll| will|'d| would| might| may)? (?=${ORDER_VERB})`,
  ),
  String.raw`in a (?:little )?(?:bit|while|moment|sec|jiffy)(?=[\s!?.…]*$)`,
  `if you were (?:me|us|in my (?:shoes|place|position|situation))`,
  `(?:in my|if i were in your) (?:shoes|place|position)`,
  `(?:my|the|our) (?:idea|thought|intention|hope) is (?:to )?${SOFTLY}(?=${ORDER_VERB}|${TRADE_GERUND})`,
  String.raw`just curious(?=[\s,:])`,
  // 'Sell it, good idea', 'sell it, yes or no'
  joined(
    `(?<=[,;:–.-] ?)(?:(?:(?:is|would) (?:it|that|this) (?:be )?)?(?:an? |the )?${FITTING}(?: ${NOUN})?|`,
    'yes or no|y/n|huh|eh|innit|agreed?)',
    String.raw`(?: or (?:not|bad|dumb|stupid|wrong|too (?:late|early))(?: idea)?)?(?=[\s!?.…]*$)`,
  ),
]
/** 'Would selling it be wise', 'is selling all of it a good idea' */
const OF_DOING = [
  `${BEGINS}${BE} (?=${TRADE_GERUND})`,
  String.raw`(?:be |seem |sound |look )?(?:an? |the )?${FITTING}(?: ${NOUN})?(?=[\s!?.…]*$)`,
]
/** Proposals, however else such a question is answered. */
const PROPOSED = [
  `(?:how|what) about (?:(?:we|i|you|us|if we|if i) )?${SOFTLY}(?=${ORDER_VERB}|${TRADE_GERUND})`,
  `why (?:not|don't|dont|do not) (?:(?:we|i|you) )?${SOFTLY}(?=${ORDER_VERB})`,
  `what (?:do you |d'you |would you )?say (?:(?:we|i|you|to|if we) )?${SOFTLY}(?=${ORDER_VERB}|${TRADE_GERUND})`,
]
const compiled = (...patterns: string[]): RegExp[] =>
  patterns.map((pattern) => new RegExp(String.raw`(?<![\w'])(?:${pattern})`, 'gi'))
const asked = compiled(...ASKED)
const couldWe = compiled(COULD_WE)
const weighed = compiled(...WEIGHED, ...WOULD)
const ofDoing = compiled(...OF_DOING)
const IS_OF_DOING = new RegExp(OF_DOING[0] ?? '', 'i')
const proposed = compiled(...PROPOSED)
const PROPOSES = new RegExp(PROPOSED.join('|'), 'i')

/** 'Please', 'for me', 'thank you': beside a question they request its action. */
export const POLITELY = new RegExp(
  [
    String.raw`\b(?:please|pls|plz|plea?s|kindly|thanks|thank|thx|cheers|ta|for (?:me|us)|on (?:my|our) behalf|`,
    String.raw`appreciate\w*|grateful|(?:get|buy|sell|grab|swap|snag) (?:me|us))\b`,
    String.raw`(?! (?:tell|advise|say|let|explain|help)\b)`,
  ].join(''),
  'i',
)

/** A word of each of them: a plain order has none. */
const MAY_ASK = new RegExp(
  [
    String.raw`\b(?:i|we|you|u|they|can|wants?|like|plans|hopes|intends|wonder\w*|sense|makes?|your|any|some|`,
    'some ?day|eventually|sometime|later|bit|while|sec|jiffy|my (?:shoes|place|position)|were|curious|yes|y/n|huh|eh|',
    `innit|agreed?|about|why|say|who|${ALLOWED}|${FITTING}|${NOUN}|${BE})\\b`,
  ].join(''),
  'i',
)

const blank = (said: string): string => ' '.repeat(said.length)
const without = (text: string, hedges: readonly RegExp[]): string => {
  let left = text
  for (const hedge of hedges) left = left.replace(hedge, blank)
  return left
}

/**
 * Returns the text without the words that ask for an opinion or permission, or propose; each other word at its place.
 */
export function withoutProposal(text: string): string {
  if (!MAY_ASK.test(text)) return text
  const weighs = IS_OF_DOING.test(text) ? without(text, ofDoing) : text
  const left = without(without(weighs, proposed), weighed)
  if (POLITELY.test(text)) return left
  return without(text.includes('?') ? without(left, couldWe) : left, asked)
}
/** 'How about selling it', 'why not sell it' */
export const proposes = (text: string): boolean => PROPOSES.test(text)
