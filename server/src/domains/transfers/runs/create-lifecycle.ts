/** Composes the start and stop of the engine. */
import { listLedgerNodes } from '../certainty/ledger-nodes.ts'
import type { Engine } from '../engine.ts'
import { beginAtNewest } from '../journal/journal-state.store.ts'
import { sweepReservations } from '../records/reservations.store.ts'
import type { Lifecycle } from '../transfers.ts'
import { startClaims } from './claims.ts'

const SWEEP_SLOTS = 1_000n
/** Milliseconds between two checks of ended operations that are not final. */
const FINALITY_MS = 4_000

export function createLifecycle(engine: Engine): Lifecycle {
  const { kinds, chain } = engine
  const background: Promise<void>[] = []
  return {
    register: (type, kind) => void kinds.set(type, kind),
    resume: () => resume(engine, background),
    sweep: () => sweep(engine),
    stop: () => stop(engine, background),
    skipHistory: beginAtNewest,
    keepsHistory: async () => (await listLedgerNodes(chain)).length > 0,
  }
}

async function resume(engine: Engine, background: Promise<void>[]): Promise<number> {
  const { ending, finality, finalityMs = FINALITY_MS, reconciliation } = engine
  const { first, repeating } = startClaims(engine, ending.signal)
  const checking = finality.run(finalityMs, ending.signal, () => reconciliation.hold() === null)
  background.push(repeating, checking)
  return first
}

async function sweep({ chain, db, reconciliation }: Engine): Promise<void> {
  const { slot } = await chain.blockHeight('moved')
  if (slot > SWEEP_SLOTS) await sweepReservations(db, slot - SWEEP_SLOTS)
  await reconciliation.shorten()
}

async function stop(
  { ending, watch, runs, reconciliation }: Engine,
  background: Promise<void>[],
): Promise<void> {
  ending.abort()
  watch.stop()
  await runs.stop()
  await Promise.all(background)
  await reconciliation.journal.close()
}
