/** Restores what only the journal file knows. */
import { and, eq, inArray, isNotNull, ne, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { toChunks } from '../../../kernel/chunks.ts'
import { reserveAgain } from '../records/reserve-again.store.ts'
import type { JournalLine } from './journal-line.ts'
import { localOrigin } from '../submit/operation-id.ts'
import { readPaidAt } from '../records/read-signed.ts'
import { findOwner } from '../records/read-transfers.ts'
import { restoreSpends } from '../spending/restored-spends.store.ts'
import { operations, transactions, transfers } from '../transfers.tables.ts'

/** A statement takes at most 65,535 parameters. */
const MOST_AT_ONCE = 10_000

export async function knownSignatures(db: Db, signatures: string[]): Promise<Set<string>> {
  const known = new Set<string>()
  for (const chunk of toChunks(signatures, MOST_AT_ONCE)) {
    const rows = await db
      .select({ signature: transactions.signature })
      .from(transactions)
      .where(inArray(transactions.signature, chunk))
    for (const row of rows) known.add(row.signature)
  }
  return known
}

/** Lists the signatures of operations that nothing can change any more: the journal file may drop them. */
export async function settledSignatures(db: Db, signatures: string[]): Promise<Set<string>> {
  const settled = new Set<string>()
  for (const chunk of toChunks(signatures, MOST_AT_ONCE)) {
    const rows = await db
      .select({ signature: transactions.signature })
      .from(transactions)
      .innerJoin(operations, eq(operations.id, transactions.operationId))
      .where(and(isNotNull(operations.finalizedAt), inArray(transactions.signature, chunk)))
    for (const row of rows) settled.add(row.signature)
  }
  return settled
}

export class Unrestorable extends Error {}

/** Finds the user of a line in this database. */
async function findUserId(db: Db, line: JournalLine): Promise<number> {
  if (line.email === undefined && line.userId === undefined) throw new Unrestorable('The line names no user.')
  const which = line.email === undefined ? sql`id = ${line.userId}` : sql`email = ${line.email}`
  const { rows } = (await db.execute(sql`select id from users where ${which}`)) as {
    rows: { id: number | string }[]
  }
  if (!rows[0]) throw new Unrestorable('Its user is not in the database.')
  return Number(rows[0].id)
}

async function findWalletIds(db: Db, userId: number, addresses: string[]): Promise<Map<string, number>> {
  if (addresses.length === 0) return new Map()
  const { rows } = (await db.execute(sql`
    select id, address from wallets where user_id = ${userId}
      and address in (select jsonb_array_elements_text(${JSON.stringify(addresses)}::jsonb))`)) as {
    rows: { id: number | string; address: string }[]
  }
  return new Map(rows.map(({ id, address }) => [address, Number(id)]))
}

/**
 * Writes back what only the journal file knew: the operation (with the part of its request that the line holds), the
 * transaction, and its transfers. It counts as in flight whatever its state in the database was: nothing may be signed
 * anew or cancelled before its outcome is certain.
 */
export async function restoreTransaction(db: Db, line: JournalLine): Promise<void> {
  const bytes = new Uint8Array(Buffer.from(line.bytes, 'base64'))
  const userId = await findUserId(db, line)
  const { operationId } = line
  await db
    .insert(operations)
    .values({
      id: operationId,
      userId,
      type: line.type,
      originKey: line.email === undefined ? line.originKey : localOrigin(userId, line.originKey),
      status: 'resolving',
      request: await toLocalRequest(db, userId, line),
    })
    .onConflictDoNothing()
  const known = await db
    .select({ userId: operations.userId, finalizedAt: operations.finalizedAt })
    .from(operations)
    .where(eq(operations.id, operationId))
    // A run may be using it, and locks in this order.
    .for('update')
  if (known[0]?.userId !== userId) throw new Unrestorable('Another operation stands in its place.')
  await addTransaction(db, {
    operationId,
    signature: line.signature,
    attempt: line.attempt,
    bytes,
    lastValidBlockHeight: BigInt(line.lastValidBlockHeight),
    signedSlot: line.slot === undefined ? null : BigInt(line.slot),
    positions: line.positions ?? null,
    fee: line.fee === undefined ? null : BigInt(line.fee),
  })
  if (line.positions) await restoreTransfers(db, userId, line, bytes, line.positions)
  else await restoreMovements(db, userId, line)
  await restorePaid(db, operationId)
  // A final operation was counted when it was folded away.
  if (line.spent && known[0].finalizedAt === null)
    await restoreSpends(db, { operationId, userId }, line.spent)
  await reopen(db, operationId, {
    signature: line.signature,
    positions: line.positions ?? null,
    exclusive: line.exclusive ?? line.positions !== undefined,
  })
}

/** Lines of earlier versions do not name the address that a send paid: look-alikes of it are found by its request. */
async function restorePaid(db: Db, operationId: string): Promise<void> {
  await db.execute(sql`
    update operations o set request = o.request || jsonb_build_object('destination', t.destination)
    from transfers t
    where o.id = ${operationId}::uuid and o.type = 'send' and jsonb_typeof(o.request) = 'object'
      and o.request->>'destination' is null and t.operation_id = o.id and t.position = 0`)
}

type NewTransaction = Omit<typeof transactions.$inferInsert, 'state'>

/** Adds a signed transaction; if its attempt number is taken, under the next free one. */
export async function addTransaction(db: Db, added: NewTransaction): Promise<void> {
  const { rows } = (await db.execute(sql`
    select case when bool_or(attempt = ${added.attempt}) then max(attempt) + 1 else ${added.attempt} end as free
    from transactions where operation_id = ${added.operationId}::uuid`)) as { rows: { free: number }[] }
  await db
    .insert(transactions)
    .values({ ...added, attempt: Number(rows[0]?.free ?? added.attempt), state: 'signed' })
}

/**
 * The operation continues with this transaction, holds its funds like any open one, and has no owner. `positions` null:
 * it holds all transfers.
 */
export async function reopen(
  db: Db,
  operationId: string,
  { signature, positions, exclusive }: { signature: string; positions: number[] | null; exclusive: boolean },
): Promise<void> {
  await db
    .update(transfers)
    .set({ status: 'sent', signature })
    .where(
      and(
        eq(transfers.operationId, operationId),
        positions === null ? undefined : inArray(transfers.position, positions),
        // A transfer may have failed only because this transaction was missing.
        ne(transfers.status, 'confirmed'),
      ),
    )
  await db
    .update(operations)
    .set({ status: 'resolving', result: null, error: null, owner: null, finalizedAt: null })
    .where(eq(operations.id, operationId))
  await reserveAgain(db, { operationId, exclusive, found: true })
}

/** Returns the line's request with the wallet ids of this database. */
async function toLocalRequest(db: Db, userId: number, { request }: JournalLine): Promise<unknown> {
  if (request === null || typeof request !== 'object') return request ?? {}
  const here: Record<string, unknown> = { ...request }
  const named = [here.source, here.destination].filter((at) => typeof at === 'string')
  const ids = await findWalletIds(db, userId, named)
  for (const side of ['source', 'destination']) {
    const id = `${side}WalletId`
    if (!(id in here)) continue
    const now = ids.get(String(here[side]))
    // The hash covers the wallet ids of the other database.
    if (now !== here[id]) delete here.requestHash
    if (now === undefined) delete here[id]
    else here[id] = now
  }
  return here
}

/** Inserts transfers that the database has lost; existing ones get the amount that was signed. */
async function restoreTransfers(
  db: Db,
  userId: number,
  { operationId, wallets = [], paid: owners = [], request }: JournalLine,
  bytes: Uint8Array,
  positions: number[],
): Promise<void> {
  const paid = readPaidAt(bytes, positions)
  if (paid === null) return
  const ids = await findWalletIds(
    db,
    userId,
    wallets.flatMap(([wallet]) => (typeof wallet === 'string' ? [wallet] : [])),
  )
  // The bytes name the token account of a token. Its owner is named by the line; in older lines it is the wallet that
  // the transfer concerns, or the one that all pay.
  const { destination: shared } = (request ?? {}) as { destination?: unknown }
  const rows: unknown[][] = []
  for (const [position, one] of paid) {
    const { source, mint, amount } = one
    const [wallet, name] = wallets[rows.length] ?? [null, null]
    const known = [owners[rows.length], wallet, shared].filter((address) => typeof address === 'string')
    const destination = await findOwner(one, known)
    const walletId = typeof wallet === 'string' ? (ids.get(wallet) ?? null) : wallet
    rows.push([position, walletId, name ?? destination, source, destination, mint, amount.toString()])
  }
  await insertTransfers(
    db,
    operationId,
    rows,
    sql`do update set amount = excluded.amount where transfers.status <> 'confirmed'`,
  )
}

async function restoreMovements(db: Db, userId: number, line: JournalLine): Promise<void> {
  const { operationId, movements = [] } = line
  if (movements.length === 0) return
  const ids = await findWalletIds(
    db,
    userId,
    movements.flatMap((m) => m.wallet ?? []),
  )
  const rows = movements.map((m, position) => {
    const walletId = m.wallet === null ? null : (ids.get(m.wallet) ?? null)
    return [position, walletId, m.name, m.source, m.destination, m.mint, m.amount]
  })
  await insertTransfers(db, operationId, rows, sql`do nothing`)
}

async function insertTransfers(db: Db, operationId: string, rows: unknown[][], known: SQL): Promise<void> {
  await db.execute(sql`
    insert into transfers (operation_id, position, wallet_id, wallet_name, source, destination, mint, amount, status,
      operation_at)
    select o.id, (r->>0)::int, (r->>1)::bigint, r->>2, r->>3, r->>4, r->>5, (r->>6)::numeric, 'pending', o.created_at
    from operations o, jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as t(r)
    where o.id = ${operationId}::uuid
    on conflict (operation_id, position) ${known}`)
}
