/** Finds landings with an error that are certain. */
import type { Signature } from '@solana/kit'
import { type Landing, type SentTransaction, toLanding } from '../send/landing.ts'
import { certainLanding } from './certain-landing.ts'
import type { CertaintyState } from './certainty.ts'
import { listLedgerNodes } from './ledger-nodes.ts'

/** See `Certainty`. */
export async function findFailures<T extends SentTransaction>(
  state: CertaintyState,
  rows: T[],
): Promise<Map<T, Landing>> {
  const found = new Map<T, Landing>()
  if (rows.length === 0) return found
  const signatures = rows.map((row) => row.signature as Signature)
  const ledgerNodes = await listLedgerNodes(state.chain)
  const began = state.clock.monotonic()
  const answers = await Promise.allSettled(ledgerNodes.map((node) => node.lookUp(signatures)))
  rows.forEach((row, i) => {
    const states = answers.map((answer) =>
      answer.status === 'fulfilled' ? toLanding(answer.value.states[i] ?? null) : 'unavailable',
    )
    const landed = certainLanding(state, row, states, began)
    if (landed) found.set(row, landed)
  })
  return found
}
