import { formatUnits, parseUnits, SOL_DECIMALS } from '@purser/contract/money.ts'

/** The sum of amounts from answers, exact, with its unit. */
export function sol(...amounts: (number | string)[]): string {
  const units = amounts.reduce((sum, amount) => sum + parseUnits(amount, SOL_DECIMALS), 0n)
  return `${formatUnits(units, SOL_DECIMALS)} SOL`
}
