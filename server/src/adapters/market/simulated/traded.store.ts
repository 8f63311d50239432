/** Stores which mints somebody has traded on the simulated market. */
import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { marketTraded } from '../simulated.tables.ts'

/** Inserts each mint once, sorted, so that two transactions never wait for each other. */
export async function insertTraded(db: Db, mints: string[]): Promise<void> {
  await db
    .insert(marketTraded)
    .values(mints.toSorted().map((mint) => ({ mint })))
    .onConflictDoNothing()
}

export async function listTraded(db: Db, mints: string[]): Promise<string[]> {
  const rows = await db
    .select()
    .from(marketTraded)
    // A list of thousands does not fit as many parameters.
    .where(sql`${marketTraded.mint} = any(${sql.param(mints)}::text[])`)
  return rows.map(({ mint }) => mint)
}
