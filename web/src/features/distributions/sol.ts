import { formatUnits, parseUnits, SOL_DECIMALS } from '@purser/contract/money.ts'

/** Amounts of answers together, exact, with their unit. */
export function sol(...amounts: (number | string)[]): string {
  const units = amounts.reduce((sum, amount) => sum + parseUnits(amount, SOL_DECIMALS), 0n)
  return `${formatUnits(units, SOL_DECIMALS)} SOL`
}
