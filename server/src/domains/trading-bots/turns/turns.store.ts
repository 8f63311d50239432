/** Turns of wallets. Times are practice time; a write applies only to the row that was read. */
import type { BotClass } from '@purser/contract/trading-bots/trading-bots.ts'
import type { BotSkip } from '@purser/contract/trading-bots/trading-bot-texts.ts'
import type { Address } from '@solana/kit'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { WAITING_NOTICES } from './conditions.ts'
import type { TradeRow } from '../rows.ts'
import { tradingBots, tradingBotTrades } from '../trading-bots.tables.ts'

/** A wallet of an active bot whose turn is due. `dueAt` null: it is to be drawn, for the first time or anew. */
export type DueWallet = {
  botId: string
  walletId: number
  name: string
  address: Address
  dueAt: Date | null
  lastTurnAt: Date | null
  class: BotClass | null
}

type Raw = Omit<DueWallet, 'dueAt' | 'lastTurnAt'> & {
  dueAt: string | Date | null
  lastTurnAt: string | Date | null
}
const date = (value: string | Date | null) => (value === null ? null : new Date(value))
const WAITING = WAITING_NOTICES.map((notice) => `'${notice}'`).join(', ')
const at = (time: Date | null) =>
  time === null ? sql`null::timestamptz` : sql`${time.toISOString()}::timestamptz`

/**
 * Wallets of the bots that this process runs: members of their groups whose turn is due or to be drawn, those to be
 * drawn first, then the longest due. A time further away than the interval's maximum (the clock was set back) is to be
 * drawn anew. A wallet with a trade in flight, of whichever bot, has no turn. Nor has one of a bot that waits: it would
 * keep the others from theirs.
 */
export async function listDue(
  db: Db,
  { owner, now, limit }: { owner: string; now: Date; limit: number },
): Promise<DueWallet[]> {
  const far = sql`${at(now)} + make_interval(secs => (
    b.parameters->>(case w.class when 'whale' then 'whale_interval_max' else 'retail_interval_max' end))::int)`
  return list(db, {
    dueAt: sql`case when w.due_at > ${far} then null else w.due_at end`,
    where: sql`b.owner = ${owner} and b.status = 'active'
      and coalesce(b.notice, '') not in (${sql.raw(WAITING)})
      and (w.due_at is null or w.due_at <= ${at(now)} or w.due_at > ${far})`,
    limit,
  })
}

/** Turns of one waiting or resuming bot that fell due and are to be drawn anew. */
export const listLate = (
  db: Db,
  { owner, botId, now, limit }: { owner: string; botId: string; now: Date; limit: number },
): Promise<DueWallet[]> =>
  list(db, {
    dueAt: sql`w.due_at`,
    where: sql`b.id = ${botId}::uuid and b.owner = ${owner} and b.status = 'active' and w.due_at <= ${at(now)}`,
    limit,
  })

type Listed = { dueAt: SQL; where: SQL; limit: number }

async function list(db: Db, { dueAt, where, limit }: Listed): Promise<DueWallet[]> {
  const { rows } = (await db.execute(sql`
    select b.id as "botId", x.id as "walletId", x.name, x.address, ${dueAt} as "dueAt",
      w.last_turn_at as "lastTurnAt", w.class
    from trading_bots b
    join wallet_group_members m on m.group_id = b.group_id
    join wallets x on x.id = m.wallet_id
    left join trading_bot_wallets w on w.bot_id = b.id and w.wallet_id = m.wallet_id
    where ${where}
      and not exists (select from trading_bot_trades t where t.wallet_id = x.id and t.status = 'placed')
    order by 5 nulls first, x.id limit ${limit}`)) as { rows: Raw[] }
  return rows.map((row) => ({
    ...row,
    walletId: Number(row.walletId),
    dueAt: date(row.dueAt),
    lastTurnAt: date(row.lastTurnAt),
  }))
}

export type NextTurn = { walletId: number; dueAt: Date; class: BotClass }

/** The first turns of wallets, or turns drawn anew, unless an earlier one is due. */
export async function saveNextTurns(db: Db, owner: string, botId: string, turns: NextTurn[]): Promise<void> {
  if (turns.length === 0) return
  await db.execute(sql`
    insert into trading_bot_wallets (bot_id, wallet_id, class, due_at)
    select b.id, x.id, r->>'class', (r->>'dueAt')::timestamptz
    from jsonb_array_elements(${JSON.stringify(turns)}::jsonb) as t(r)
    join wallets x on x.id = (r->>'walletId')::bigint
    join trading_bots b on b.id = ${botId}::uuid and b.owner = ${owner} and b.status = 'active'
    on conflict (bot_id, wallet_id) do update set class = excluded.class, due_at = excluded.due_at
      where trading_bot_wallets.due_at is null or trading_bot_wallets.due_at > excluded.due_at`)
}

