/**
 * Trades that somebody only weighs: 'I might sell', 'thinking about selling', 'not sure whether to'. A careful broker
 * asks whether to do it. If the rest requests it, it is an order: 'I was thinking of putting 20 dollars into JUP, if I
 * may'.
 */
import { quoteText } from './intents/questions.ts'
import type { Interpretation } from './port.ts'
import { withoutProposal } from './proposed.ts'
import { TRADE_VERB, TRADE_GERUND, NOT_LED, SOFTLY } from './text/trade-verbs.ts'

const I = '(?:i|we)'
const I_AM = [
  "(?:(?:i|we)(?:'m| am|'re| are|'ve| have| was| were)? )?(?:(?:im|ive|been|still|",
  'just|kind of|a bit|rather|quite|very|so|really) ){0,4}',
].join('')
const SURE = '(?:sure|certain|decided|convinced|made up my mind|100% sure)'
const OWN = [
  String.raw`(?:i|we|to|if|whether|that|about|on|of|by|the idea of|towards?|or not|over|between|`,
  String.raw`should|want to|would|might|'ll|will|'d|may|could|ought to|am going to|i'm going `,
  String.raw`to|actually|really)`,
].join('')

/** Undecided: a 'please' at the end of it asks for advice. */
const DOUBTS = [
  [
    String.raw`(?:not (?:\w+ ){0,2}${SURE}|unsure|undecided|uncertain|in two minds|of two minds|`,
    String.raw`torn|on the fence|hesitating|hesitant|wavering|debating|`,
  ].join(''),
  [
    String.raw`(?:haven't|have not|havent) (?:\w+ ){0,2}(?:decided|made up my mind)|(?:can't|`,
    String.raw`cant|cannot|can not) decide|`,
  ].join(''),
  [
    String.raw`(?:don't|dont|do not) know|dunno|idk|no idea|wonder(?:ing)?(?! (?:if|whether) `,
    String.raw`(?:i|we) (?:could|can|may|might)))`,
  ].join(''),
].join('')
const WEIGHS = [
  [
    String.raw`(?:think|thinking|thought|pondering|contemplating|considering|considered|mulling|`,
    String.raw`weighing|musing|toying with|tempted|inclined|leaning|`,
  ].join(''),
  String.raw`half a mind|(?:some|a) thoughts?|flirting with|feel like|feeling like|entertaining)`,
].join('')
const HELPS =
  "(?:should|shud|might|may|could|ought to|(?:'ll|will|'d|would) (?:probably|maybe|perhaps|possibly))"
const WISE = [
  '(?:time|(?:good|right|better|best|bad|great|smart|wise)(?: (?:time|moment|idea|',
  'call|move|thing))?|wiser|smarter|sensible)',
].join('')
const DONE = 'sold|bought|swapped|dumped|converted|exchanged|traded|closed|put|invested'
const OPENS = '(?:hmm*|well|so|ok|okay|yeah|and|but|actually)'
const GUESS = '(?:think|guess|reckon|suppose|believe|figure|feel)'

const HEDGES = [
  // 'Not sure whether I should sell', 'in two minds about selling'
  String.raw`${I_AM}${DOUBTS},? (?:${OWN},? ){0,6}${SOFTLY}(?=${TRADE_VERB}|${TRADE_GERUND})`,
  // 'Thinking about selling', 'tempted to sell'
  String.raw`${I_AM}${WEIGHS},?(?: up| over)? (?:${OWN} ){1,5}${SOFTLY}(?=${TRADE_VERB}|${TRADE_GERUND})`,
  [
    String.raw`${I_AM}(?:considering|contemplating|pondering|feel like|feeling like|debating|`,
    String.raw`mulling|weighing|entertaining) (?=${TRADE_GERUND})`,
  ].join(''),
  // 'I think I'll sell', 'I guess we have to sell'
  [
    String.raw`${I} ${SOFTLY}${GUESS},? (?:that )?(?:i|we)(?:'ll|'d| will| would| want to| need `,
    String.raw`to| must| have to| am going to|'m going to|'m gonna)? ${SOFTLY}(?=${TRADE_VERB})`,
  ].join(''),
  // 'I should probably sell', but not 'if I could'
  [String.raw`(?:${I} ${GUESS},? )?${NOT_LED}${I} ?${SOFTLY}${HELPS} ${SOFTLY}(?=${TRADE_VERB})`].join(''),
  [String.raw`${NOT_LED}${I} can (?=(?:buy|sell|swap|trade|exchange|convert|dump)\b)`].join(''),
  // 'I should have sold', 'shoulda sold'
  String.raw`(?:${I} )?(?:should|could|would)(?:a|'?ve| have| of) ${SOFTLY}(?=(?:${DONE})\b)`,
  // 'Should probably sell', 'it could be time to sell', 'worth selling', 'my plan was to sell'
  String.raw`(?<=^\W{0,3})(?:${OPENS},? )?(?:should|might|may|could|ought to) ${SOFTLY}(?=${TRADE_VERB})`,
  [
    String.raw`(?:it|this|that|now|today) (?:could|might|may|would|should) ${SOFTLY}be (?:an? `,
    String.raw`|the )?${SOFTLY}${WISE} (?:for (?:me|us) )?to (?=${TRADE_VERB})`,
  ].join(''),
  [
    String.raw`${I} ${GUESS},? (?:that )?(?:it's|its|it is) (?:(?:maybe|probably|perhaps|about) `,
    String.raw`)?time (?:for (?:me|us) )?to (?=${TRADE_VERB})`,
  ].join(''),
  String.raw`worth (?=${TRADE_GERUND})`,
  String.raw`(?:plan|idea|intention|hope) (?:was|would be|might be|could be) (?:to|for us to) (?=${TRADE_VERB})`,
  // 'Maybe sell', 'perhaps 1 SOL'
  [
    String.raw`(?:maybe|perhaps|possibly|probably|prolly|potentially|perchance)(?: ${I}(?:'ll|`,
    String.raw` will|'d| would| should)?)?,? (?!you\b|u\b|ya\b)`,
  ].join(''),
].map((pattern) => new RegExp(String.raw`(?<![\w'])${pattern}`, 'gi'))
/** 'Sell it, I guess', 'sell it, should I' */
const AT_END = new RegExp(
  [
    String.raw`[,;.]? ?\b(?:maybe|perhaps|possibly|probably|prolly|i (?:guess|suppose|think|reckon)|`,
    String.raw`(?:should|shall) (?:i|we)(?: not)?)[.!?…\s]*$`,
  ].join(''),
  'i',
)
/** 'Sell it?!', 'sell it (?) :)', 'sell it, right?' */
const ENDS_ASKING = /\?[\s!?.…()[\]:;*~-]*$/
const LAST_CHARACTERS = 20
const TAG = /,? ?\bright(?=[\s!?.…]*$)/i

