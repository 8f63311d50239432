/** Trades of bots: booked once, corrected if the chain changes their outcome, listed. */
import { and, asc, desc, eq, gt, inArray, lt, or, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import type { Books, Sums } from './books.ts'
import type { TradeRow } from '../rows.ts'
import {
  tradingBots,
  tradingBotTrades as trades,
  tradingBotWallets as wallets,
} from '../trading-bots.tables.ts'

type Same = Pick<TradeRow, 'status' | 'spent' | 'received' | 'fee' | 'rent'>

const unchanged = ({ status, ...amounts }: Same) => {
  const same = (column: SQLWrapper, value: bigint | null) =>
    sql`${column} is not distinct from ${value === null ? null : value.toString()}::numeric`
  return and(
    eq(trades.status, status),
    same(trades.spent, amounts.spent),
    same(trades.received, amounts.received),
    same(trades.fee, amounts.fee),
    same(trades.rent, amounts.rent),
  )
}

/**
 * Writes the outcome of a trade, and the change to the figures of its bot and wallet, in one transaction. False, and
 * nothing written: it was booked otherwise since it was read. For an earlier run only the trade is rewritten.
 */
export async function book(db: Db, was: TradeRow, is: Books, change: Sums): Promise<boolean> {
  return db.transaction(async (tx) => {
    const written = await tx
      .update(trades)
      .set(is)
      .where(and(eq(trades.id, was.id), unchanged(was)))
      .returning({ id: trades.id })
    if (written.length === 0) return false
    const ofRun = await tx
      .update(tradingBots)
      .set({
        trades: sql`${tradingBots.trades} + ${change.trades}::int`,
        buys: sql`${tradingBots.buys} + ${change.buys}::int`,
        whaleTrades: sql`${tradingBots.whaleTrades} + ${change.whaleTrades}::int`,
        failed: sql`${tradingBots.failed} + ${change.failed}::int`,
        volumeUsd: sql`${tradingBots.volumeUsd} + ${change.volumeUsd.toString()}::numeric`,
        fees: sql`${tradingBots.fees} + ${change.fees.toString()}::numeric`,
      })
      .where(and(eq(tradingBots.id, was.botId), eq(tradingBots.run, was.run)))
      .returning({ id: tradingBots.id })
    if (ofRun.length === 0 || was.walletId === null) return true
    await tx
      .update(wallets)
      .set({
        trades: sql`${wallets.trades} + ${change.trades}::int`,
        tokenChange: sql`${wallets.tokenChange} + ${change.token.toString()}::numeric`,
        currencyChange: sql`${wallets.currencyChange} + ${change.currency.toString()}::numeric`,
        fees: sql`${wallets.fees} + ${change.fees.toString()}::numeric`,
        ...(change.trades > 0 ? { lastTradeAt: was.createdAt } : {}),
      })
      .where(and(eq(wallets.botId, was.botId), eq(wallets.walletId, was.walletId)))
    return true
  })
}

/** Booked trades whose outcome can still change: of bots that this process runs, and of those that no process runs. */
export async function listNotFinal(
  db: Db,
  { owner, after, limit }: { owner: string; after: string | undefined; limit: number },
): Promise<TradeRow[]> {
  const rows = await db
    .select({ trade: trades })
    .from(trades)
    .innerJoin(tradingBots, eq(tradingBots.id, trades.botId))
    .where(
      and(
        sql`${trades.status} <> 'placed' and not ${trades.isFinal}`,
        sql`(${tradingBots.owner} = ${owner} or ${tradingBots.owner} is null)`,
        after === undefined ? undefined : gt(trades.id, after),
      ),
    )
    .orderBy(asc(trades.id))
    .limit(limit)
  return rows.map(({ trade }) => trade)
}

/** Only those that are booked as they were read. */
export async function markFinal(db: Db, all: TradeRow[]): Promise<void> {
  for (const status of ['filled', 'failed'] as const) {
    const ids = all.filter((trade) => trade.status === status).map(({ id }) => id)
    if (ids.length > 0)
      await db
        .update(trades)
        .set({ isFinal: true })
        .where(and(inArray(trades.id, ids), eq(trades.status, status)))
  }
}

export type Cursor = { createdAt: Date; id: string }

/** Newest first. */
export async function listTrades(
  db: Db,
  { botId, before, limit }: { botId: string; before: Cursor | undefined; limit: number },
): Promise<TradeRow[]> {
  return db
    .select()
    .from(trades)
    .where(
      and(
        eq(trades.botId, botId),
        before &&
          or(
            lt(trades.createdAt, before.createdAt),
            and(eq(trades.createdAt, before.createdAt), lt(trades.id, before.id)),
          ),
      ),
    )
    .orderBy(desc(trades.createdAt), desc(trades.id))
    .limit(limit)
}

/** Deletes at most `limit` trades that are final and older. Returns how many. */
export async function sweepTrades(db: Db, before: Date, limit: number): Promise<number> {
  const old = db
    .select({ id: trades.id })
    .from(trades)
    .where(and(eq(trades.isFinal, true), lt(trades.createdAt, before)))
    .orderBy(asc(trades.createdAt))
    .limit(limit)
  const gone = await db.delete(trades).where(inArray(trades.id, old)).returning({ id: trades.id })
  return gone.length
}
