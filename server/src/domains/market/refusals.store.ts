/** Why trades were refused before they were signed: codes for who decides what comes next. */
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { tradeRefusals } from './market.tables.ts'

/**
 * 'late': past its deadline. 'price': the market gives less than was decided. 'market': it does not quote. 'lost': the
 * details are gone with the database.
 */
export type RefusalCode = (typeof tradeRefusals.$inferSelect)['code']

/** The first reason stands; of an operation that is gone meanwhile nothing is kept. */
export async function keepRefusal(db: Db, operationId: string, code: RefusalCode): Promise<void> {
  await db.execute(sql`
    insert into trade_refusals (operation_id, code)
    select id, ${code} from operations where id = ${operationId}::uuid on conflict do nothing`)
}

export async function findRefusal(db: Db, operationId: string): Promise<RefusalCode | null> {
  const [row] = await db.select().from(tradeRefusals).where(eq(tradeRefusals.operationId, operationId))
  return row?.code ?? null
}
