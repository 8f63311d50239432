/** The colour of a terminal line by keyword, and its profit: the text rules of specification 1, all of them here. */
export type LineColour = 'error' | 'start' | 'success' | 'bought' | 'placed' | 'halted' | 'plain'

const RULES: [pattern: RegExp, colour: LineColour][] = [
  [/\berrors?\b|\bfailed\b/i, 'error'],
  [/\b(?:starting|initializing)\b/i, 'start'],
  [/\b(?:success(?:ful|fully)?|initialized|sold|resumed)\b/i, 'success'],
  [/\bbought\b/i, 'bought'],
  [/\bplaced\b/i, 'placed'],
  [/\b(?:paused|stopped)\b/i, 'halted'],
]

export const lineColour = (message: string): LineColour =>
  RULES.find(([pattern]) => pattern.test(message))?.[1] ?? 'plain'

/** Splits off the text after 'Profit:', which is shown in green. */
export function splitProfit(message: string): { head: string; profit: string } {
  const at = message.indexOf('Profit:')
  if (at < 0) return { head: message, profit: '' }
  const cut = at + 'Profit:'.length
  return { head: message.slice(0, cut), profit: message.slice(cut) }
}
