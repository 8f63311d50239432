/** Composes the verbs that decide the outcome of transactions. */
import { Fault } from '../../../kernel/fault.ts'
import { type Certainty, type CertaintyParts, type CertaintyState } from './certainty.ts'
import { examine } from './examine.ts'
import { findFailures } from './find-failures.ts'
import { findLateLandings } from './find-late-landings.ts'
import { createFirstSeen } from './first-seen.ts'
import { listLedgerNodes } from './ledger-nodes.ts'
import { agreedLifetime } from './lifetime.ts'
import { listAbsent } from './list-absent.ts'

const APART_MS = 10_000

export function createCertainty(parts: CertaintyParts): Certainty {
  const state: CertaintyState = {
    ...parts,
    apartMs: parts.apartMs ?? APART_MS,
    absentSince: createFirstSeen(parts.clock),
    failedSince: createFirstSeen(parts.clock),
  }
  return {
    lifetime: (options) => agreedLifetime(state, options),
    async requireHistory() {
      if ((await listLedgerNodes(state.chain)).length === 0) throw new Fault('no_history')
    },
    examine: (rows) => examine(state, rows),
    listAbsent: (rows) => listAbsent(state, rows),
    findFailures: (rows) => findFailures(state, rows),
    findLateLandings: (rows) => findLateLandings(state, rows),
  }
}
