/** Why an instruction could not be turned into a plan, in words (specification 1, section 8). */
import { parseFailures } from '@purser/contract/parse-failures.ts'
import { WireFault } from '#wire/fault.ts'

/** What the server refused for good is not asked again. */
export const mayParseAgain = (error: unknown) =>
  error instanceof WireFault && (error.status === 0 || error.status >= 500 || error.code === 'bad_answer')

export function parseFailure(error: unknown): string {
  if (!(error instanceof WireFault)) return parseFailures.unexpected
  if (error.status === 429) return parseFailures.busy
  if (error.status === 500) return parseFailures.internal
  if (error.code === 'market_away' || /\bfetch/i.test(error.message)) return parseFailures.no_market
  if (error.code === 'server_down' || error.code === 'bad_answer' || error.message === '')
    return parseFailures.away
  return error.message
}
