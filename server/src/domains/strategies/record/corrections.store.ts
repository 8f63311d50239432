/** Booked orders whose outcome the chain may still change. */
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import type { OrderSpot } from './trades.store.ts'
import { orderEnd, type OrderRow, type StrategyRow } from '../rows.ts'
import { strategies, strategyOrders } from '../strategies.tables.ts'

/** A page by key; `after` is the last one of the page before. */
export type OpenWanted = { owner: string; after: OrderRow | undefined; limit: number }

/** Lists orders of strategies that this process runs, and of ended ones, which any process may correct. */
export async function listNotFinal(db: Db, { owner, after, limit }: OpenWanted): Promise<OrderRow[]> {
  const { strategyId, run, seq, walletAddress } = strategyOrders
  const rows = await db
    .select({ order: strategyOrders })
    .from(strategyOrders)
    .innerJoin(strategies, eq(strategies.id, strategyId))
    .where(
      and(
        sql`${strategyOrders.status} <> 'placed' and not ${strategyOrders.isFinal}`,
        sql`(${strategies.owner} = ${owner} or ${strategies.owner} is null)`,
        after &&
          sql`(${strategyId}, ${run}, ${seq}, ${walletAddress}) >
            (${after.strategyId}::uuid, ${after.run}::int, ${after.seq}::int, ${after.walletAddress})`,
      ),
    )
    .orderBy(asc(strategyId), asc(run), asc(seq), asc(walletAddress))
    .limit(limit)
  return rows.map(({ order }) => order)
}

export async function findAny(db: Db, id: string): Promise<StrategyRow | undefined> {
  const [row] = await db.select().from(strategies).where(eq(strategies.id, id))
  return row
}

export async function ordersOfRun(db: Db, id: string, run: number): Promise<OrderRow[]> {
  return db
    .select()
    .from(strategyOrders)
    .where(and(eq(strategyOrders.strategyId, id), eq(strategyOrders.run, run)))
}

const whereOrder = (order: OrderSpot & { strategyId: string }) =>
  and(
    eq(strategyOrders.strategyId, order.strategyId),
    eq(strategyOrders.run, order.run),
    eq(strategyOrders.seq, order.seq),
    eq(strategyOrders.walletAddress, order.walletAddress),
  )

/** In the caller's transaction, which must roll back if this returns false: a row has changed since it was read. */
export async function rewriteOrders(tx: Db, changes: { was: OrderRow; is: OrderRow }[]): Promise<boolean> {
  for (const { was, is } of changes) {
    const same = (column: ReturnType<typeof sql>, value: bigint | null) =>
      sql`${column} is not distinct from ${value === null ? null : value.toString()}::numeric`
    const written = await tx
      .update(strategyOrders)
      .set(orderEnd(is))
      .where(
        and(
          whereOrder(was),
          eq(strategyOrders.status, was.status),
          same(sql`${strategyOrders.outAmount}`, was.outAmount),
          same(sql`${strategyOrders.spent}`, was.spent),
          same(sql`${strategyOrders.fee}`, was.fee),
          same(sql`${strategyOrders.profit}`, was.profit),
        ),
      )
      .returning({ seq: strategyOrders.seq })
    if (written.length === 0) return false
  }
  return true
}
