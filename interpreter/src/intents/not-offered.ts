/** Kinds of instruction that are not offered, by their names in the refusal. */
import { quoteText } from './questions.ts'
import type { Interpretation } from '../port.ts'

export const labels = {
  indicator: 'an indicator other than the RSI and moving averages',
  calendar: 'a start time or a day of the calendar',
  condition: 'a condition on the market',
  product: 'anything but swapping a token against SOL or USDC',
  vague: 'an inexact figure',
  wallets: 'an amount for each wallet',
} as const

export const notOffered = (
  label: keyof typeof labels,
  clause: string,
): Extract<Interpretation, { kind: 'refused' }> => ({
  kind: 'refused',
  sentence: `${quoteText(clause)} asks for ${labels[label]}, which is not offered, so I have not made a plan.`,
})
