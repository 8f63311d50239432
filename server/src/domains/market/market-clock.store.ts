/** The row of the market's clock, which every process follows. */
import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { marketClock } from './market.tables.ts'

export type ClockRow = Omit<typeof marketClock.$inferSelect, 'id' | 'countedAt'> & {
  /** Milliseconds since the row was counted, by the database's clock. */
  elapsedMs: number
}

const ONE = 1
const { id: _id, countedAt, ...stored } = getTableColumns(marketClock)
const columns = {
  ...stored,
  elapsedMs: sql<number>`extract(epoch from clock_timestamp() - ${countedAt}) * 1000`.mapWith(Number),
}
const present = sql`clock_timestamp()`

/** Writes the row at the first use of a database: the market runs in real time. */
export async function initClock(db: Db): Promise<void> {
  await db
    .insert(marketClock)
    .values({ id: ONE, speed: 1, aheadMs: 0, gainedMs: 0, countedAt: present, version: 0, stretch: 0 })
    .onConflictDoNothing()
}

export async function readClock(db: Db): Promise<ClockRow | undefined> {
  const [row] = await db.select(columns).from(marketClock).where(eq(marketClock.id, ONE))
  return row
}

/**
 * Within a transaction: until it ends nobody changes the speed; with 'update' nobody else reads it under a lock either.
 */
export async function lockClock(tx: Db, strength: 'share' | 'update'): Promise<ClockRow> {
  const select = () => tx.select(columns).from(marketClock).where(eq(marketClock.id, ONE)).for(strength)
  const [row] = await select()
  if (row) return row
  await initClock(tx)
  const [first] = await select()
  if (!first) throw new Error('the row of the market clock that was just written is not there')
  return first
}

/** Runs in the transaction that locked it. */
export async function saveClock(
  tx: Db,
  change: Pick<ClockRow, 'speed' | 'aheadMs' | 'gainedMs' | 'version' | 'stretch'>,
): Promise<void> {
  await tx
    .update(marketClock)
    .set({ ...change, countedAt: present })
    .where(eq(marketClock.id, ONE))
}

/**
 * Stores how far ahead a process has counted; the furthest counts. Returns the row, undefined if the speed was changed.
 */
export async function countClock(
  db: Db,
  { version, aheadMs }: Pick<ClockRow, 'version' | 'aheadMs'>,
): Promise<ClockRow | undefined> {
  const [row] = await db
    .update(marketClock)
    .set({
      aheadMs: sql`greatest(${marketClock.aheadMs}, ${aheadMs}::bigint)`,
      countedAt: present,
    })
    .where(sql`${marketClock.id} = ${ONE} and ${marketClock.version} = ${version}`)
    .returning(columns)
  return row
}
