/** Converts amounts of a token to lamports, by the prices of a whole token and of a SOL in one unit. */
import { SOL_DECIMALS } from '@purser/contract/money.ts'

export const roundedUp = (a: bigint, b: bigint): bigint => (a + b - 1n) / b

export type Worth = { decimals: number; price: bigint; solPrice: bigint }
export const WORTH_OF_SOL: Worth = { decimals: SOL_DECIMALS, price: 1n, solPrice: 1n }
const computeValue = (amount: bigint, { price }: Worth): bigint =>
  amount * price * 10n ** BigInt(SOL_DECIMALS)
const valueOfLamport = ({ decimals, solPrice }: Worth): bigint => 10n ** BigInt(decimals) * solPrice

/** Base units of a token in lamports, rounded up to at least their value. */
export const toLamports = (amount: bigint, worth: Worth): bigint =>
  roundedUp(computeValue(amount, worth), valueOfLamport(worth))

/** The same, rounded down to at most their value. */
export const lamportsAtMost = (amount: bigint, worth: Worth): bigint =>
  computeValue(amount, worth) / valueOfLamport(worth)
