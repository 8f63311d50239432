/** How many rows a piece of work reads, as the database counts them. */
import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'

export async function countRowsRead<T>(
  db: Db,
  work: (tx: Db) => Promise<T>,
): Promise<{ rows: number; answer: T }> {
  return db.transaction(async (tx) => {
    const count = async () => {
      const { rows } = (await tx.execute(sql`
        select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::int as n
        from pg_stat_xact_user_tables`)) as { rows: { n: number }[] }
      return rows[0]?.n ?? 0
    }
    const before = await count()
    const answer = await work(tx)
    return { rows: (await count()) - before, answer }
  })
}
