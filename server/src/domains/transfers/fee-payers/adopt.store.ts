/** Books a transaction that the chain knows and the database does not under the operation in its memo. */
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { findOwner, readTransfers } from '../records/read-transfers.ts'
import { addTransaction, reopen } from '../journal/restore.store.ts'
import { listTransfers } from '../records/transfers.store.ts'
import { operations, transfers } from '../transfers.tables.ts'

/** Blocks for which a transaction lives. */
const LIFETIME = 150n

export type Adoptable = {
  operationId: string
  signature: string
  bytes: Uint8Array
  /** A block height at which it had landed. */
  after: bigint
  /** Lamports. */
  fee: bigint
  isBulk(type: string): boolean
}

/** Runs in a transaction of the caller. False: there is no such operation, or it does not hold these transfers. */
export async function adoptTransaction(db: Db, found: Adoptable): Promise<boolean> {
  const { operationId, signature, bytes } = found
  const [operation] = await db.select().from(operations).where(eq(operations.id, operationId)).for('update')
  if (!operation) return false
  const bulk = found.isBulk(operation.type)
  const paid = bulk ? await findPositions(db, operationId, bytes) : null
  if (bulk && paid === null) return false
  const { rows } = (await db.execute(sql`
    select coalesce(max(attempt), 0) + 1 as next from transactions where operation_id = ${operationId}::uuid`)) as {
    rows: { next: number }[]
  }
  await addTransaction(db, {
    operationId,
    signature,
    attempt: Number(rows[0]?.next ?? 1),
    bytes,
    lastValidBlockHeight: found.after + LIFETIME,
    positions: paid?.map(({ position }) => position) ?? null,
    fee: found.fee,
  })
  for (const { position, amount } of paid ?? [])
    await db
      .update(transfers)
      .set({ amount })
      .where(and(eq(transfers.operationId, operationId), eq(transfers.position, position)))
  const positions = paid?.map(({ position }) => position) ?? null
  await reopen(db, operationId, { signature, positions, exclusive: bulk })
  return true
}

/** Finds the operation's transfers that these bytes pay, in order; null if they pay anything else. */
async function findPositions(
  db: Db,
  operationId: string,
  bytes: Uint8Array,
): Promise<{ position: number; amount: bigint }[] | null> {
  const rows = await listTransfers(db, operationId)
  try {
    const paid: { position: number; amount: bigint }[] = []
    for (const one of readTransfers(bytes)) {
      const { source, mint, amount } = one
      const alike = rows.filter((row) => row.source === source && row.mint === mint)
      const destination = await findOwner(one, new Set(alike.map((row) => row.destination)))
      const row = alike.find((other) => other.destination === destination)
      if (!row) return null
      rows.splice(rows.indexOf(row), 1)
      paid.push({ position: row.position, amount })
    }
    return paid.length > 0 ? paid : null
  } catch {
    return null
  }
}
