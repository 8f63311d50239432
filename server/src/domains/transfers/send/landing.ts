/** How a transaction landed, and what is needed to look one up. */
import type { SignatureState } from '../../../ports/chain-data.ts'
import { errorText } from './error-text.ts'

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
 * Whether its block needs no further check. A success is believed of one endpoint and checked until finalized; an error
 * counts only once it is certain and finalized.
 */
export const isFinalError = ({ error, finalized }: Landing): boolean => error !== null && finalized
