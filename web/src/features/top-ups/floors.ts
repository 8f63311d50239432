/** The amount inputs of the settings on blur. */
import { TOP_UP_AMOUNT_LAMPORTS, TOP_UP_MINIMUM_LAMPORTS } from '@purser/contract/limits.ts'
import { lamportsOf, solText } from '#ui/formats/amount-text.ts'

/** The text that is saved: below the floor, or not an amount, it becomes the floor. */
const atLeast = (floor: bigint) => (text: string) => {
  const lamports = lamportsOf(text)
  return solText(lamports === undefined || lamports < floor ? floor : lamports)
}
export const minimumBalance = atLeast(TOP_UP_MINIMUM_LAMPORTS)
export const topUpAmount = atLeast(TOP_UP_AMOUNT_LAMPORTS)

/** Null for an empty text (no cap); undefined if the text is not an amount. */
export function dailyCap(text: string): string | null | undefined {
  if (text.trim() === '') return null
  const lamports = lamportsOf(text)
  return lamports === undefined ? undefined : solText(lamports)
}
