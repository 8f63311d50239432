import { sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'

/** Which of these addresses are wallets of the user whose keys did not come in after `since`. */
export async function listSettled(
  db: Db,
  userId: number,
  addresses: string[],
  since: Date,
): Promise<string[]> {
  const { rows } = (await db.execute(sql`
    select address from wallets where user_id = ${userId}
      and address in (select jsonb_array_elements_text(${JSON.stringify(addresses)}::jsonb))
      and (imported_at is null or imported_at <= ${since.toISOString()}::timestamptz)`)) as {
    rows: { address: string }[]
  }
  return rows.map(({ address }) => address)
}
