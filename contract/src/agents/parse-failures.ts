import * as z from 'zod/mini'

/**
 * Why an instruction could not be turned into a plan. Source: specification 1, section 8; those from `no_credit` on are
 * ours.
 */
export const parseFailures = {
  busy: 'The trading service is experiencing high traffic. Please wait a moment and try again.',
  internal:
    'The trading service encountered an internal error. Our team has been notified. Please try again later.',
  no_market:
    'Unable to fetch market data for your trading instruction. Please check the token address and try again later.',
  away: 'Unable to connect to trading agent after multiple attempts. The service may be experiencing high traffic or market data issues. Please try again later.',
  unexpected:
    'An unexpected error occurred while communicating with the trading agent. The service may be temporarily unavailable.',
  sample:
    'Unable to connect to the trading AI. The service is experiencing issues with market data. Please try again later.',
  no_credit:
    'Unable to connect to the trading AI: its provider reports that the credit is used up. The operator of this desk must top it up.',
  bad_key:
    'Unable to connect to the trading AI: its provider rejects the key of this desk. The operator of this desk must correct AI_API_KEY.',
  not_available:
    'Unable to connect to the trading AI: there is no such model at its address. The operator of this desk must correct AI_MODEL or AI_BASE_URL.',
  slow: 'The trading AI did not answer in time, so nothing was planned. Please try again.',
  declined: 'The trading AI declined to read this instruction, so nothing was planned. Please rephrase it.',
  too_long: 'This is too long for the trading AI, so nothing was planned. Please shorten it.',
  cut_off: 'The trading AI gave an incomplete answer, so nothing was planned. Please try again.',
} as const
export type ParseFailure = keyof typeof parseFailures

/** Error fields of another service in this one's place; this server uses `explanation` alone. */
export const Trouble = z.object({
  error: z.optional(z.unknown()),
  message: z.optional(z.unknown()),
  details: z.optional(z.unknown()),
})
