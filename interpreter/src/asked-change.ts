/**
 * A question about a change of the plan shown: 'would every week be better?', 'can we make it 2 SOL?', 'is it ok to add
 * a stop?'. The user is asked whether to change it. A polite request to the agent ('could you make it 2 SOL?'), or a
 * proposal of nothing but a figure ('how about every week?'), is a change.
 */
import { ALLOWED, BE, BEGINS, FITTING, ITS, NOUN, POLITELY } from './proposed.ts'
import type { Interpretation, InterpreterRequest } from './port.ts'
import { SOFTLY } from './text/trade-verbs.ts'
import { shouldIDo, withoutDoubt } from './weighed.ts'

const HELPS = "(?:can|could|should|shall|may|might|will|would|must|can't|couldn't|shouldn't|won't|wouldn't)"
const ASKS = `(?:${BE}|${HELPS}|are|aren't|were|weren't|has)`
const ONE = '(?:it|that|this|they|those|these|everything|each (?:one|order)|an order)'
const TOO = '(?:too|so|very|really|still|even|any|much|a bit|more|maybe|perhaps|not|already|about|just|also)'
const ENOUGH = [
  String.raw`(?:${FITTING}|${ALLOWED}|possible|much|many|little|few|enough|sense|sensible|safer|riskier|cheaper|`,
  'healthier|often|rare|high|low|long|short|big|small|large|tight|wide|nicer|greedy|sufficient|normal|usual|more|less|',
  'fewer|higher|lower|longer|shorter|work|do|fit|suffice|help)',
].join('')
const MEANT = '(?:think|reckon|believe|guess|say|feel|figure)'
const SHOWN = 'the (?:amount|price|interval|stop|target|total|number of [a-z]+|pace|order|size)'
const CHANGED = [
  '(?:make|change|set|switch|turn|raise|lower|increase|decrease|reduce|double|triple|halve|cut|add|remove|extend|',
  'shorten|move|bump|drop|adjust|tighten|loosen|widen|push|bring)',
].join('')

const FIRST = [
  // 'Is it ok to make it', 'would it be better if we made it', 'is it worth making it'
  joined(
    `(?:${ITS}(?:an? |the )?(?:${FITTING}|${ALLOWED})(?: ${NOUN})?|${BEGINS}(?:an? |the )?${FITTING} ${NOUN}) `,
    '(?:for (?:me|us|you|it) )?',
    `(?:to|if (?:i|we|it)(?: (?:was|were|is|would be))?|with|at|as) ${SOFTLY}`,
  ),
  `${BEGINS}${BE} ${ONE} (?:not )?(?:be )?(?:an? |the )?(?:${TOO} ){0,2}${FITTING}(?: ${NOUN})? `,
  // 'Do you think every week is better', 'I wonder whether 2 SOL is enough'
  joined(
    `${BEGINS}(?:do|don't|would|so) (?:you|u) (?:not )?${MEANT} (?:that )?`,
    `(?:(?:i|we) should ${SOFTLY}|${ONE} should be )?`,
  ),
  joined(
    String.raw`(?:(?:i|we)(?:'m| am|'re| are|'ve been)? )?(?:just )?wonder(?:ing)? (?:if|whether) `,
    `(?:(?:i|we|${ONE}) (?:should|could|can|might|would)?(?: be)? ?)?${SOFTLY}`,
  ),
  `${BEGINS}(?:why (?:not|don't (?:we|you)|dont (?:we|you))|shouldn't (?:i|we)) ${SOFTLY}`,
  // 'Should it be', 'could it be', 'may it run'
  `${BEGINS}${ASKS} (?:${ONE}|${SHOWN}) (?:not )?${SOFTLY}(?:(?:be|have to be|need to be) )?${SOFTLY}`,
]
const CAN_WE = `${BEGINS}(?:can|may|shall|should|must|do|would) (?:we|they) ${SOFTLY}(?=${CHANGED}\\b)`
/** Only with a question mark: 'can we do 20 levels' is how some give an order. */
const MARKED = `${BEGINS}(?:can|could|may|might|will|would|shall|do) we ${SOFTLY}`
/** 'Would every week be better', 'is 2 SOL too much', 'does 0.5 SOL make more sense' */
const OF_FIGURE = `${BEGINS}${ASKS} (?!(?:you|u|i|we|there)\\b)(?:an? |the )?${SOFTLY}`
const LAST = joined(
  `,? ?(?:(?:be|is|are|seem|seems|sound|sounds|look|looks|make|makes|work|works|feel|would be|might be)? ?)`,
  `(?:(?:an? |the )?(?:${TOO} ){0,3}${ENOUGH}(?: ${NOUN})?(?: (?:for|than|with) (?:it|this|me|us|that|now))?`,
  String.raw`(?: instead| then| now| again)?)(?=[\s!?.…:;)(*~-]*$)`,
)

