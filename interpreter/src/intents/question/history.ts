/** Questions about the result that a plan would have had: the plan and the span, apart. */
import type { Interpretation, Topic } from '../../port.ts'

const DAY = 86_400
const UNSAID_DAYS = 30
const SPANS: Record<string, number> = {
  hour: 3_600,
  day: DAY,
  week: 7 * DAY,
  fortnight: 14 * DAY,
  month: UNSAID_DAYS * DAY,
  quarter: 90 * DAY,
  year: 365 * DAY,
}
const SPAN = new RegExp(
  [
    String.raw`\b(?:in|over|for|during|within|across)?\s*(?:the|these)?\s*(?:last|past|`,
    String.raw`previous)\s+(?:(\d{1,4}|two|three|four|five|six|ten|twelve)\s+)?(hour|day|week|fortnight|`,
    String.raw`month|quarter|year)s?\b`,
  ].join(''),
  'i',
)
const WORDS: Record<string, number> = { two: 2, three: 3, four: 4, five: 5, six: 6, ten: 10, twelve: 12 }
const ABOUT = new RegExp(
  [
    String.raw`^(?:(?:what|how)(?: much| well)?(?: money| profit)?\s+would(?: i| it| a| an)?|`,
    String.raw`had i)\b|\bif i(?:'d| had| would have)\b|\b(?:have|had) (?:made|earned|done|returned|`,
    String.raw`brought(?: me)?|performed|given(?: me)?|gained|paid|worked(?: out)?|got(?:ten)?)\b|`,
    String.raw`\bhow much (?:would|money|profit|could)\b.*$|\bwhat would (?:i|it|that)\b.*$|`,
    String.raw`\bwould(?: i)? have (?:now|today|made|earned)\b.*$|\bhave happened\b|\bif i(?:'d| had)\b`,
  ].join(''),
  'gi',
)

/** Tells whether a question asks what would have been. */
export const asksWhatWouldHaveBeen = (text: string): boolean => ASKS_SO.test(text.replace(WISHES, ' '))
/** 'I would like you to sell all that I have' is a request for now. */
const WISHES = new RegExp(
  [
    String.raw`\b(?:i|we|it|that|you)(?: would|'d) (?:(?:really|very much|also|just|now|rather) )*`,
    String.raw`(?:like|love|prefer|appreciate|want|need|wish|`,
    String.raw`be (?:glad|happy|grateful|great|nice|good|lovely|kind))\b|`,
    String.raw`^\W*would you\b(?!.*\b(?:know|tell|show|say)\b)`,
  ].join(''),
  'gi',
)
const ASKS_SO = new RegExp(
  [
    String.raw`\bwould\b.*\bhave\b|\bif i(?:'d| had)\b.*\bwould\b|\bhad i\b.*\bwould\b|`,
    String.raw`\bwould\b.*\b(?:last|past) (?:\d+ )?(?:hour|day|week|month|year)`,
  ].join(''),
  'i',
)

/** `isSaid`: the text gives the span. */
export type Span = { seconds: number; isSaid: boolean }

/**
 * Returns the plan as text, and the span. A span that is not read stays in the plan's text, where it is not understood.
 */
export function readHypothetical(text: string): Span & { plan: string } {
  const span = SPAN.exec(text)
  const [, n = '1', unit = 'month'] = span ?? []
  const seconds = (WORDS[n.toLowerCase()] ?? Number(n)) * (SPANS[unit.toLowerCase()] ?? 0)
  return {
    isSaid: span !== null,
    plan: text
      .replace(SPAN, ' ')
      .replace(ABOUT, ' ')
      .replace(/\?+\s*$/, '')
      .trim(),
    seconds,
  }
}

/** Tells whether this text in the place of a plan means the plan shown: 'what would that have made last month'. */
export const meansShown = (plan: string): boolean => SHOWN.test(plan)
const SHOWN =
  /^\W*(?:(?:and|so|then|that|this|it|the|same|plan|strategy|one|thing|have|made|make|done|over|in|for|what|would|to|date)\b\W*)*$/i

type Planned = Extract<Interpretation, { kind: 'plan' }>

/** Returns the plan over that span. Its prices relative to today's are relative to those of the beginning. */
export function toHistoryTopic(
  { plan, assumptions, relative, exits }: Planned,
  { seconds, isSaid }: Span,
): Topic {
  return {
    about: 'history',
    plan,
    seconds,
    assumptions: isSaid ? assumptions : [...assumptions, `Over the last ${UNSAID_DAYS} days.`],
    ...(relative ? { relative } : {}),
    ...(exits ? { exits } : {}),
  }
}
