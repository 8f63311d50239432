/** Examines expired transactions: landed, dead, or not known yet. */
import type { ChainNode } from '../../../ports/chain.ts'
import type { SentTransaction } from '../send/landing.ts'
import { certainLanding } from './certain-landing.ts'
import { isAbsent, orUnanswered } from './certain-absence.ts'
import { type CertaintyState, EXPIRED, type Outcome } from './certainty.ts'
import { listLedgerNodes } from './ledger-nodes.ts'
import { isLanding, type Observation, observe, observeHeights } from './observation.ts'

/** See `Certainty`. */
export async function examine<T extends SentTransaction>(
  state: CertaintyState,
  rows: T[],
): Promise<Map<T, Outcome | null>> {
  const { chain, clock, known, absentSince } = state
  const found = new Map<T, Outcome | null>()
  if (rows.length === 0) return found
  const ledgerNodes = await listLedgerNodes(chain)
  const began = clock.monotonic()
  const all = await Promise.all(
    ledgerNodes.map((node) => orUnanswered(state, node, observe(node, rows, known))),
  )
  // Expiry must be known also while no ledger answers.
  if (!all.some((one) => one !== null)) all.push(...(await observeOtherHeights(state, ledgerNodes, rows)))
  for (const row of rows) {
    const observations = all.map((one) => one?.get(row) ?? null)
    const states = observations.map((one) =>
      one === null || one === 'mute' ? 'unavailable' : isLanding(one) ? one : null,
    )
    const dead = isAbsent(state, row, observations, began)
    if (observations.every((one) => one === null || one === 'open')) continue
    const landed = certainLanding(state, row, states, began)
    found.set(row, landed ?? (dead ? { landed: false, reason: EXPIRED } : null))
    if (landed || dead) absentSince.forget(row.signature)
  }
  return found
}

/** Observes endpoints without a ledger, whose heights still tell what has expired. */
async function observeOtherHeights<T extends SentTransaction>(
  { chain }: CertaintyState,
  ledgerNodes: ChainNode[],
  rows: T[],
): Promise<(Map<T, Observation> | null)[]> {
  const others = chain.nodes.filter((node) => !ledgerNodes.includes(node))
  const answers = await Promise.allSettled(others.map((node) => observeHeights(node, rows)))
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
}
