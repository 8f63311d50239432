/** Questions about what a plan would have made: the plan and the span, apart. */

const DAY = 86_400
const SPANS: Record<string, number> = {
  day: DAY,
  week: 7 * DAY,
  fortnight: 14 * DAY,
  month: 30 * DAY,
  quarter: 90 * DAY,
  year: 365 * DAY,
}
const SPAN = new RegExp(
  [
    String.raw`\b(?:in|over|for|during|within|across)?\s*(?:the|these)?\s*(?:last|past|`,
    String.raw`previous)\s+(?:(\d+|two|three|four|five|six|ten|twelve)\s+)?(day|week|fortnight|`,
    String.raw`month|quarter|year)s?\b`,
  ].join(''),
  'i',
)
const WORDS: Record<string, number> = { two: 2, three: 3, four: 4, five: 5, six: 6, ten: 10, twelve: 12 }
const ABOUT = new RegExp(
  [
    String.raw`^(?:(?:what|how)(?: much| well)?(?: money| profit)?\s+would(?: i| it| a| an)?|`,
    String.raw`if i(?:'d| had| would have)|had i)\b|\b(?:have|had) (?:made|earned|done|returned|`,
    String.raw`brought(?: me)?|performed|given(?: me)?|gained|paid|worked(?: out)?|got(?:ten)?)\b|`,
    String.raw`\bhow much (?:would|money|profit|could)\b.*$|\bwhat would (?:i|it|that)\b.*$|`,
    String.raw`\bwould(?: i)? have (?:now|today|made|earned)\b.*$|\bhave happened\b|\bif i(?:'d| had)\b`,
  ].join(''),
  'gi',
)

/** Whether a question asks what would have been. */
export const asksWhatWouldHaveBeen = (text: string): boolean =>
  new RegExp(
    [
      String.raw`\bwould\b.*\bhave\b|\bif i(?:'d| had)\b.*\bwould\b|\bhad i\b.*\bwould\b|`,
      String.raw`\bwould\b.*\b(?:last|past) (?:\d+ )?(?:day|week|month|year)`,
    ].join(''),
    'i',
  ).test(text)

export function heldThen(text: string): { plan: string; seconds: number } {
  const [, n = '1', unit = 'month'] = SPAN.exec(text) ?? []
  const seconds = (WORDS[n.toLowerCase()] ?? Number(n)) * (SPANS[unit.toLowerCase()] ?? 30 * DAY)
  return {
    plan: text
      .replace(SPAN, ' ')
      .replace(ABOUT, ' ')
      .replace(/\?+\s*$/, '')
      .trim(),
    seconds,
  }
}
