/** Classifies a failed call by what it says about its endpoint. Codes: @solana/errors, SOLANA_ERROR__JSON_RPC__*. */
import {
  isSolanaError,
  SOLANA_ERROR__JSON_RPC__INVALID_PARAMS as INVALID_PARAMS,
  SOLANA_ERROR__JSON_RPC__METHOD_NOT_FOUND as METHOD_NOT_FOUND,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_NOT_AVAILABLE as BLOCK_NOT_AVAILABLE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_STATUS_NOT_AVAILABLE_YET as STATUS_NOT_READY,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_LONG_TERM_STORAGE_UNREACHABLE as STORAGE_UNREACHABLE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_MIN_CONTEXT_SLOT_NOT_REACHED as SLOT_NOT_REACHED,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_NODE_UNHEALTHY as NODE_UNHEALTHY,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_TRANSACTION_HISTORY_NOT_AVAILABLE as NO_HISTORY,
  SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR,
} from '@solana/kit'

/**
 * 'unwell': the endpoint rests for a while. 'lacking': it does not have what was requested, and another may. 'refused':
 * it does not know the method, or a parameter of the call, now and later; another may. 'answer': the node's own answer,
 * which another would give as well.
 */
export type CallFailure = 'unwell' | 'lacking' | 'refused' | 'answer'

/** An endpoint without history says so for this call only; others may have it. */
const LACKING: readonly number[] = [
  BLOCK_NOT_AVAILABLE,
  STATUS_NOT_READY,
  SLOT_NOT_REACHED,
  NO_HISTORY,
  STORAGE_UNREACHABLE,
]
const TOO_MANY = 429

export function failureOfCode(code: number): CallFailure {
  if (code === NODE_UNHEALTHY || code === TOO_MANY) return 'unwell'
  if (code === INVALID_PARAMS || code === METHOD_NOT_FOUND) return 'refused'
  return LACKING.includes(code) ? 'lacking' : 'answer'
}

/**
 * Statuses that mean that the call itself is wrong. All others concern the endpoint: a redirect, a key that has
 * expired, a closed account.
 */
const WRONG_CALL: readonly number[] = [400, 422]
const TOO_LARGE = 413

const failureOfStatus = (status: number): CallFailure =>
  WRONG_CALL.includes(status) ? 'answer' : status === TOO_LARGE ? 'lacking' : 'unwell'

/** The code of the node's own error; null: there was no answer. */
export function getErrorCode(error: unknown): number | null {
  if (!isSolanaError(error)) return null
  const { __code: code } = error.context as { __code?: number | bigint }
  return typeof code === 'number' && code < 0 ? code : null
}

export function classifyFailure(error: unknown): CallFailure {
  if (isSolanaError(error, SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR))
    return failureOfStatus(error.context.statusCode)
  const code = getErrorCode(error)
  return code === null ? 'unwell' : failureOfCode(code)
}

/** A longer rest is cut to this: an endpoint must not switch the desk off. */
const MAX_RETRY_AFTER_MS = 30_000

/**
 * The wait that `Retry-After` demands, in seconds or as a date (RFC 9110, section 10.2.3). null: none, or a time that
 * has passed.
 */
export function retryAfterMs(header: string | null | undefined, now: number): number | null {
  const text = header?.trim() ?? ''
  if (text === '') return null
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now
  // A clock that is ahead makes all dates past: the endpoint then rests as if it had not said how long.
  return ms > 0 ? Math.min(ms, MAX_RETRY_AFTER_MS) : null
}

export function getRetryAfter(error: unknown, now: number): number | null {
  if (!isSolanaError(error, SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR)) return null
  return retryAfterMs(error.context.headers.get('retry-after'), now)
}