/** Turns that fell due while the bot waited are drawn anew. */
export async function postpone(
  db: Db,
  owner: string,
  botId: string,
  now: Date,
  turns: NextTurn[],
): Promise<void> {
  if (turns.length === 0) return
  await db.execute(sql`
    update trading_bot_wallets w set due_at = (r->>'dueAt')::timestamptz
    from jsonb_array_elements(${JSON.stringify(turns)}::jsonb) as t(r), trading_bots b
    where b.id = ${botId}::uuid and b.owner = ${owner} and b.status = 'active'
      and w.bot_id = b.id and w.wallet_id = (r->>'walletId')::bigint and w.due_at <= ${at(now)}`)
}

/** A taken turn: which one, when, and when the next is due. */
export type ClaimedTurn = { walletId: number; was: Date | null; takenAt: Date; dueAt: Date; class: BotClass }

/** Turns that passed without a trade. */
export async function passTurns(
  db: Db,
  owner: string,
  botId: string,
  turns: (ClaimedTurn & { skip: BotSkip })[],
): Promise<void> {
  if (turns.length === 0) return
  await db.execute(sql`
    update trading_bot_wallets w set due_at = (r->>'dueAt')::timestamptz,
      last_turn_at = (r->>'takenAt')::timestamptz, class = r->>'class', skip = r->>'skip'
    from jsonb_array_elements(${JSON.stringify(turns)}::jsonb) as t(r), trading_bots b
    where b.id = ${botId}::uuid and b.owner = ${owner} and b.status = 'active'
      and w.bot_id = b.id and w.wallet_id = (r->>'walletId')::bigint
      and w.due_at is not distinct from (r->>'was')::timestamptz`)
}

type Decision = {
  owner: string
  turn: ClaimedTurn
  trade: typeof tradingBotTrades.$inferInsert & { walletId: number }
}

/**
 * Writes the decision and the wallet's next turn, in one transaction. False, and nothing written: the bot was stopped,
 * belongs to another process, the wallet has left the group or has a trade in flight, or its turn was taken.
 */
export async function decide(db: Db, { owner, turn, trade }: Decision): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { botId, run, walletId } = trade
    const [bot] = await tx
      .select({ groupId: tradingBots.groupId })
      .from(tradingBots)
      .where(
        and(
          eq(tradingBots.id, botId),
          eq(tradingBots.owner, owner),
          eq(tradingBots.status, 'active'),
          eq(tradingBots.run, run),
        ),
      )
      .for('share')
    if (!bot) return false
    const { rows } = (await tx.execute(sql`
      update trading_bot_wallets w
      set due_at = ${at(turn.dueAt)}, last_turn_at = ${at(turn.takenAt)}, class = ${turn.class}, skip = null
      where w.bot_id = ${botId}::uuid and w.wallet_id = ${walletId}
        and w.due_at is not distinct from ${at(turn.was)}
        and exists (select from wallet_group_members m where m.group_id = ${bot.groupId} and m.wallet_id = ${walletId})
        and not exists (
          select from trading_bot_trades t where t.wallet_id = w.wallet_id and t.status = 'placed')
      returning w.wallet_id`)) as { rows: unknown[] }
    if (rows.length === 0) return false
    await tx.insert(tradingBotTrades).values(trade)
    return true
  })
}

export async function placedTrades(db: Db, botIds: string[]): Promise<TradeRow[]> {
  return db
    .select()
    .from(tradingBotTrades)
    .where(and(inArray(tradingBotTrades.botId, botIds), eq(tradingBotTrades.status, 'placed')))
}

/** For each of these bots, the members of the group, and how many of them passed their last turn for lack of funds. */
export async function countMembers(
  db: Db,
  ids: string[],
): Promise<Map<string, { wallets: number; passed: number }>> {
  const { rows } = (await db.execute(sql`
    select b.id, count(m.wallet_id)::int as wallets, count(w.wallet_id)
      filter (where w.skip in ('fees', 'nothing_to_spend', 'nothing_to_sell'))::int as passed
    from trading_bots b
    left join wallet_group_members m on m.group_id = b.group_id
    left join trading_bot_wallets w on w.bot_id = b.id and w.wallet_id = m.wallet_id
    where b.id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))
    group by b.id`)) as { rows: { id: string; wallets: number; passed: number }[] }
  return new Map(rows.map(({ id, wallets, passed }) => [id, { wallets, passed }]))
}
