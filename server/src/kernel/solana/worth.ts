/** Amounts of a token in lamports, at prices of a whole token and of a SOL in one unit. */
import { SOL_DECIMALS } from '@purser/contract/money.ts'

export const roundedUp = (a: bigint, b: bigint): bigint => (a + b - 1n) / b

export type Worth = { decimals: number; price: bigint; solPrice: bigint }
export const WORTH_OF_SOL: Worth = { decimals: SOL_DECIMALS, price: 1n, solPrice: 1n }
const valueOf = (amount: bigint, { price }: Worth): bigint => amount * price * 10n ** BigInt(SOL_DECIMALS)
const valueOfLamport = ({ decimals, solPrice }: Worth): bigint => 10n ** BigInt(decimals) * solPrice

/** Base units of a token in lamports, never less than they are worth. */
export const lamportsOf = (amount: bigint, worth: Worth): bigint =>
  roundedUp(valueOf(amount, worth), valueOfLamport(worth))

/** The same, never more than they are worth. */
export const lamportsAtMost = (amount: bigint, worth: Worth): bigint =>
  valueOf(amount, worth) / valueOfLamport(worth)
