/** Why an instruction could not be turned into a plan, in words (specification 1, section 8). */
import { WireFault } from '#wire/fault.ts'

const HIGH_TRAFFIC = 'The trading service is experiencing high traffic. Please wait a moment and try again.'
const INTERNAL =
  'The trading service encountered an internal error. Our team has been notified. Please try again later.'
const NO_MARKET =
  'Unable to fetch market data for your trading instruction. Please check the token address and try again later.'
const AWAY =
  'Unable to connect to trading agent after multiple attempts. The service may be experiencing high traffic or market data issues. Please try again later.'
const UNEXPECTED =
  'An unexpected error occurred while communicating with the trading agent. The service may be temporarily unavailable.'

/** Waits before the second and the third attempt. */
export const PARSE_WAITS_MS = [1_000, 2_000]

/** What the server refused for good is not asked again. */
export const mayParseAgain = (error: unknown) =>
  error instanceof WireFault && (error.status === 0 || error.status >= 500 || error.code === 'bad_answer')

export function parseFailure(error: unknown): string {
  if (!(error instanceof WireFault)) return UNEXPECTED
  if (error.status === 429) return HIGH_TRAFFIC
  if (error.status === 500) return INTERNAL
  if (error.code === 'market_away' || /\bfetch/i.test(error.message)) return NO_MARKET
  if (error.code === 'server_down' || error.code === 'bad_answer' || error.message === '') return AWAY
  return error.message
}
