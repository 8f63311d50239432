import { MoneyError, parseUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import { invalid } from './fault.ts'

/** An amount of SOL as it was given, in lamports. Throws invalid_input that names the field. */
export function readLamports(field: string, value: string | number): bigint {
  try {
    return parseUnits(value, SOL_DECIMALS)
  } catch (error) {
    if (error instanceof MoneyError) throw invalid(field, error.message)
    throw error
  }
}
