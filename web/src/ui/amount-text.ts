/** Text of amount inputs, and its value in lamports. */
import { formatUnits, MoneyError, parseUnits, SOL_DECIMALS } from '@purser/contract/money.ts'

/** One step of an amount input: 0.000001 SOL. */
export const STEP_LAMPORTS = 1_000n

const AMOUNT = new RegExp(String.raw`^\d{0,12}(\.\d{0,${SOL_DECIMALS}})?$`)

/** Inputs accept an empty text, a lone point, or a non-negative number with at most SOL's decimals. */
export const acceptsAmount = (text: string): boolean => AMOUNT.test(text)

/** Undefined where the text is not an amount. */
export function lamportsOf(text: string): bigint | undefined {
  try {
    return parseUnits(text, SOL_DECIMALS)
  } catch (error) {
    if (error instanceof MoneyError) return undefined
    throw error
  }
}

/** Zero where the text is empty or not an amount. */
export const lamportsOrZero = (text: string | undefined): bigint =>
  text === undefined ? 0n : (lamportsOf(text) ?? 0n)

export const solText = (lamports: bigint): string => formatUnits(lamports, SOL_DECIMALS)

/** The text after the arrow keys: a step up or down, never below zero. */
export function stepAmount(text: string, direction: 1 | -1): string {
  const now = lamportsOrZero(text)
  if (direction === 1) return solText(now + STEP_LAMPORTS)
  return solText(now > STEP_LAMPORTS ? now - STEP_LAMPORTS : 0n)
}
