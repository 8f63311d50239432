/** The state of a user's bots. */
import type { Bot } from '@purser/contract/trading-bots/trading-bots.ts'
import type { WalletGroupStatus } from '@purser/contract/wallets/wallet-groups.ts'
import type { Db } from '../../db/client.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { MarketClock } from '../../ports/market-clock.ts'
import type { Groups } from '../wallets/index.ts'
import { listBots, nextDue } from './bots.store.ts'
import type { TestNetwork } from './network.ts'
import type { BotRow } from './rows.ts'
import { viewBot } from './views.ts'

export type StatusParts = {
  db: Db
  clock: Pick<Clock, 'now'>
  marketClock: MarketClock
  groups: Groups
  network: TestNetwork
}

/** The bot of a group of the user; undefined: none was saved. Throws not_found for another user's group. */
export async function findBot(
  { db, groups }: Pick<StatusParts, 'db' | 'groups'>,
  userId: number,
  groupId: number,
): Promise<BotRow | undefined> {
  await groups.get(userId, groupId)
  const [bot] = await listBots(db, userId, groupId)
  return bot
}

export async function getStatus(
  { db, clock, marketClock, groups, network }: StatusParts,
  userId: number,
  groupId?: number,
): Promise<{ bots: Bot[]; unavailable: string | null }> {
  if (groupId !== undefined) await groups.get(userId, groupId)
  const rows = await listBots(db, userId, groupId)
  const active = rows.filter((row) => row.status === 'active')
  const due = await nextDue(
    db,
    active.map(({ id }) => id),
  )
  const clocks = { now: () => clock.now(), marketClock }
  return {
    bots: rows.map((row) => viewBot(row, due.get(row.id), clocks)),
    unavailable: await network.unavailable(),
  }
}

export async function listGroups(
  { db, groups }: Pick<StatusParts, 'db' | 'groups'>,
  userId: number,
): Promise<WalletGroupStatus[]> {
  const bots = new Map((await listBots(db, userId)).map((bot) => [bot.groupId, bot.status]))
  return (await groups.list(userId)).map((group) => {
    const status = bots.get(group.id) ?? 'inactive'
    return { ...group, has_active_bot: status !== 'inactive', bot_status: status }
  })
}
