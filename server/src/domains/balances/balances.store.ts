import { and, asc, desc, eq, gte, inArray, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/client.ts'
import { startRound } from '../../db/portions.ts'
import {
  portfolioSnapshots as snapshots,
  tokenAccounts,
  tokenLooks,
  walletValues,
} from './balances.tables.ts'

export type KnownAccount = typeof tokenAccounts.$inferSelect
export type SnapshotRow = typeof snapshots.$inferSelect

/** The same expression as the index. */
const coalesceGroup = (column: SQLWrapper): SQL => sql`coalesce(${column}, 0)`
const ofGroup = (groupId: number | null) => sql`${coalesceGroup(snapshots.groupId)} = ${groupId ?? 0}`

/** A list as one parameter. */
const each = (ids: number[]): SQL =>
  sql`(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::int8)`

export async function listAccounts(db: Db, walletIds: number[]): Promise<KnownAccount[]> {
  return db
    .select()
    .from(tokenAccounts)
    .where(sql`${tokenAccounts.walletId} in ${each(walletIds)}`)
    .orderBy(asc(tokenAccounts.walletId), asc(tokenAccounts.account))
}

export async function listDiscoveries(db: Db, walletIds: number[]): Promise<Map<number, Date>> {
  const rows = await db
    .select()
    .from(tokenLooks)
    .where(sql`${tokenLooks.walletId} in ${each(walletIds)}`)
  return new Map(rows.map((row) => [row.walletId, row.lookedAt]))
}

/** Replaces the known accounts of a wallet, in one statement. Does nothing if the wallet is gone. */
export async function saveFound(
  db: Db,
  walletId: number,
  found: Omit<KnownAccount, 'walletId'>[],
  lookedAt: Date,
): Promise<void> {
  const list = JSON.stringify(found.map(({ account, mint, decimals }) => ({ account, mint, decimals })))
  await db.execute(sql`
    with wallet as (select id from wallets where id = ${walletId} for key share),
    found as (
      select id as wallet_id, account, mint, decimals
      from wallet, jsonb_to_recordset(${list}::jsonb) as f(account text, mint text, decimals int)
    ),
    looked as (
      insert into token_looks (wallet_id, looked_at) select id, ${lookedAt.toISOString()}::timestamptz from wallet
      on conflict (wallet_id) do update set looked_at = excluded.looked_at
    ),
    gone as (
      delete from token_accounts t using wallet w
      where t.wallet_id = w.id and t.account not in (select account from found)
    )
    insert into token_accounts (wallet_id, account, mint, decimals)
    select wallet_id, account, mint, decimals from found
    on conflict (wallet_id, account) do update set mint = excluded.mint, decimals = excluded.decimals
    where (token_accounts.mint, token_accounts.decimals) is distinct from (excluded.mint, excluded.decimals)`)
}

/** The newest point of all wallets together. */
export async function latestSnapshot(db: Db, userId: number): Promise<SnapshotRow | null> {
  const [row] = await db
    .select()
    .from(snapshots)
    .where(and(eq(snapshots.userId, userId), ofGroup(null)))
    .orderBy(desc(snapshots.at))
    .limit(1)
  return row ?? null
}

export async function hasSnapshot(db: Db, userId: number, at: Date): Promise<boolean> {
  const [row] = await db
    .select({ id: snapshots.id })
    .from(snapshots)
    .where(and(eq(snapshots.userId, userId), ofGroup(null), eq(snapshots.at, at)))
  return row !== undefined
}

/** Oldest first; `hourly`: only the last of each hour. */
export async function listSnapshots(
  db: Db,
  wanted: { userId: number; groupId: number | null; from: Date; hourly: boolean },
): Promise<SnapshotRow[]> {
  const { userId, groupId, from, hourly } = wanted
  const where = and(eq(snapshots.userId, userId), ofGroup(groupId), gte(snapshots.at, from))
  if (!hourly) return db.select().from(snapshots).where(where).orderBy(asc(snapshots.at))
  const hour = sql`date_trunc('hour', ${snapshots.at})`
  return db
    .selectDistinctOn([hour], {
      id: snapshots.id,
      userId: snapshots.userId,
      groupId: snapshots.groupId,
      at: snapshots.at,
      lamports: snapshots.lamports,
      microUsd: snapshots.microUsd,
      totalLamports: snapshots.totalLamports,
      takenAt: snapshots.takenAt,
      deposited: snapshots.deposited,
      withdrawn: snapshots.withdrawn,
      recordedSince: snapshots.recordedSince,
      originUsd: snapshots.originUsd,
      isLastOfHour: snapshots.isLastOfHour,
    })
    .from(snapshots)
    .where(where)
    .orderBy(hour, sql`${snapshots.at} desc`)
}

/** Deletes points before `before`, the oldest first. */
export async function deleteSnapshots(db: Db, before: Date): Promise<void> {
  await startRound(db).delete({ from: snapshots, where: lt(snapshots.at, before), by: snapshots.at })
}

/** Keeps only the last point of each hour before `hourlyBefore`, and none before `goneBefore`. */
export async function thinSnapshots(db: Db, hourlyBefore: Date, goneBefore: Date): Promise<void> {
  const round = startRound(db)
  await round.delete({ from: snapshots, where: lt(snapshots.at, goneBefore), by: snapshots.at })
  const later = alias(snapshots, 'later')
  const hour = sql`date_trunc('hour', ${snapshots.at})`
  const fine = sql`not ${snapshots.isLastOfHour}
    and ${snapshots.at} < date_trunc('hour', ${hourlyBefore.toISOString()}::timestamptz)`
  const deleted = await round.delete({
    from: snapshots,
    where: sql`${fine} and exists (select from ${snapshots} as later where ${later.userId} = ${snapshots.userId}
      and ${coalesceGroup(later.groupId)} = ${coalesceGroup(snapshots.groupId)}
      and ${later.at} > ${snapshots.at} and ${later.at} < ${hour} + interval '1 hour')`,
    by: snapshots.at,
  })
  if (deleted)
    await round.portions(async (limit) => {
      const some = db
        .select({ id: snapshots.id })
        .from(snapshots)
        .where(fine)
        .orderBy(asc(snapshots.at))
        .limit(limit)
      const last = await db
        .update(snapshots)
        .set({ isLastOfHour: true })
        .where(inArray(snapshots.id, some))
        .returning({ id: snapshots.id })
      return last.length
    })
}

export type ValuesRow = typeof walletValues.$inferSelect

/** The first row of an hour stays. */
export async function insertValues(db: Db, row: ValuesRow): Promise<void> {
  await db.insert(walletValues).values(row).onConflictDoNothing()
}

/** The row between these times that is nearest to `wanted`. */
export async function findValues(
  db: Db,
  userId: number,
  { from, to, wanted }: { from: Date; to: Date; wanted: Date },
): Promise<ValuesRow | undefined> {
  const rows = await db
    .select()
    .from(walletValues)
    .where(and(eq(walletValues.userId, userId), gte(walletValues.hour, from), lt(walletValues.hour, to)))
    .orderBy(sql`abs(extract(epoch from ${walletValues.at} - ${wanted.toISOString()}::timestamptz))`)
    .limit(1)
  return rows[0]
}

export async function deleteValues(db: Db, before: Date): Promise<void> {
  await startRound(db).delete({
    from: walletValues,
    where: lt(walletValues.hour, before),
    by: walletValues.hour,
  })
}
