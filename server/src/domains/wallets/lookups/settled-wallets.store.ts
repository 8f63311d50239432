import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'

/** Which of these addresses are wallets of the user whose keys neither came in nor were answered after `since`; null: ever. */
export async function listSettled(
  db: Db,
  userId: number,
  addresses: string[],
  since: Date | null,
): Promise<string[]> {
  const from = since?.toISOString() ?? '-infinity'
  const { rows } = (await db.execute(sql`
    select address from wallets where user_id = ${userId}
      and address in (select jsonb_array_elements_text(${JSON.stringify(addresses)}::jsonb))
      and coalesce(greatest(imported_at, key_out_at) <= ${from}::timestamptz, true)`)) as {
    rows: { address: string }[]
  }
  return rows.map(({ address }) => address)
}
