/** Bots: their parameters, and their requested status. */
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import type { BotRow, Parameters } from './rows.ts'
import { tradingBots, tradingBotWallets } from './trading-bots.tables.ts'

/** Bots of the user, or of one group if it is given. */
export async function listBots(db: Db, userId: number, groupId?: number): Promise<BotRow[]> {
  return db
    .select()
    .from(tradingBots)
    .where(
      and(
        eq(tradingBots.userId, userId),
        groupId === undefined ? undefined : eq(tradingBots.groupId, groupId),
      ),
    )
    .orderBy(asc(tradingBots.groupId))
}

export async function findBot(db: Db, id: string): Promise<BotRow | undefined> {
  const [row] = await db.select().from(tradingBots).where(eq(tradingBots.id, id))
  return row
}

/** Within a transaction: nobody else changes it until that ends. */
export async function lockBot(tx: Db, groupId: number): Promise<BotRow | undefined> {
  const [row] = await tx.select().from(tradingBots).where(eq(tradingBots.groupId, groupId)).for('update')
  return row
}

type Saved = { groupId: number; userId: number; parameters: Parameters; status: BotRow['parameterStatus'] }

/** Within a transaction, under the lock of an existing row. */
export async function saveParameters(
  tx: Db,
  { groupId, userId, parameters, status }: Saved,
): Promise<BotRow> {
  const set = { parameters, parameterStatus: status, updatedAt: sql`now()` }
  const [row] = await tx
    .insert(tradingBots)
    .values({ groupId, userId, parameters, parameterStatus: status })
    .onConflictDoUpdate({ target: tradingBots.groupId, set })
    .returning()
  if (!row) throw new Error('parameters that were just written are not there')
  return row
}

const NO_FIGURES = { trades: 0, buys: 0, whaleTrades: 0, failed: 0, volumeUsd: 0n, fees: 0n }
const NO_SUMS = { trades: 0, tokenChange: 0n, currencyChange: 0n, fees: 0n, lastTradeAt: null }

/** Within a transaction, for an inactive bot under its lock: its former run then shows only in its list of trades. */
export async function forgetRun(tx: Db, id: string): Promise<void> {
  const run = sql`${tradingBots.run} + 1`
  await tx
    .update(tradingBots)
    .set({ ...NO_FIGURES, run })
    .where(eq(tradingBots.id, id))
  await tx.update(tradingBotWallets).set(NO_SUMS).where(eq(tradingBotWallets.botId, id))
}

type Start = { startKey: string; startedAt: Date; symbol: string; decimals: number }

/** Within a transaction, for an inactive bot under its lock: a new run with figures of its own. */
export async function requestStart(tx: Db, id: string, start: Start): Promise<void> {
  await tx
    .update(tradingBots)
    .set({
      ...start,
      status: 'starting',
      parameterStatus: 'active',
      owner: null,
      run: sql`${tradingBots.run} + 1`,
      notice: null,
      ...NO_FIGURES,
    })
    .where(eq(tradingBots.id, id))
}

/** Within a transaction, for an active bot under its lock. */
export async function requestStop(
  tx: Db,
  id: string,
  { stopKey, unsaved }: { stopKey: string; unsaved: boolean },
): Promise<void> {
  await tx
    .update(tradingBots)
    .set({ status: 'stopping', stopKey, ...(unsaved ? { parameterStatus: 'inactive' as const } : {}) })
    .where(eq(tradingBots.id, id))
}

/** In the caller's transaction: requests the stop of every bot of the user. Returns all that are not inactive. */
export async function haltAll(tx: Db, userId: number): Promise<BotRow[]> {
  await tx
    .update(tradingBots)
    .set({ status: 'stopping' })
    .where(and(eq(tradingBots.userId, userId), inArray(tradingBots.status, ['starting', 'active'])))
  return listLive(tx, userId)
}

export async function listLive(db: Db, userId: number): Promise<BotRow[]> {
  return db
    .select()
    .from(tradingBots)
    .where(and(eq(tradingBots.userId, userId), ne(tradingBots.status, 'inactive')))
}

/** How many of these are not inactive. */
export async function countLive(db: Db, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0
  const [row] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(tradingBots)
    .where(and(inArray(tradingBots.id, ids), ne(tradingBots.status, 'inactive')))
  return row?.n ?? 0
}

/** Whether the wallet is in a group whose bot is not inactive. */
export async function tradesWith(db: Db, walletId: number): Promise<boolean> {
  const { rows } = (await db.execute(sql`
    select from wallet_group_members m join trading_bots b on b.group_id = m.group_id
    where m.wallet_id = ${walletId} and b.status <> 'inactive' limit 1`)) as { rows: unknown[] }
  return rows.length > 0
}

/** For each bot, when the next turn of a wallet of its group is due, in practice time. */
export async function nextDue(db: Db, ids: string[]): Promise<Map<string, Date>> {
  if (ids.length === 0) return new Map()
  const { rows } = (await db.execute(sql`
    select b.id, (
      select w.due_at from trading_bot_wallets w
      join wallet_group_members m on m.group_id = b.group_id and m.wallet_id = w.wallet_id
      where w.bot_id = b.id and w.due_at is not null order by w.due_at limit 1
    ) as due_at
    from trading_bots b
    where b.id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`)) as {
    rows: { id: string; due_at: string | Date | null }[]
  }
  return new Map(rows.flatMap(({ id, due_at }) => (due_at === null ? [] : [[id, new Date(due_at)]])))
}
