/** Lists transactions of others that were seen and are gone. */
import { isAbsent, orUnanswered } from './certain-absence.ts'
import type { CertaintyState } from './certainty.ts'
import { listLedgerNodes } from './ledger-nodes.ts'
import { observeSighted, type SightedTransaction } from './observation.ts'

/** See `Certainty`. */
export async function listAbsent<T extends SightedTransaction>(
  state: CertaintyState,
  rows: T[],
): Promise<Map<T, 'gone' | 'unseen'>> {
  const found = new Map<T, 'gone' | 'unseen'>()
  if (rows.length === 0) return found
  const ledgerNodes = await listLedgerNodes(state.chain)
  const began = state.clock.monotonic()
  const all = await Promise.all(
    ledgerNodes.map((node) => orUnanswered(state, node, observeSighted(node, rows))),
  )
  for (const row of rows) {
    const observations = all.map((one) => one?.get(row) ?? null)
    if (!isAbsent(state, row, observations, began)) continue
    state.absentSince.forget(row.signature)
    found.set(row, ledgerNodes.length > 1 ? 'gone' : 'unseen')
  }
  return found
}
