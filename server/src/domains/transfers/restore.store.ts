/** What the journal file and the database know of each other. */
import { and, eq, inArray, notInArray } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import type { JournalLine } from './journal.ts'
import { FINAL } from './transfers.store.ts'
import { operations, transactions, transfers } from './transfers.tables.ts'

/** A statement takes 65,535 parameters at the most. */
const MOST_AT_ONCE = 10_000

export async function knownSignatures(db: Db, signatures: string[]): Promise<Set<string>> {
  const known = new Set<string>()
  for (let i = 0; i < signatures.length; i += MOST_AT_ONCE) {
    const rows = await db
      .select({ signature: transactions.signature })
      .from(transactions)
      .where(inArray(transactions.signature, signatures.slice(i, i + MOST_AT_ONCE)))
    for (const row of rows) known.add(row.signature)
  }
  return known
}

/** Of these signatures, those whose operation is not final yet: what the journal file must go on holding. */
export async function openSignatures(db: Db): Promise<Set<string>> {
  const rows = await db
    .select({ signature: transactions.signature })
    .from(transactions)
    .innerJoin(operations, eq(operations.id, transactions.operationId))
    .where(notInArray(operations.status, [...FINAL]))
  return new Set(rows.map((r) => r.signature))
}

/** Writes back what only the journal file knew: the operation (its request is lost, its outcome is not) and the transaction. */
export async function restoreTransaction(db: Db, line: JournalLine): Promise<void> {
  await db
    .insert(operations)
    .values({
      id: line.operationId,
      userId: line.userId,
      type: line.type,
      originKey: line.originKey,
      status: 'resolving',
      request: {},
    })
    .onConflictDoNothing()
  await db.insert(transactions).values({
    signature: line.signature,
    operationId: line.operationId,
    attempt: line.attempt,
    bytes: new Uint8Array(Buffer.from(line.bytes, 'base64')),
    lastValidBlockHeight: BigInt(line.lastValidBlockHeight),
    state: 'signed',
    positions: line.positions ?? null,
    fee: line.fee === undefined ? null : BigInt(line.fee),
  })
  if (line.positions === undefined) return
  // What it holds is on its way: nobody may sign it anew before the outcome of this one is certain.
  await db
    .update(transfers)
    .set({ status: 'sent', signature: line.signature })
    .where(
      and(
        eq(transfers.operationId, line.operationId),
        inArray(transfers.position, line.positions),
        inArray(transfers.status, ['pending', 'sent', 'resolving']),
      ),
    )
  await db
    .update(operations)
    .set({ status: 'resolving', result: null, owner: null })
    .where(eq(operations.id, line.operationId))
}
