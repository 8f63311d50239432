/** Makes sure that nothing of an origin happens any more. */
import type { Engine } from '../engine.ts'
import type { Operation } from '../kinds.ts'
import { findRequested, insertEnded } from '../records/operations.store.ts'
import { cancelPending } from '../records/transactions.store.ts'
import type { Origin } from './operation-id.ts'

/** See `Submit`. */
export async function cancelOperation(
  { db, check, operationIds }: Pick<Engine, 'db' | 'check' | 'operationIds'>,
  origin: Origin,
  reason: string,
): Promise<Operation> {
  const { userId, type, originKey } = origin
  await check.isOnHold()
  const id = await operationIds.find(origin)
  const ended = { id, userId, type, originKey, request: {}, status: 'failed' as const, error: reason }
  await db.transaction(async (tx) => {
    if (await insertEnded(tx, ended)) return
    const known = await findRequested(tx, { originKey, id })
    if (known) await cancelPending(tx, known.id, reason)
  })
  const operation = await findRequested(db, { originKey, id })
  if (!operation) throw new Error('an operation that was just written is not there')
  return operation
}
