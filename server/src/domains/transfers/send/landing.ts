/** The landing of a transaction, and the fields needed to look one up. */
import { getSolanaErrorFromTransactionError } from '@solana/kit'
import type { SignatureState } from '../../../ports/chain-data.ts'

export type SentTransaction = {
  signature: string
  operationId: string
  bytes: Uint8Array
  lastValidBlockHeight: bigint
  /** null: unknown, signed by an earlier version. */
  signedSlot: bigint | null
}

export type Landing = { landed: true; error: string | null; slot: bigint; finalized: boolean }

/** Executed, at confirmed commitment or above; null: not yet. */
export const toLanding = (state: SignatureState | null): Landing | null =>
  state === null || state.commitment === 'processed'
    ? null
    : {
        landed: true,
        error: state.err === null ? null : errorText(state.err),
        slot: state.slot,
        finalized: state.commitment === 'finalized',
      }

/**
 * Tells whether its block needs no further check. A success is believed from one endpoint and checked until finalized;
 * an error counts only once it is certain and finalized.
 */
export const isFinalError = ({ error, finalized }: Landing): boolean => error !== null && finalized

/** Words the chain's error of a landed transaction as nodes word it in simulation. */
function errorText(err: unknown): string {
  try {
    const { message } = getSolanaErrorFromTransactionError(err as never)
    if (message) return message
  } catch {
    // An error unknown to the client library is shown as the node sent it.
  }
  if (typeof err === 'string') return err
  return JSON.stringify(err, (_, v: unknown) => (typeof v === 'bigint' ? Number(v) : v)).replaceAll('"', '')
}
