/** The typed fields of the generator. */
import type { BodyOf } from '@purser/contract/endpoint.ts'
import type { Detail } from '@purser/contract/faults.ts'
import {
  PAYMENT_LINK_MINUTES,
  PAYMENT_MIN_USD,
  PAYMENT_TOLERANCE_MAX_PERCENT,
} from '@purser/contract/limits.ts'
import { USD_DECIMALS } from '@purser/contract/money.ts'
import type { createPaymentLink } from '@purser/contract/payments/payments.ts'
import { paymentTexts } from '@purser/contract/payments/payment-texts.ts'
import { unitsOf } from '#ui/formats/amount-text.ts'

export type LinkDraft = {
  amount: string
  email: string
  name: string
  returnUrl: string
  minutes: string
  tolerance: string
}
export type LinkField = keyof LinkDraft
export type LinkRequest = BodyOf<typeof createPaymentLink>

export const EMPTY_LINK: LinkDraft = {
  amount: '',
  email: '',
  name: '',
  returnUrl: '',
  minutes: String(PAYMENT_LINK_MINUTES),
  tolerance: '',
}

/** An amount in USD. */
const CENTS = /^\d{0,12}(\.\d{0,2})?$/
const PERCENT_DECIMALS = 2
const least = unitsOf(PAYMENT_MIN_USD, USD_DECIMALS) ?? 0n

/** '0' up to the limit, with at most two decimals. */
export const isTolerance = (text: string): boolean => {
  const percent = unitsOf(text, PERCENT_DECIMALS)
  const most = unitsOf(String(PAYMENT_TOLERANCE_MAX_PERCENT), PERCENT_DECIMALS) ?? 0n
  return percent !== undefined && percent <= most
}
export const TOLERANCE_TEXT = `Please enter a percentage from 0 to ${PAYMENT_TOLERANCE_MAX_PERCENT}`

export function readLink(
  draft: LinkDraft,
): { request: LinkRequest } | { problems: Partial<Record<LinkField, string>> } {
  const [amount, email, name, returnUrl, tolerance] = [
    draft.amount.trim(),
    draft.email.trim(),
    draft.name.trim(),
    draft.returnUrl.trim(),
    draft.tolerance.trim(),
  ]
  const usd = CENTS.test(amount) ? unitsOf(amount, USD_DECIMALS) : undefined
  const problems = {
    ...(usd === undefined || usd < least ? { amount: paymentTexts.amountInvalid } : {}),
    ...(tolerance !== '' && !isTolerance(tolerance) ? { tolerance: TOLERANCE_TEXT } : {}),
  }
  if (Object.keys(problems).length > 0) return { problems }
  return {
    request: {
      amount_usd: amount,
      ...(email === '' ? {} : { payer_email: email }),
      ...(name === '' ? {} : { payer_name: name }),
      ...(returnUrl === '' ? {} : { return_url: returnUrl }),
      expires_in_minutes: Number(draft.minutes),
      ...(tolerance === '' ? {} : { tolerance_percent: tolerance }),
    },
  }
}

const FIELDS: Record<string, LinkField> = {
  amount_usd: 'amount',
  payer_email: 'email',
  payer_name: 'name',
  return_url: 'returnUrl',
  expires_in_minutes: 'minutes',
  tolerance_percent: 'tolerance',
}
/** The server's messages about the fields. */
export const problemsIn = (details: Pick<Detail, 'path' | 'message'>[]): Partial<Record<LinkField, string>> =>
  Object.fromEntries(
    details.flatMap(({ path, message }) => {
      const field = FIELDS[path]
      return field === undefined ? [] : [[field, message.slice(0, 1).toUpperCase() + message.slice(1)]]
    }),
  )
