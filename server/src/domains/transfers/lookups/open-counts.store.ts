import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import type { Operation } from '../kinds.ts'

/** `seconds`: since the oldest of them began. */
export type OpenCount = { status: Operation['status']; count: number; seconds: number }

/** Operations of all users that have not ended, by the index that holds only those. */
export async function countOpen(db: Db): Promise<OpenCount[]> {
  const { rows } = (await db.execute(sql`
    select status, count(*)::int as count,
      extract(epoch from now() - min(created_at))::float8 as seconds
    from operations where status in ('pending', 'running', 'resolving') group by status`)) as {
    rows: OpenCount[]
  }
  return rows
}
