/** Puts the engine together from its parts. */
import { createCertainty } from './certainty/create-certainty.ts'
import type { Engine, TransfersParts } from './engine.ts'
import { createFeePayers } from './fee-payers/create-fee-payers.ts'
import { createFinality } from './finality/create-finality.ts'
import { createSlotFloor } from './funds/slot-floor.ts'
import type { IncidentReporter } from './incidents.ts'
import { createReconciliation } from './journal/create-reconciliation.ts'
import { knownSignatures } from './journal/restore.store.ts'
import type { Kinds } from './kinds.ts'
import { forgetReleased } from './records/reservations.store.ts'
import { createActiveRuns } from './runs/active-runs.ts'
import { createCompletionWaiters } from './runs/completion-waiters.ts'
import { createDatabaseCheck } from './runs/database-check.ts'
import { executeRun } from './runs/execute-run.ts'
import { createPublisher } from './runs/publisher.ts'
import { createWatch } from './send/watch/create-watch.ts'
import type { Pace } from './send/watch/watch.ts'
import { createSpending } from './spending/create-spending.ts'
import { createOperationIds } from './submit/operation-ids.ts'

/** A public node allows four such calls a second. A resend, every 2 s, coincides with a poll. */
const PACE: Pace = { pollMs: 250, restMs: 1_000 }
const UNREPORTED: IncidentReporter = { report: async () => () => undefined }

export async function createEngine(parts: TransfersParts): Promise<Engine> {
  const { db, chain, bus, clock, heartbeat, apartMs, incidents = UNREPORTED } = parts
  const log = parts.log.child({ part: 'transfers' })
  const kinds: Kinds = new Map()
  const ending = new AbortController()
  const watch = createWatch({
    chain,
    clock,
    log,
    pace: parts.pace ?? PACE,
    signatureNotifications: parts.signatureNotifications,
    beside: {
      signatures: (room) => finality.beside.signatures(room),
      noteStates: (signatures, states) => finality.beside.noteStates(signatures, states),
    },
    noteLanding: (signature, slot, isFinal) => finality.noteLanding(signature, slot, isFinal),
  })
  const reconciliation = await createReconciliation({
    ...parts,
    isShared: heartbeat.isShared,
    signal: ending.signal,
  })
  if (reconciliation.hold() === null) await forgetReleased(db, heartbeat)
  const isBulk = (type: string) => 'prepare' in (kinds.get(type) ?? {})
  const payers = createFeePayers({ db, chain, log, lines: reconciliation, isBulk })
  const known = (signatures: string[]) => knownSignatures(db, signatures)
  const certainty = createCertainty({ chain, clock, log, known, apartMs })
  const floor = createSlotFloor(clock)
  const spending = parts.realFunds && createSpending({ db, clock, ...parts.realFunds })
  const waiters = createCompletionWaiters({ bus, clock })
  const publisher = createPublisher({ bus, waiters })
  const check = createDatabaseCheck({
    reconciliation,
    payers,
    isShared: heartbeat.isShared,
    interrupt: () => runs.interrupt(),
  })
  const finality = createFinality({
    ...parts,
    log,
    certainty,
    incidents,
    publisher,
    claim: heartbeat.claim,
  })
  const runs = createActiveRuns({ clock, log, waiters, execute: (...run) => executeRun(engine, ...run) })
  const operationIds = createOperationIds(db)
  const engine: Engine = {
    ...parts,
    log,
    incidents,
    certainty,
    check,
    ending,
    finality,
    floor,
    kinds,
    operationIds,
    payers,
    publisher,
    reconciliation,
    runs,
    spending,
    waiters,
    watch,
  }
  return engine
}
