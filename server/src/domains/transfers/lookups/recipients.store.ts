/** Finds the addresses that a user has paid by sends. */
import { sql } from 'drizzle-orm'
import { likenesses } from '../../../db/alike.ts'
import type { Db } from '../../../db/client.ts'
import { PAID, SENT } from '../transfers.tables.ts'

export type PastRecipient = { sent: boolean; like: string | null }

/**
 * `sent`: a send has paid this very address; `like`, if none has: an address that looks like it. Failed sends do not
 * count. A few are read, however many there are: each way of looking alike has its index, and one match is enough.
 */
export async function findRecipient(db: Db, userId: number, address: string): Promise<PastRecipient> {
  const mine = sql`user_id = ${userId} and ${SENT}`
  const [, begin] = likenesses(PAID, address)
  const paid = sql`select ${PAID} as address from operations where ${mine}`
  const { rows: same } = (await db.execute(
    sql`${paid} and ${begin} and ${PAID} = ${address} limit 1`,
  )) as Found
  if (same.length > 0) return { sent: true, like: null }
  // Another request may have paid this very address since.
  const ways = likenesses(PAID, address).map(
    (way) => sql`(${paid} and ${way} and ${PAID} <> ${address} limit 1)`,
  )
  const { rows } = (await db.execute(sql`${sql.join(ways, sql` union all `)} limit 1`)) as Found
  return { sent: false, like: rows[0]?.address ?? null }
}
type Found = { rows: { address: string }[] }
