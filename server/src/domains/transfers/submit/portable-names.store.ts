/** Names of users and wallets that hold outside this database. */
import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'

/** The user's e-mail, and the addresses of these wallets. */
export async function namesOf(
  db: Db,
  userId: number,
  walletIds: (number | null)[],
): Promise<{ email: string; addresses: Map<number, string> }> {
  const ids = JSON.stringify([...new Set(walletIds)].filter((id) => id !== null))
  const { rows } = (await db.execute(sql`
    select u.email, (select coalesce(json_agg(json_build_array(w.id, w.address)), '[]')
      from wallets w
      where w.id in (select value::bigint from jsonb_array_elements_text(${ids}::jsonb)))::text as wallets
    from users u where u.id = ${userId}`)) as { rows: { email: string; wallets: string }[] }
  const [row] = rows
  if (!row) throw new Error('an operation belongs to a user')
  return { email: row.email, addresses: new Map(JSON.parse(row.wallets) as [number, string][]) }
}
