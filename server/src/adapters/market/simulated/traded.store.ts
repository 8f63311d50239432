/** Which mints somebody has traded on the simulated market. */
import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { marketTraded } from '../simulated.tables.ts'

/** Once each, however often. */
export async function markTraded(db: Db, mints: string[]): Promise<void> {
  await db
    .insert(marketTraded)
    .values(mints.map((mint) => ({ mint })))
    .onConflictDoNothing()
}

export async function tradedAmong(db: Db, mints: string[]): Promise<string[]> {
  const rows = await db
    .select()
    .from(marketTraded)
    // As one parameter: there may be thousands.
    .where(sql`${marketTraded.mint} = any(${sql.param(mints)}::text[])`)
  return rows.map(({ mint }) => mint)
}
