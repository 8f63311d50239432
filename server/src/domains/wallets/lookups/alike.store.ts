import { and, eq } from 'drizzle-orm'
import { alike } from '../../../db/alike.ts'
import type { Db } from '../../../db/client.ts'
import { wallets } from '../wallets.tables.ts'

/** A wallet of the user whose address looks like this one and is another. */
export async function findAlike(
  db: Db,
  userId: number,
  address: string,
): Promise<{ address: string; name: string } | undefined> {
  const [row] = await db
    .select({ address: wallets.address, name: wallets.name })
    .from(wallets)
    .where(and(eq(wallets.userId, userId), alike(wallets.address, address)))
    .limit(1)
  return row
}
