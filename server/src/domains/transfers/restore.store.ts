/** What the journal file and the database know of each other. */
import { SOL_MINT } from '@purser/contract/tokens.ts'
import { and, eq, inArray, notInArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import type { JournalLine } from './journal.ts'
import { paidAt } from './read-signed.ts'
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

/**
 * Writes back what only the journal file knew: the operation (of its request no more than the line holds), the
 * transaction, and the transfers as its bytes tell them.
 */
export async function restoreTransaction(db: Db, line: JournalLine): Promise<void> {
  const bytes = new Uint8Array(Buffer.from(line.bytes, 'base64'))
  await db
    .insert(operations)
    .values({
      id: line.operationId,
      userId: line.userId,
      type: line.type,
      originKey: line.originKey,
      status: 'resolving',
      request: line.request ?? {},
    })
    .onConflictDoNothing()
  await db.insert(transactions).values({
    signature: line.signature,
    operationId: line.operationId,
    attempt: line.attempt,
    bytes,
    lastValidBlockHeight: BigInt(line.lastValidBlockHeight),
    signedSlot: line.slot === undefined ? null : BigInt(line.slot),
    state: 'signed',
    positions: line.positions ?? null,
    fee: line.fee === undefined ? null : BigInt(line.fee),
  })
  if (line.positions === undefined) return
  await restoreTransfers(db, line, bytes, line.positions)
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

/** Those that the database has lost are written anew; of those that it has, the amount is the one that was signed. */
async function restoreTransfers(
  db: Db,
  { operationId, wallets = [] }: JournalLine,
  bytes: Uint8Array,
  positions: number[],
): Promise<void> {
  const paid = paidAt(bytes, positions)
  if (paid === null) return
  const rows = [...paid].map(([position, { source, destination, amount }], i) => {
    const [walletId, walletName] = wallets[i] ?? [null, destination]
    return [position, walletId, walletName, source, destination, SOL_MINT, amount.toString()]
  })
  await db.execute(sql`
    insert into transfers (operation_id, position, wallet_id, wallet_name, source, destination, mint, amount, status)
    select ${operationId}::uuid, (r->>0)::int, (r->>1)::bigint, r->>2, r->>3, r->>4, r->>5, (r->>6)::numeric, 'pending'
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as t(r)
    on conflict (operation_id, position) do update set amount = excluded.amount
    where transfers.status in ('pending', 'sent', 'resolving')`)
}
