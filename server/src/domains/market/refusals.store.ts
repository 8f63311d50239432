/** Why trades were refused before they were signed, as codes. */
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { tradeRefusals } from './market.tables.ts'

/**
 * 'late': past its deadline. 'price': the market gives less than the decision allows. 'market': it gives no quote.
 * 'lost': its details are gone with the database.
 */
export type RefusalCode = (typeof tradeRefusals.$inferSelect)['code']

/** Keeps the first code; writes nothing if the operation is gone. */
export async function insertRefusal(db: Db, operationId: string, code: RefusalCode): Promise<void> {
  await db.execute(sql`
    insert into trade_refusals (operation_id, code)
    select id, ${code} from operations where id = ${operationId}::uuid on conflict do nothing`)
}

export async function findRefusal(db: Db, operationId: string): Promise<RefusalCode | null> {
  const [row] = await db.select().from(tradeRefusals).where(eq(tradeRefusals.operationId, operationId))
  return row?.code ?? null
}