/** 'Sell it?' is a question unless the rest requests it. */
const REQUESTS = new RegExp(
  [
    String.raw`\b(?:can|could|would|will|may|might|please|pls|plz|kindly|mind|possib\w*|ok|okay|right|alright|`,
    String.raw`all right|about|let's|lets|fine|deal)\b`,
  ].join(''),
  'i',
)

/** 'Could you maybe', 'perhaps you would' */
const POLITE = new RegExp(
  [
    String.raw`\b(?:can|could|would|will|might) (?:you|u|ya) (?:\w+ )?(?:maybe|perhaps|possibly)\b|`,
    String.raw`\b(?:maybe|perhaps|possibly) (?:you|u) (?:can|could|would|might)\b`,
  ].join(''),
  'gi',
)

const PLEASE = 'pl(?:ease|ea?s|z|s)|kindly'
const FINE = 'all ?right|alright|ok(?:ay)?|fine|cool|possible|good|no trouble|not too much trouble|convenient'
const DOES = [
  String.raw`\b(?:${PLEASE}) (?:just |then |so )?(?:do (?:it|so|that)|go ahead|make it so|${TRADE_VERB})`,
  [
    String.raw`\b(?:go ahead|so do it|just do it|do it now|make it so|let's do (?:it|this|that)|`,
    String.raw`do it(?= ?(?:$|[.!,])))`,
  ].join(''),
  String.raw`(?:[.;:!] ?|\b(?:so|now|okay|ok) ,?)(?:let's |just |then |now |please |go ahead and )*${TRADE_VERB}`,
  String.raw`\b(?:can|could|would|will) (?:you|u) (?:please |just |now |kindly )?${TRADE_VERB}`,
].map((pattern) => new RegExp(pattern, 'i'))
const ASKS_FOR_IT = [
  [
    String.raw`\b(?:${PLEASE})\b(?! (?:tell|advise|say|let me know|help|explain|check|confirm|`,
    String.raw`look|think|show|answer|opinion))`,
  ].join(''),
  [
    String.raw`\bif (?:(?:it|that|this)(?:'s| is| would be|'d be| isn't)? (?:${FINE})|i may|i `,
    String.raw`might|possible|you (?:don't mind|please|can|could|would))`,
  ].join(''),
  String.raw`\blet's\b|\b(?:thanks|thank you) in advance\b`,
].map((pattern) => new RegExp(pattern, 'i'))

const straight = (text: string): string => text.replace(/[‘’ʼ]/g, "'").replace(/\s/g, ' ')
const blank = (said: string): string => ' '.repeat(said.length)

/**
 * Returns the text without the words that weigh it, each other word at its place; undefined if there are none, or it is
 * a request.
 */
export function withoutDoubt(instruction: string): string | undefined {
  const text = straight(instruction).replace(POLITE, blank)
  let decided = withoutProposal(text.length === instruction.length ? text : instruction)
  for (const hedge of HEDGES) decided = decided.replace(hedge, blank)
  const doubts = decided !== text
  decided = decided.replace(AT_END, blank)
  if (ENDS_ASKING.test(text.slice(-LAST_CHARACTERS)) && !REQUESTS.test(text.replace(TAG, '')))
    return decided.replace(TAG, blank).replace(/\?/g, ' ')
  if (decided === text) return undefined
  const isUndecided = doubts && new RegExp(DOUBTS, 'i').test(text)
  if ([...DOES, ...(isUndecided ? [] : ASKS_FOR_IT)].some((one) => one.test(decided))) return undefined
  return decided
}

/** Asks whether to do it, in the words of the plan that it would be. */
export const shouldIDo = (
  text: string,
  { plan, changes }: Planned,
): Extract<Interpretation, { kind: 'ask' }> => ({
  kind: 'ask',
  code: 'other',
  question: changes
    ? `Should I change it? ${quoteText(text)} only weighs it, so I have changed nothing. Yes means: ${plan.goal}`
    : `Should I do it? ${quoteText(text)} only weighs it, so I have not made a plan. Yes means: ${plan.goal}`,
  choices: [{ label: changes ? 'Yes, change it' : 'Yes, do it', reply: 'yes' }],
})
type Planned = Extract<Interpretation, { kind: 'plan' }>
