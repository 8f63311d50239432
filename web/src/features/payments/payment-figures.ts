/**
 * Amounts of payments in the format of the specification: USD and rates with 2 decimals and SOL with 4, rounded half
 * up, so that the lines of a table add up to its total as nearly as they can. Never by floats.
 */
import {
  formatRounded,
  formatUnits,
  groupThousands,
  parseUnitsDown,
  SOL_DECIMALS,
  USD_DECIMALS,
} from '@purser/contract/money.ts'
import type { Payment, PaymentIssue, PaymentReceipt } from '@purser/contract/payments/payments.ts'

type Amount = number | string

const RATE_DECIMALS = 12
const CENT = 10n ** BigInt(USD_DECIMALS - 2)
/** More decimals than any mint has. */
const ANY_DECIMALS = 255

const rounded = (amount: Amount, decimals: number, places: number): string =>
  groupThousands(formatRounded(parseUnitsDown(amount, decimals), decimals, places))

/** '$1,234.50'. */
export const usdText = (amount: Amount) => `$${rounded(amount, USD_DECIMALS, 2)}`
/** '0.0333'. */
export const solFour = (amount: Amount) => rounded(amount, SOL_DECIMALS, 4)
/** '150.25' USD for one SOL. */
export const rateText = (rate: Amount) => rounded(rate, RATE_DECIMALS, 2)

/** Exact, in units of 10^-255: to compare and subtract amounts of any mint. */
const unitsOf = (amount: Amount) => parseUnitsDown(amount, ANY_DECIMALS)
const plain = (units: bigint) => formatUnits(units, ANY_DECIMALS)
/** All its decimals, without an exponent. */
export const plainText = (amount: Amount) => plain(unitsOf(amount))
/** '1,234.5 BONK'. */
export const exactText = (amount: Amount, symbol: string) => `${groupThousands(plainText(amount))} ${symbol}`

/** The part of a receipt that is neither refunded nor being refunded. */
export const refundable = ({ amount, refunded }: Pick<PaymentReceipt, 'amount' | 'refunded'>): string => {
  const rest = unitsOf(amount) - unitsOf(refunded)
  return plain(rest > 0n ? rest : 0n)
}
export const sumOf = (amounts: Amount[]): string =>
  plain(amounts.reduce((sum, amount) => sum + unitsOf(amount), 0n))
export const isZero = (amount: Amount) => unitsOf(amount) === 0n

/** 'Payment #3 - $5.00 USD'. */
export const paymentTitle = ({ id, amount_usd }: Pick<Payment, 'id' | 'amount_usd'>) =>
  `Payment #${id} - ${usdText(amount_usd)} USD`

/** First six and last four characters. */
export const addressText = (address: string) =>
  address.length > 12 ? `${address.slice(0, 6)}...${address.slice(-4)}` : address

/** Tells whether something of it can be accepted as paid although it is short or late. */
export const isAcceptable = ({ status, received_usd }: Payment) =>
  (status === 'pending' || status === 'expired') && !isZero(received_usd)

/** The deviations from the request, in a sentence each. */
export function issueTexts(payment: Payment): string[] {
  const { amount_usd, received_usd, receipts } = payment
  const due = parseUnitsDown(amount_usd, USD_DECIMALS)
  const received = parseUnitsDown(received_usd, USD_DECIMALS)
  const apart = due > received ? due - received : received - due
  const gap = apart < CENT ? 'Less than $0.01' : usdText(formatUnits(apart, USD_DECIMALS))
  const texts: Record<PaymentIssue, string> = {
    short: `${gap} is missing.`,
    over: `${gap} more than asked for has arrived.`,
    late: 'Something arrived after the link had expired.',
    wrong_token: `${receipts
      .filter(({ mint }) => mint !== null)
      .map(({ amount, symbol }) => exactText(amount, symbol))
      .join(' and ')} arrived in place of SOL, and does not count.`,
  }
  return payment.issues.map((issue) => texts[issue])
}

/** The amount that has arrived so far; undefined: nothing. */
export function receivedText({ received_usd, amount_usd, amount_sol, status }: Payment): string | undefined {
  if (amount_sol === null || isZero(received_usd)) return undefined
  const sum = `${usdText(received_usd)} (${solFour(amount_sol)} SOL)`
  return status === 'pending' || status === 'expired'
    ? `Received ${sum} of ${usdText(amount_usd)}.`
    : `Received ${sum}.`
}
