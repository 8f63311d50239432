/** Transactions that were listed or seen and that no endpoint shows now: set aside, and looked for until one does. */
import type { Address, Signature } from '@solana/kit'
import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import type { ListedSignature } from '../../../ports/chain-data.ts'
import { paymentUnread as unread } from '../payments.tables.ts'

export type Unread = Pick<ListedSignature, 'signature' | 'blockTime'>

/** It is tried again so often. */
const RETRY_SECONDS = 300
const soon = (seconds: number) => sql`now() + make_interval(secs => ${seconds}::float8)`

export async function setAside(db: Db, recipient: Address, { signature, blockTime }: Unread): Promise<void> {
  await db
    .insert(unread)
    .values({ recipient, signature, blockTime, nextAt: soon(RETRY_SECONDS) })
    .onConflictDoNothing()
}

/** The subset of these signatures that is set aside. */
export async function asideAmong(db: Db, recipient: Address, signatures: string[]): Promise<Set<string>> {
  if (signatures.length === 0) return new Set()
  const rows = await db
    .select({ signature: unread.signature })
    .from(unread)
    .where(and(eq(unread.recipient, recipient), inArray(unread.signature, signatures)))
  return new Set(rows.map(({ signature }) => signature))
}

/** Those that are to be tried again now. */
export async function dueAside(db: Db, recipient: Address, limit: number): Promise<Unread[]> {
  const rows = await db
    .select({ signature: unread.signature, blockTime: unread.blockTime })
    .from(unread)
    .where(and(eq(unread.recipient, recipient), lte(unread.nextAt, sql`now()`)))
    .orderBy(asc(unread.nextAt))
    .limit(limit)
  return rows.map(({ signature, blockTime }) => ({ signature: signature as Signature, blockTime }))
}

export async function tryLater(db: Db, recipient: Address, signature: string): Promise<void> {
  await db
    .update(unread)
    .set({ nextAt: soon(RETRY_SECONDS) })
    .where(and(eq(unread.recipient, recipient), eq(unread.signature, signature)))
}

export async function forgetAside(db: Db, recipient: Address, signature: string): Promise<void> {
  await db.delete(unread).where(and(eq(unread.recipient, recipient), eq(unread.signature, signature)))
}
