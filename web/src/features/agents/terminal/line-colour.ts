/** The colour of a terminal line by keyword, and its result: the text rules of specification 1, all of them here. */
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

/** Splits off the text after 'Profit:', which is shown in green, or after 'Loss:', in red. */
export function splitResult(message: string): { head: string; result: string; isLoss: boolean } {
  const found = /\b(?:Profit|Loss):/.exec(message)
  if (!found) return { head: message, result: '', isLoss: false }
  const cut = found.index + found[0].length
  return { head: message.slice(0, cut), result: message.slice(cut), isLoss: found[0] === 'Loss:' }
}
