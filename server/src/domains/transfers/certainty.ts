/** What can be known for certain of a transaction that was or may have been sent. */
import type { Signature } from '@solana/kit'
import { isFault } from '../../kernel/fault.ts'
import type { SignatureState } from '../../ports/chain.ts'
import type { ExecuteParts } from './attempt.ts'
import { errorText } from './error-text.ts'
import * as store from './transfers.store.ts'

export type Landing = { landed: true; error: string | null; slot: bigint }
export type Outcome = Landing | { landed: false; state: 'expired' | 'refused'; reason: string } | 'stopped'

type Sent = { signature: string; lastValidBlockHeight: bigint }

/** Executed, and confirmed: what became of it stays so. */
export const landing = (state: SignatureState | null): Landing | null =>
  state === null || state.commitment === 'processed'
    ? null
    : { landed: true, error: state.err === null ? null : errorText(state.err), slot: state.slot }

/**
 * Past its last valid height at confirmed commitment, and then still unknown to the history of a node that is at least
 * that far: only then can it never land. null: not yet known.
 */
export async function expired(parts: ExecuteParts, row: Sent): Promise<Outcome | null> {
  return (await pastTheirTime(parts, [row])).get(row) ?? null
}

/** The same of many: those whose time is over, each with its outcome (null: executed, and not confirmed yet). */
export async function pastTheirTime<T extends Sent>(
  { chain }: ExecuteParts,
  rows: T[],
): Promise<Map<T, Exclude<Outcome, 'stopped'> | null>> {
  try {
    const { height, slot } = await chain.blockHeight('confirmed')
    const late = rows.filter((row) => row.lastValidBlockHeight < height)
    if (late.length === 0) return new Map()
    const states = await chain.statuses(
      late.map((row) => row.signature as Signature),
      { searchHistory: true, minContextSlot: slot },
    )
    const reason = 'The transaction expired: block height exceeded'
    return new Map(
      late.map((row, i): [T, Exclude<Outcome, 'stopped'> | null] => {
        const state = states[i] ?? null
        return [row, state === null ? { landed: false, state: 'expired', reason } : landing(state)]
      }),
    )
  } catch (error) {
    if (isFault(error)) return new Map()
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
  const mine = await store.endTransaction(
    parts.db,
    { signature, operationId, state: 'refused', error: reason },
    parts.owner,
  )
  return mine ? { landed: false, state: 'refused', reason } : 'stopped'
}

/** Of the attempts that had expired, one that the chain's history knows after all: then nothing is signed anew. */
export async function lateLanding(
  parts: ExecuteParts,
  attempts: store.TransactionRow[],
): Promise<{ signature: Signature; error: string | null; slot: bigint } | null> {
  const [first] = await lateLandings(
    parts,
    attempts.filter((a) => a.state === 'expired'),
  )
  if (!first) return null
  const [{ signature }, { error, slot }] = first
  return { signature: signature as Signature, error, slot }
}

/** Of transactions that had expired, those that the chain's history knows after all. Throws chain_away. */
export async function lateLandings<T extends { signature: string }>(
  { chain }: ExecuteParts,
  rows: T[],
): Promise<Map<T, Landing>> {
  if (rows.length === 0) return new Map()
  const states = await chain.statuses(
    rows.map((row) => row.signature as Signature),
    { searchHistory: true },
  )
  const late = new Map<T, Landing>()
  rows.forEach((row, i) => {
    const landed = landing(states[i] ?? null)
    if (landed) late.set(row, landed)
  })
  return late
}
