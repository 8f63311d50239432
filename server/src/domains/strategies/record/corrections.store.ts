/** Orders that are booked and whose outcome the chain may still change, and how one is written anew. */
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import type { OrderSpot } from './trades.store.ts'
import { endingOf } from './trades.store.ts'
import type { OrderRow, StrategyRow } from './strategies.store.ts'
import { strategies, strategyOrders } from './strategies.tables.ts'

/** In the order of their keys, from the last one on. */
export type OpenWanted = { owner: string; after: OrderRow | undefined; limit: number }

/** Of strategies that this process runs, and of those that have ended, which are everybody's. */
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

const keyOf = (order: OrderSpot & { strategyId: string }) =>
  and(
    eq(strategyOrders.strategyId, order.strategyId),
    eq(strategyOrders.run, order.run),
    eq(strategyOrders.seq, order.seq),
    eq(strategyOrders.walletAddress, order.walletAddress),
  )

/** As long as they stand as they were read: what was corrected meanwhile is looked at again. */
export async function markFinal(db: Db, orders: OrderRow[]): Promise<void> {
  for (const order of orders)
    await db
      .update(strategyOrders)
      .set({ isFinal: true })
      .where(and(keyOf(order), eq(strategyOrders.status, order.status)))
}

/** False where another has written one of them since it was read: nothing is to be kept then. In a transaction of the caller. */
export async function rewriteOrders(tx: Db, changes: { was: OrderRow; is: OrderRow }[]): Promise<boolean> {
  for (const { was, is } of changes) {
    const same = (column: ReturnType<typeof sql>, value: bigint | null) =>
      sql`${column} is not distinct from ${value === null ? null : value.toString()}::numeric`
    const written = await tx
      .update(strategyOrders)
      .set(endingOf(is))
      .where(
        and(
          keyOf(was),
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
