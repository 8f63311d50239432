/** Outcomes of many operations, and whether they can still change. */
import { inArray } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import type { Operation } from '../kinds.ts'
import { isFinal } from '../records/operations.store.ts'
import { operations } from '../transfers.tables.ts'

/** `isOpen`: it has not ended, or was reopened. `isFinal`: nothing can reopen it. */
export type OperationOutcome = Pick<Operation, 'id' | 'status' | 'result' | 'error'> & {
  isOpen: boolean
  isFinal: boolean
}

/** Lists outcomes by origin key; unknown keys are left out. */
export async function listOutcomes(db: Db, originKeys: string[]): Promise<Map<string, OperationOutcome>> {
  if (originKeys.length === 0) return new Map()
  const { id, originKey, status, result, error, finalizedAt } = operations
  const rows = await db
    .select({ id, originKey, status, result, error, finalizedAt })
    .from(operations)
    .where(inArray(originKey, originKeys))
  return new Map(
    rows.map((row) => [
      row.originKey,
      {
        id: row.id,
        status: row.status,
        result: row.result,
        error: row.error,
        isOpen: !isFinal(row.status),
        isFinal: row.finalizedAt !== null,
      },
    ]),
  )
}
