/** What can be known for certain of a transaction that was or may have been sent. */
import type { Signature } from '@solana/kit'
import { isFault } from '../../kernel/fault.ts'
import type { ExecuteParts } from './attempt.ts'
import * as store from './transfers.store.ts'

export type Outcome =
  | { landed: true; error: string | null; slot: bigint }
  | { landed: false; state: 'expired' | 'refused'; reason: string }
  | 'stopped'

/**
 * Past its last valid height at confirmed commitment, and then still unknown to the history of a node that is at least
 * that far: only then can it never land. null: not yet known.
 */
export async function expired(parts: ExecuteParts, row: store.TransactionRow): Promise<Outcome | null> {
  try {
    const { height, slot } = await parts.chain.blockHeight('confirmed')
    if (height <= row.lastValidBlockHeight) return null
    const [state] = await parts.chain.statuses([row.signature as Signature], {
      searchHistory: true,
      minContextSlot: slot,
    })
    if (state)
      return state.commitment === 'processed'
        ? null
        : { landed: true, error: state.err === null ? null : errorText(state.err), slot: state.slot }
    return { landed: false, state: 'expired', reason: 'The transaction expired: block height exceeded' }
  } catch (error) {
    if (isFault(error)) return null
    throw error
  }
}

/** Certain only for the owner: whoever has taken the operation over may have sent the same bytes by now. */
export async function refused(
  parts: ExecuteParts,
  row: store.TransactionRow,
  reason: string,
): Promise<Outcome> {
  const { signature, operationId } = row
  const mine = await store.refuseTransaction(
    parts.db,
    { signature, operationId, error: reason },
    parts.presence.id,
  )
  return mine ? { landed: false, state: 'refused', reason } : 'stopped'
}

/** Of the attempts that had expired, one that the chain's history knows after all: then nothing is signed anew. */
export async function lateLanding(
  parts: ExecuteParts,
  attempts: store.TransactionRow[],
): Promise<{ signature: Signature; error: string | null; slot: bigint } | null> {
  const expiredOnes = attempts.filter((a) => a.state === 'expired').map((a) => a.signature as Signature)
  if (expiredOnes.length === 0) return null
  const states = await parts.chain.statuses(expiredOnes, { searchHistory: true })
  const at = states.findIndex((state) => state !== null && state.commitment !== 'processed')
  const state = states[at]
  const signature = expiredOnes[at]
  return state && signature
    ? { signature, error: state.err === null ? null : errorText(state.err), slot: state.slot }
    : null
}

/** The chain's own error as text: 'InstructionError [2, {"Custom":1}]'. */
export function errorText(err: unknown): string {
  if (typeof err === 'string') return err
  return JSON.stringify(err, (_, v: unknown) => (typeof v === 'bigint' ? Number(v) : v)).replaceAll('"', '')
}
