import type { Engine } from '../engine.ts'
import type { Operation } from '../kinds.ts'
import { isFinal, type OwnedOperation } from '../records/operations.store.ts'

/** Executes the operation if this process owns it and has no run for it yet. */
export function runOwned(
  { reconciliation, heartbeat, runs }: Pick<Engine, 'reconciliation' | 'heartbeat' | 'runs'>,
  operation: OwnedOperation,
  isNew = false,
): Operation {
  if (reconciliation.hold() === null && heartbeat.isMine(operation.owner) && !isFinal(operation.status))
    runs.run(operation, isNew)
  return operation
}