function joined(...parts: string[]): string {
  return parts.join('')
}
const compiled = (pattern: string): RegExp => new RegExp(String.raw`(?<![\w'])(?:${pattern})`, 'i')
const first = FIRST.map(compiled)
const canWe = compiled(CAN_WE)
const marked = compiled(MARKED)
const ofFigure = compiled(OF_FIGURE)
const last = compiled(LAST)

const ENDS_ASKING = /\?[\s!?.…()[\]:;*~-]*$/
/** Requests to the agent, or a check that it agrees: 'could you make it 2 SOL?', 'make it 2 SOL, ok?' */
const REQUESTS = new RegExp(
  [
    String.raw`\b(?:can|could|may|might) i\b|`,
    String.raw`\b(?:let's|lets|about)\b|[,;.] ?(?:ok|okay|right|alright|all right|fine|deal|yeah|yes)\W*$`,
  ].join(''),
  'i',
)
/** 'Could you make it 2 SOL', 'would it be possible to', 'would you mind' */
const ASKS_YOU = new RegExp(
  [
    String.raw`\b(?:can|could|would|will|may|might) (?:you|u|ya)\b(?! (?:say|think|suggest|recommend|advise|reckon))|`,
    String.raw`\bmind\b|possible (?:for you )?(?:to|if|that)\b|\bif you (?:could|can|would)\b`,
  ].join(''),
  'i',
)
const MAY_ASK = new RegExp(String.raw`\?|\b(?:${ASKS}|wonder\w*|why|${FITTING}|${ALLOWED})\b`, 'i')

const blank = (said: string): string => ' '.repeat(said.length)

/** Returns the change in question, each word at its place; undefined if there is no question, or it is a request. */
export function withoutAsking(instruction: string): string | undefined {
  const text = instruction.replace(/[‘’ʼ]/g, "'").replace(/\s/g, ' ')
  if (!MAY_ASK.test(text) || POLITELY.test(text)) return undefined
  const asks = ENDS_ASKING.test(text)
  if (ASKS_YOU.test(text)) return undefined
  let left = text
  for (const hedge of [...first, canWe, ...(asks ? [marked] : [])]) left = left.replace(hedge, blank)
  if (left === text && REQUESTS.test(text)) return undefined
  const figure = left.replace(ofFigure, blank)
  // A question about a figure ends in its judgement: 'would every week be better'.
  if (figure !== left && (asks || last.test(figure))) left = figure
  if (left !== text || asks) left = left.replace(last, blank)
  if (left === text && !asks) return undefined
  return left.replace(/\?/g, ' ')
}

/**
 * Returns a text without the words that weigh it; with a plan shown, also without those that ask about a change of it.
 */
export function withoutWeighing({ previousPlan }: InterpreterRequest, text: string): string | undefined {
  const asked = previousPlan === null ? undefined : withoutAsking(text)
  return asked === undefined ? withoutDoubt(text) : (withoutDoubt(asked) ?? asked)
}

/** A plan that was only weighed is no plan. */
export const confirmIfDoubted = (meant: Interpretation, request: InterpreterRequest): Interpretation =>
  meant.kind === 'plan' && withoutWeighing(request, request.instruction) !== undefined
    ? shouldIDo(request.instruction, meant)
    : meant
