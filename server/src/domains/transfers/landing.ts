/** How a transaction that landed ended, and what must be known of one to look for it. */
import type { SignatureState } from '../../ports/chain-data.ts'
import { errorText } from './error-text.ts'

export type Sent = {
  signature: string
  operationId: string
  bytes: Uint8Array
  lastValidBlockHeight: bigint
  /** null: not known, of one that an earlier version signed. */
  signedSlot: bigint | null
}

export type Landing = { landed: true; error: string | null; slot: bigint; finalized: boolean }

/** Executed, at confirmed commitment or above; null: not yet. */
export const landing = (state: SignatureState | null): Landing | null =>
  state === null || state.commitment === 'processed'
    ? null
    : {
        landed: true,
        error: state.err === null ? null : errorText(state.err),
        slot: state.slot,
        finalized: state.commitment === 'finalized',
      }

/**
 * Whether nobody has to look at its block again. Of a success one endpoint's word is taken, so that is looked at; an error
 * counts only once several words have said that it is finalized.
 */
export const isFinalError = ({ error, finalized }: Landing): boolean => error !== null && finalized
