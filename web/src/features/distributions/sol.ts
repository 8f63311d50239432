import { formatUnits, parseUnits, SOL_DECIMALS } from '@purser/contract/money.ts'

/** An amount of an answer, exact, with its unit. */
export const sol = (amount: number | string): string =>
  `${formatUnits(parseUnits(amount, SOL_DECIMALS), SOL_DECIMALS)} SOL`
