/** Amounts in the format of the payer's page. */
import {
  formatFixed,
  formatRounded,
  formatUnits,
  groupThousands,
  parseUnitsDown,
  SOL_DECIMALS,
  USD_DECIMALS,
} from '@purser/contract/money.ts'
import type { Amount } from '@purser/contract/values.ts'

const CENT = 10n ** BigInt(USD_DECIMALS - 2)
/** More decimals than any token has. */
const MOST_DECIMALS = 18

/** '$1,234.56', rounded down to the cent: never more than has arrived. */
export const usdDown = (amount: Amount): string =>
  `$${groupThousands(formatFixed(parseUnitsDown(amount, USD_DECIMALS), USD_DECIMALS, 2))}`

/** Rounded up: never less than is due. */
export const usdUp = (amount: Amount): string =>
  `$${groupThousands(formatFixed(parseUnitsDown(amount, USD_DECIMALS) + CENT - 1n, USD_DECIMALS, 2))}`

/** A rate, rounded to the cent like the receiver sees it. */
export const usdRound = (amount: Amount): string =>
  `$${groupThousands(formatRounded(parseUnitsDown(amount, USD_DECIMALS), USD_DECIMALS, 2))}`

/** In full, without an exponent: '0.000000001'. */
export const exact = (amount: Amount): string =>
  formatUnits(parseUnitsDown(amount, MOST_DECIMALS), MOST_DECIMALS)

export const lamports = (amount: Amount): bigint => parseUnitsDown(amount, SOL_DECIMALS)
/** In full, with grouped thousands: '1,234.5'. */
export const shown = (amount: Amount): string => groupThousands(exact(amount))
export const sol = (amount: Amount): string => `${shown(amount)} SOL`
