/** Conclusions from an error answer to a request that moves funds. */
import type { FaultCode } from '@purser/contract/faults.ts'

/** The server answers these only after it has searched for an operation under the key: nothing began. */
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
  'unknown_mint',
  'token_not_movable',
  'token_account_unusable',
  'no_token_to_gather',
  'no_fee_payer',
])

/** Tells whether nothing began, although the same request may have been sent before. */
export const nothingBegan = (code: string): boolean => REFUSALS.has(code)

/** The same for the first answer to the first request: any refusal but a transient one proves it. */
export const nothingBeganAtFirst = (code: string, status: number): boolean =>
  nothingBegan(code) || (status >= 400 && status < 500 && status !== 429 && status !== 408)
