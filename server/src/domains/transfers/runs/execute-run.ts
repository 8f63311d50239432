/** Executes an operation by its kind. */
import type { Engine } from '../engine.ts'
import type { OwnedOperation } from '../records/operations.store.ts'
import { executeBulk } from '../send/bulk/execute-bulk.ts'
import type { RunParts } from '../send/run-parts.ts'
import { executeOperation } from '../send/single/execute-operation.ts'
import type { RunOwner } from './active-runs.ts'

export async function executeRun(engine: Engine, operation: OwnedOperation, owner: RunOwner): Promise<void> {
  const { finality, reconciliation } = engine
  const kind = engine.kinds.get(operation.type)
  if (!kind) throw new Error(`no kind is registered for operations of type ${operation.type}`)
  if (!owner.isNew) await reconciliation.restoreOperation(operation.id)
  const parts: RunParts = {
    ...engine,
    ...engine.publisher,
    ...owner,
    journal: reconciliation.journal,
    isDisputed: finality.isDisputed,
    untilCompared: engine.check.untilCompared,
    recalledRequest: kind.recall?.(operation.request),
  }
  if (!('prepare' in kind)) return executeOperation(parts, kind, operation)
  return executeBulk(parts, kind, operation)
}
