/** Classifies the errors of nodes by what they mean for funds. */
import {
  getSolanaErrorFromTransactionError,
  isSolanaError,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  SOLANA_ERROR__TRANSACTION_ERROR__ALREADY_PROCESSED,
} from '@solana/kit'
import type { SendResult } from '../../../ports/chain-data.ts'

/** The chain's own error text. */
export function describeError(err: unknown): string {
  try {
    return getSolanaErrorFromTransactionError(err as never).message
  } catch {
    return JSON.stringify(err, (_, v: unknown) => (typeof v === 'bigint' ? Number(v) : v))
  }
}

export const getMessage = (error: unknown) => (error instanceof Error ? error.message : String(error))
const INVALID_PARAMS = -32602

export function isInvalidParams(error: unknown): boolean {
  return isSolanaError(error) && Number((error.context as { __code?: number }).__code) === INVALID_PARAMS
}

/**
 * Only an answer of the node itself is a certain refusal. No answer, a cut-off one, 429 or a server error may stand for
 * a transaction that was executed.
 */
export function sendFailure(error: unknown): SendResult {
  if (isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE)) {
    const { cause, context } = error
    if (isSolanaError(cause, SOLANA_ERROR__TRANSACTION_ERROR__ALREADY_PROCESSED))
      return { outcome: 'accepted' }
    const reason = `${getMessage(error)}${cause ? `: ${getMessage(cause)}` : ''}`
    const { logs } = context as { logs?: readonly string[] | null }
    return { outcome: 'refused', reason, err: cause ? getMessage(cause) : null, logs: [...(logs ?? [])] }
  }
  const code = isSolanaError(error) ? Number((error.context as { __code?: number }).__code) : 0
  if (code === INVALID_PARAMS || code === -32003 || code === -32600)
    return { outcome: 'refused', reason: getMessage(error), err: null, logs: [] }
  return { outcome: 'unknown', reason: getMessage(error) }
}
