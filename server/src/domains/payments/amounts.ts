/** The arithmetic of payments: micro-USD, lamports and prices as integers. Pure; nothing is lost or made by rounding. */
import { PAYMENT_MAX_USD, PAYMENT_MIN_USD } from '@purser/contract/limits.ts'
import { MoneyError, parseUnits, SOL_DECIMALS, toJsonAmount, USD_DECIMALS } from '@purser/contract/money.ts'
import { Fault, invalid } from '../../kernel/fault.ts'
import { PRICE_DECIMALS, type PriceUsd } from '../../ports/market.ts'

/** Divides the product of a price and lamports, which gives micro-USD. */
const SCALE = 10n ** BigInt(PRICE_DECIMALS + SOL_DECIMALS - USD_DECIMALS)
const WHOLE_PERCENT = 10_000n
/** Decimals of the amounts in USD that are asked for. */
const CENTS = 2

export const usd = (micro: bigint) => toJsonAmount(micro, USD_DECIMALS)
export const sol = (lamports: bigint) => toJsonAmount(lamports, SOL_DECIMALS)
export const rateText = (rate: PriceUsd) => toJsonAmount(rate, PRICE_DECIMALS)
/** Hundredths of a percent as a percentage. */
export const percent = (hundredths: number) => toJsonAmount(BigInt(hundredths), 2)

/** Lamports that are worth this much at least. */
export const toLamports = (micro: bigint, rate: PriceUsd): bigint => (micro * SCALE + rate - 1n) / rate

/** The worth of the lamports, rounded down. */
export const toUsd = (lamports: bigint, rate: PriceUsd): bigint => (lamports * rate) / SCALE

/** USD per SOL of what was received in all. */
export const computeRate = (micro: bigint, lamports: bigint): PriceUsd =>
  lamports === 0n ? 0n : (micro * SCALE) / lamports

export type QuoteTerms = { lamports: bigint; usd: bigint }
/**
 * The credit of the next lamports at a quote that has already credited `before`. However a payment is divided, its
 * parts together are credited exactly their share of the quote.
 */
export const creditAt = (quote: QuoteTerms, before: bigint, lamports: bigint): bigint =>
  (quote.usd * (before + lamports)) / quote.lamports - (quote.usd * before) / quote.lamports

/** Whether this much is all that is due, but for the tolerance in hundredths of a percent. */
export const isEnough = (credited: bigint, due: bigint, tolerance: number): boolean =>
  credited * WHOLE_PERCENT >= due * (WHOLE_PERCENT - BigInt(tolerance))

/** Micro-USD. Throws payment_amount_invalid and invalid_input. */
export function readAmountUsd(amount: string | number): bigint {
  let micro: bigint
  try {
    micro = parseUnits(amount, CENTS) * 10n ** BigInt(USD_DECIMALS - CENTS)
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error
    if (error.problem === 'too_many_decimals') throw invalid('amount_usd', 'must have at most 2 decimals')
    if (error.problem === 'too_large') throw invalid('amount_usd', `must be at most ${PAYMENT_MAX_USD}`)
    throw new Fault('payment_amount_invalid')
  }
  if (micro === 0n) throw new Fault('payment_amount_invalid')
  if (micro < parseUnits(PAYMENT_MIN_USD, USD_DECIMALS))
    throw invalid('amount_usd', `must be at least ${PAYMENT_MIN_USD}`)
  if (micro > parseUnits(PAYMENT_MAX_USD, USD_DECIMALS))
    throw invalid('amount_usd', `must be at most ${PAYMENT_MAX_USD}`)
  return micro
}

/** Hundredths of a percent. Throws invalid_input. */
export function readTolerance(percentage: string | number, most: number): number {
  const wrong = invalid('tolerance_percent', `must be 0 to ${most}, with at most 2 decimals`)
  try {
    const hundredths = Number(parseUnits(percentage, 2))
    if (hundredths <= most * 100) return hundredths
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error
  }
  throw wrong
}
