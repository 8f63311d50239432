/** Collection wallets as the watcher sees them. Times are the database's, which all servers on it share. */
import { eq, sql } from 'drizzle-orm'
import type { Address } from '@solana/kit'
import type { Db } from '../../../db/client.ts'
import { paymentWallets as watched } from '../payments.tables.ts'

/** A scan is bounded so that it takes less. */
const LEASE_SECONDS = 60

export type WatchedRow = typeof watched.$inferSelect

export async function addWallet(db: Db, row: { userId: number; address: Address }): Promise<void> {
  await db.insert(watched).values(row).onConflictDoNothing()
}

/** It is to be scanned now. */
export async function bringForward(db: Db, address: Address): Promise<void> {
  await db.update(watched).set({ nextAt: sql`least(next_at, now())` }).where(eq(watched.address, address))
}

/** Wallets whose time has come: nobody else scans them meanwhile, unless this process takes longer than the lease. */
export async function claimDue(db: Db, limit: number): Promise<WatchedRow[]> {
  return db
    .update(watched)
    .set({ nextAt: sql`now() + make_interval(secs => ${LEASE_SECONDS})` })
    .where(
      sql`${watched.address} in (select address from payment_wallets where next_at <= now()
        order by next_at limit ${limit} for update skip locked)`,
    )
    .returning()
}

/** Why a wallet is watched closely: something may be paid or is on its way, or a link expired not long ago. */
export type Interest = 'open' | 'late'

export async function interestIn(db: Db, address: Address, expiredSince: Date): Promise<Interest | null> {
  const { rows } = (await db.execute(sql`
    select case
      when exists (select from payments p where p.wallet_address = ${address} and p.status = 'pending')
        or exists (select from payment_receipts r where r.recipient = ${address} and r.state = 'arriving')
        then 'open'
      when exists (select from payments p where p.wallet_address = ${address} and p.status = 'expired'
        and p.expires_at >= ${expiredSince.toISOString()}) then 'late' end as interest`)) as {
    rows: { interest: Interest | null }[]
  }
  return rows[0]?.interest ?? null
}

/**
 * It is scanned again after `openSeconds` where a payment is open, else after `idleSeconds`; at once where it was brought
 * forward while it was being scanned.
 */
export async function saveScan(
  db: Db,
  address: Address,
  position: Partial<Pick<WatchedRow, 'cursor' | 'backlogBefore' | 'backlogCursor' | 'backlogBeganAt'>>,
  { openSeconds, idleSeconds }: { openSeconds: number; idleSeconds: number },
): Promise<void> {
  await db
    .update(watched)
    .set({
      ...position,
      nextAt: sql`case when next_at <= now() then next_at else now() + make_interval(secs => case
        when exists (select from payments p where p.wallet_address = ${address} and p.status = 'pending')
          or exists (select from payment_receipts r where r.recipient = ${address} and r.state = 'arriving')
          or exists (select from payment_receipts r where r.recipient = ${address} and r.state = 'final' and unpriced)
        then ${openSeconds}::float8 else ${idleSeconds}::float8 end) end`,
    })
    .where(eq(watched.address, address))
}
