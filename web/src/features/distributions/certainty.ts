/** What may be concluded when a request to move funds is answered with an error. */
import type { FaultCode } from '@purser/contract/faults.ts'

/** Said by the server only after it has looked for what the key began: with one of these nothing was. */
const REFUSALS: ReadonlySet<string> = new Set<FaultCode>([
  'invalid_input',
  'not_found',
  'insufficient_balance',
  'insufficient_for_distribution',
  'invalid_destinations',
  'invalid_sources',
  'nothing_to_gather',
  'funds_in_flight',
  'operation_not_over',
  'nothing_to_repeat',
])

/** Whether nothing began, although the same request may have gone out before. */
export const nothingBegan = (code: string): boolean => REFUSALS.has(code)

/** The same of the very first answer to the very first sending: then any refusal will do, but for one that may pass. */
export const nothingBeganAtFirst = (code: string, status: number): boolean =>
  nothingBegan(code) || (status >= 400 && status < 500 && status !== 429 && status !== 408)
