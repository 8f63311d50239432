/** Assigns bots to processes, and brings about their requested status. Every write is conditional on owning the bot. */
import { and, eq, inArray, ne, or, sql } from 'drizzle-orm'
import type { BotNotice } from '@purser/contract/trading-bots/trading-bot-texts.ts'
import type { Db } from '../../db/client.ts'
import type { Heartbeat } from '../../kernel/heartbeat.ts'
import type { BotRow } from './rows.ts'
import { tradingBots, tradingBotTrades, tradingBotWallets } from './trading-bots.tables.ts'

const owned = (owner: string, id: string, status: BotRow['status']) =>
  and(eq(tradingBots.id, id), eq(tradingBots.owner, owner), eq(tradingBots.status, status))

/** All bots that this process runs, and `orphans`, which no live process runs. */
export async function listMine(db: Db, heartbeat: Heartbeat): Promise<{ mine: BotRow[]; orphans: string[] }> {
  const rows = await db
    .select()
    .from(tradingBots)
    .where(
      and(
        ne(tradingBots.status, 'inactive'),
        or(eq(tradingBots.owner, heartbeat.id), heartbeat.orphaned(sql`${tradingBots.owner}`)),
      ),
    )
  const isMine = ({ owner }: BotRow) => owner === heartbeat.id
  return { mine: rows.filter(isMine), orphans: rows.filter((row) => !isMine(row)).map(({ id }) => id) }
}

/** The bots among them that no other process has claimed since. */
export async function claim(db: Db, heartbeat: Heartbeat, ids: string[]): Promise<BotRow[]> {
  return db
    .update(tradingBots)
    .set({ owner: heartbeat.id })
    .where(
      and(
        inArray(tradingBots.id, ids),
        ne(tradingBots.status, 'inactive'),
        heartbeat.orphaned(sql`${tradingBots.owner}`),
      ),
    )
    .returning()
}

/** 'starting' becomes 'active': its wallets' figures begin anew, and their first turns are still to be drawn. */
export async function activate(db: Db, owner: string, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const done = await tx
      .update(tradingBots)
      .set({ status: 'active' })
      .where(owned(owner, id, 'starting'))
      .returning({ id: tradingBots.id })
    if (done.length === 0) return false
    await tx
      .update(tradingBotWallets)
      .set({
        dueAt: null,
        skip: null,
        trades: 0,
        tokenChange: 0n,
        currencyChange: 0n,
        fees: 0n,
        lastTradeAt: null,
      })
      .where(eq(tradingBotWallets.botId, id))
    return true
  })
}

/** 'stopping' becomes 'inactive', once no trade is in flight. */
export async function deactivate(db: Db, owner: string, id: string): Promise<boolean> {
  const done = await db
    .update(tradingBots)
    .set({ status: 'inactive', owner: null, notice: null })
    .where(
      and(
        owned(owner, id, 'stopping'),
        sql`not exists (select from ${tradingBotTrades} t where t.bot_id = ${id} and t.status = 'placed')`,
      ),
    )
    .returning({ id: tradingBots.id })
  return done.length > 0
}

export async function saveNotice(
  db: Db,
  owner: string,
  id: string,
  notice: BotNotice | null,
): Promise<boolean> {
  const done = await db
    .update(tradingBots)
    .set({ notice })
    .where(owned(owner, id, 'active'))
    .returning({ id: tradingBots.id })
  return done.length > 0
}

/** Called when this process stops in good order: the next one need not wait for its last heartbeat to grow old. */
export async function giveBack(db: Db, owner: string): Promise<void> {
  await db.update(tradingBots).set({ owner: null }).where(eq(tradingBots.owner, owner))
}
