/** Finds dead transactions that have landed all the same. */
import type { Signature } from '@solana/kit'
import { Fault } from '../../../kernel/fault.ts'
import { type Landing, type SentTransaction, toLanding } from '../send/landing.ts'
import type { CertaintyState } from './certainty.ts'
import { listLedgerNodes } from './ledger-nodes.ts'

/** See `Certainty`. */
export async function findLateLandings<T extends SentTransaction>(
  { chain }: Pick<CertaintyState, 'chain'>,
  rows: T[],
): Promise<Map<T, Landing>> {
  const late = new Map<T, Landing>()
  if (rows.length === 0) return late
  const signatures = rows.map((row) => row.signature as Signature)
  const answers = await Promise.allSettled(
    (await listLedgerNodes(chain)).map((node) => node.lookUp(signatures)),
  )
  for (const answer of answers) {
    if (answer.status === 'rejected') continue
    rows.forEach((row, i) => {
      const landed = toLanding(answer.value.states[i] ?? null)
      if (landed && (landed.error === null || (landed.finalized && !late.has(row)))) late.set(row, landed)
    })
  }
  if (!answers.some(({ status }) => status === 'fulfilled')) throw new Fault('chain_away')
  return late
}
