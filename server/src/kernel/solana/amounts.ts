import { MoneyError, parseUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import { invalid } from '../fault.ts'

/** An amount of SOL from a request, in lamports. Throws invalid_input that names the field. */
export function readLamports(field: string, value: string | number): bigint {
  try {
    return parseUnits(value, SOL_DECIMALS)
  } catch (error) {
    if (error instanceof MoneyError) throw invalid(field, error.message)
    throw error
  }
}

/** An amount from a request, in base units; null if it is not above 0. Throws invalid_input that names the field. */
export function readPositive(field: string, value: string | number, decimals: number): bigint | null {
  try {
    const units = parseUnits(value, decimals)
    return units > 0n ? units : null
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error
    if (error.problem === 'negative') return null
    throw invalid(field, error.message)
  }
}
