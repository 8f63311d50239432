/** Collection wallets as the watcher sees them. Times are the database's, which all servers on it share. */
import { eq, sql } from 'drizzle-orm'
import type { Address } from '@solana/kit'
import type { Db } from '../../db/client.ts'
import { paymentWallets as watched } from './payments.tables.ts'

export type WatchedRow = typeof watched.$inferSelect

export async function addWallet(db: Db, row: { userId: number; address: Address }): Promise<void> {
  await db.insert(watched).values(row).onConflictDoNothing()
}

/** It is to be scanned now. */
export async function bringForward(db: Db, address: Address): Promise<void> {
  await db.update(watched).set({ nextAt: sql`least(next_at, now())` }).where(eq(watched.address, address))
}
