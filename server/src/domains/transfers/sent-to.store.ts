/** Where operations of one type have sent to. */
import { and, desc, eq, sql } from 'drizzle-orm'
import { alike } from '../../db/alike.ts'
import type { Db } from '../../db/client.ts'
import { operations, transfers } from './transfers.tables.ts'

/** `sent`: to this very address; `like`: an address that looks like it and is another. Those that failed do not count. */
export async function findSentTo(
  db: Db,
  of: { userId: number; type: string },
  address: string,
): Promise<{ sent: boolean; like: string | null }> {
  const rows = await db
    .select({ destination: transfers.destination })
    .from(operations)
    .innerJoin(transfers, eq(transfers.operationId, operations.id))
    .where(
      and(
        eq(operations.userId, of.userId),
        eq(operations.type, of.type),
        sql`${transfers.status} <> 'failed'`,
        sql`(${transfers.destination} = ${address} or ${alike(transfers.destination, address)})`,
      ),
    )
    .groupBy(transfers.destination)
    // The very address first: of those that look like it there may be many.
    .orderBy(desc(sql`${transfers.destination} = ${address}`))
    .limit(2)
  const found = rows.map(({ destination }) => destination)
  return { sent: found.includes(address), like: found.find((one) => one !== address) ?? null }
}
