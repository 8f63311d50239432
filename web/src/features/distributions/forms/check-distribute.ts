/** The checks before a distribution; each returns its error message, if any. */
import {
  countedFees,
  mostDistributable,
  computeReserve,
} from '@purser/contract/distributions/distributable.ts'
import { distributeTexts } from '@purser/contract/distributions/distribution-texts.ts'
import { TRANSFERS_PER_OPERATION } from '@purser/contract/limits.ts'
import { formatFixed, SOL_DECIMALS } from '@purser/contract/money.ts'
import { lamportsOf } from '#ui/formats/amount-text.ts'

export type Mode = 'equal' | 'custom' | 'random'

/** The rent minimum in lamports until the chain's is loaded. */
export const RENT_UNTIL_KNOWN = 2_039_280n
const MESSAGE_PLACES = 6
const six = (lamports: bigint) => formatFixed(lamports, SOL_DECIMALS, MESSAGE_PLACES)

/** Compares total, fees and reserve with the source's balance. */
export function checkBalance(input: {
  has: bigint
  total: bigint
  count: number
  rent: bigint
}): string | undefined {
  const fees = countedFees(input.count)
  const reserve = computeReserve(input.rent)
  const needs = input.total + fees + reserve
  if (input.has >= needs) return undefined
  return distributeTexts.insufficient({
    has: six(input.has),
    needs: six(needs),
    total: six(input.total),
    fees: six(fees),
    reserve: six(reserve),
    most: six(mostDistributable(input)),
  })
}

export const checkCount = (count: number): string | undefined =>
  count > TRANSFERS_PER_OPERATION
    ? `At most ${TRANSFERS_PER_OPERATION.toLocaleString('en')} wallets can take part in one operation`
    : undefined

/** Checks before amounts are calculated. `has` is undefined while no source is chosen. */
export function checkCalculate(input: {
  total: string
  count: number
  has: bigint | undefined
  rent: bigint
}): string | undefined {
  if (input.total.trim() === '') return distributeTexts.calculateTotal
  if (input.count === 0) return distributeTexts.calculateSelection
  const total = lamportsOf(input.total)
  if (total === undefined || total === 0n) return distributeTexts.calculateAmount
  return (
    checkCount(input.count) ??
    (input.has === undefined ? undefined : checkBalance({ ...input, total, has: input.has }))
  )
}

/** Checks before the preview. */
export function checkDistribute(input: {
  mode: Mode
  has: bigint | undefined
  amounts: bigint[]
  rent: bigint
}): string | undefined {
  const { amounts, has } = input
  if (has === undefined || amounts.length === 0) return distributeTexts.selection
  const total = amounts.reduce((sum, amount) => sum + amount, 0n)
  if (total <= 0n) return input.mode === 'custom' ? distributeTexts.customTotal : distributeTexts.total
  const invalid = amounts.filter((amount) => amount <= 0n).length
  if (invalid > 0) return distributeTexts.invalid(invalid)
  return checkCount(amounts.length) ?? checkBalance({ has, total, count: amounts.length, rent: input.rent })
}
