/** Writes what steps changed: states in one statement, with their orders, steps and log lines. */
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { chunksOf } from '../../../kernel/chunks.ts'
import { type LogRow, logOf, orderEnd, type Save } from '../rows.ts'
import { strategyOrders, strategySteps } from '../strategies.tables.ts'
import { insertLogs } from './lines.store.ts'

/** A statement takes at most 65,535 parameters. */
const ORDERS_AT_ONCE = 2_000
const STEPS_AT_ONCE = 5_000

/** In a transaction of the caller: `saved` are the ids of those that were written, with the log lines of these. */
export type Written = { saved: Set<string>; logs: LogRow[] }

/**
 * Leaves out a strategy that this process no longer owns, or whose row has changed since it was read. An ended strategy has
 * no owner and may be written by any process.
 */
export async function saveAll(tx: Db, owner: string, saves: Save[]): Promise<Written> {
  const saved = await updateStates(tx, owner, saves)
  const written = saves.filter((save) => saved.has(save.row.id))
  const placed = written.flatMap(({ newOrders }) => newOrders)
  for (const some of chunksOf(placed, ORDERS_AT_ONCE)) await tx.insert(strategyOrders).values(some)
  for (const order of written.flatMap(({ endedOrders }) => endedOrders))
    await tx
      .update(strategyOrders)
      .set(orderEnd(order))
      .where(
        and(
          eq(strategyOrders.strategyId, order.strategyId),
          eq(strategyOrders.run, order.run),
          eq(strategyOrders.seq, order.seq),
          eq(strategyOrders.walletAddress, order.walletAddress),
        ),
      )
  const steps = written.flatMap(({ row, steps: made }) =>
    made.map((step) => ({ ...step, strategyId: row.id, run: row.run })),
  )
  for (const some of chunksOf(steps, STEPS_AT_ONCE)) await tx.insert(strategySteps).values(some)
  const lines = written.flatMap(({ row, lines: made }) => made.map((one) => logOf(row, one)))
  return { saved, logs: await insertLogs(tx, lines) }
}

async function updateStates(tx: Db, owner: string, saves: Save[]): Promise<Set<string>> {
  const values = saves.map(({ row, state, status, reason, figures }) => ({
    id: row.id,
    run: row.run,
    version: row.version,
    expected: row.status,
    status,
    reason,
    state,
    bought: figures.boughtBase.toString(),
    sold: figures.soldBase.toString(),
    spent: figures.spentQuote.toString(),
    received: figures.receivedQuote.toString(),
    fees: figures.feesLamports.toString(),
  }))
  const result = await tx.execute(sql`
    update strategies s set
      state = v.state, version = s.version + 1, status = v.status, reason = v.reason,
      bought_base = v.bought, sold_base = v.sold, spent_quote = v.spent, received_quote = v.received,
      fees_lamports = v.fees,
      ended_at = case when v.status in ('active', 'paused', 'stopping') then null
        when v.status = s.status then s.ended_at else now() end,
      owner = case when v.status in ('active', 'paused', 'stopping') then s.owner else null end
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v(
      id uuid, run int, version int, expected text, status text, reason text, state jsonb,
      bought numeric, sold numeric, spent numeric, received numeric, fees numeric)
    where s.id = v.id and s.run = v.run and s.version = v.version and s.status = v.expected
      and (s.owner = ${owner} or s.owner is null and s.status not in ('active', 'paused', 'stopping'))
    returning s.id`)
  return new Set((result as { rows: { id: string }[] }).rows.map((r) => r.id))
}
