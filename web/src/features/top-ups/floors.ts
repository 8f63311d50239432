/** What stands in the amount inputs of the settings when they lose the focus. */
import { TOP_UP_AMOUNT_LAMPORTS, TOP_UP_MINIMUM_LAMPORTS } from '@purser/contract/limits.ts'
import { lamportsOf, solText } from '#ui/amount-text.ts'

/** The text as it is saved: what is below its floor, or no amount, becomes the floor. */
const atLeast = (floor: bigint) => (text: string) => {
  const lamports = lamportsOf(text)
  return solText(lamports === undefined || lamports < floor ? floor : lamports)
}
export const minimumBalance = atLeast(TOP_UP_MINIMUM_LAMPORTS)
export const topUpAmount = atLeast(TOP_UP_AMOUNT_LAMPORTS)

/** Nothing is no cap; undefined where the text is neither empty nor an amount. */
export function dailyCap(text: string): string | null | undefined {
  if (text.trim() === '') return null
  const lamports = lamportsOf(text)
  return lamports === undefined ? undefined : solText(lamports)
}
