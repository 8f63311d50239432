/** Starts and stops that a user requests. The process that runs the bot carries them out. */
import type { BotPreview } from '@purser/contract/trading-bots/trading-bots.ts'
import type { BotStatus } from '@purser/contract/wallets/wallet-groups.ts'
import { UUID } from '@purser/contract/values.ts'
import type { Db } from '../../../db/client.ts'
import { writeAudit } from '../../../kernel/audit.store.ts'
import type { Bus } from '../../../kernel/bus.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { Fault } from '../../../kernel/fault.ts'
import type { Chain } from '../../../ports/chain.ts'
import type { Tokens } from '../../tokens/index.ts'
import type { Transfers } from '../../transfers/index.ts'
import type { Groups, OwnedWallet, Wallets } from '../../wallets/index.ts'
import * as store from '../bots.store.ts'
import type { TestNetwork } from '../network.ts'
import { getCurrency } from '../parameters.ts'
import { previewStart, type PreviewParts } from './preview.ts'
import type { BotRow } from '../rows.ts'
import { requireTradable } from '../token.ts'

export type RequestParts = PreviewParts & {
  db: Db
  bus: Bus
  clock: Clock
  chain: Chain
  transfers: Transfers
  wallets: Wallets
  groups: Groups
  tokens: Tokens
  network: TestNetwork
  /** Has requests carried out at once, if this process runs the bot. */
  wake: () => void
}

/** The user, the address and browser that the request comes from, and its key, which is the same on every retry. */
export type Asking = { userId: number; originKey: string; client: string; device: string }
type Start = { groupId: number; mintAddress: string; updateConfigStatus?: boolean | undefined }
type Stop = { botId: string; groupId: number; updateConfigStatus?: boolean | undefined }
type Ready = { bot: BotRow; symbol: string; decimals: number }

/** The time that a start waits until a process claims the bot, and a stop for trades in flight. */
const STARTED_MS = 2_000
const IN_FLIGHT_MS = 5_000
const POLL_MS = 200

export type Requests = {
  /** The effect of a start. Throws the reason why the bot cannot be started. */
  preview(userId: number, wanted: Start): Promise<BotPreview>
  /**
   * Returns the status once a process has begun, or after a moment. Throws the reason why the bot cannot be started.
   */
  start(asking: Asking, wanted: Start): Promise<{ botId: string; status: BotStatus }>
  /** Waits a moment for trades in flight. Throws not_found and bot_not_active. */
  stop(asking: Asking, wanted: Stop): Promise<BotStatus>
  /** Waits until all of these are inactive, but not for long. Returns how many are not. */
  settle(userId: number, ids: string[]): Promise<number>
  /** Announces to consoles and other processes that something is requested of the bot. */
  notify(bot: BotRow): void
}

export function createRequests(parts: RequestParts): Requests {
  return {
    preview: (userId, wanted) => previewBot(parts, userId, wanted),
    start: (asking, wanted) => startBot(parts, asking, wanted),
    stop: (asking, wanted) => stopBot(parts, asking, wanted),
    settle: (userId, ids) => settleBots(parts, userId, ids),
    notify: (bot) => notifyRequested(parts, bot),
  }
}

async function previewBot(parts: RequestParts, userId: number, wanted: Start): Promise<BotPreview> {
  const { bot, ...token } = await prepareStart(parts, userId, wanted)
  return previewStart(parts, bot.parameters, await listMembers(parts, userId, wanted.groupId), token)
}

async function startBot(
  parts: RequestParts,
  asking: Asking,
  wanted: Start,
): Promise<{ botId: string; status: BotStatus }> {
  const { db, clock, transfers, wallets, groups } = parts
  const { userId, originKey } = asking
  const halts = await transfers.submit.halts(userId)
  const [known] = await store.listBots(db, userId, wanted.groupId)
  if (known?.startKey === originKey) return { botId: known.id, status: known.status }
  const { symbol, decimals, bot } = await prepareStart(parts, userId, wanted)
  const { length: count } = await listMembers(parts, userId, wanted.groupId)
  if (transfers.operator.hold() !== null) throw new Fault('on_hold')
  const { name } = await groups.get(userId, wanted.groupId)
  await db.transaction(async (tx) => {
    await transfers.submit.requireUnhalted(tx, userId, halts)
    // No wallet and no group is deleted until it runs.
    await wallets.changes.hold(tx, userId, { ids: [] })
    const now = await store.lockBot(tx, wanted.groupId)
    requireStartable(now, wanted)
    // The parameters may have been saved again since they were checked.
    if (getCurrency(now.parameters) !== getCurrency(bot.parameters)) throw new Fault('bot_not_saved')
    const startedAt = new Date(clock.now())
    await store.requestStart(tx, now.id, { startKey: originKey, startedAt, symbol, decimals })
    await audit(tx, asking, 'bot-start', { group: name, token: wanted.mintAddress, wallets: count })
  })
  notifyRequested(parts, bot)
  parts.wake()
  return { botId: bot.id, status: await waitUntilStarted(parts, bot) }
}

async function stopBot(parts: RequestParts, asking: Asking, wanted: Stop): Promise<BotStatus> {
  const { db, groups, network } = parts
  const { userId, originKey } = asking
  await network.requireTest()
  const { name } = await groups.get(userId, wanted.groupId)
  const bot = UUID.test(wanted.botId) ? await store.findBot(db, wanted.botId) : undefined
  if (!bot || bot.userId !== userId || bot.groupId !== wanted.groupId)
    throw new Fault('not_found', { what: 'Trading bot' })
  if (bot.stopKey === originKey) return bot.status
  await db.transaction(async (tx) => {
    const now = await store.lockBot(tx, wanted.groupId)
    if (!now) throw new Fault('not_found', { what: 'Trading bot' })
    if (now.status !== 'active') throw new Fault('bot_not_active', { status: now.status })
    const unsaved = wanted.updateConfigStatus === true
    await store.requestStop(tx, now.id, { stopKey: originKey, unsaved })
    await audit(tx, asking, 'bot-stop', { group: name, trades: now.trades })
  })
  notifyRequested(parts, bot)
  parts.wake()
  await settleBots(parts, userId, [bot.id])
  return readStatus(parts, bot.id)
}

function notifyRequested({ bus }: RequestParts, { id, userId, groupId }: BotRow): void {
  bus.publish('trading-bots.changed', { userId, groupId })
  bus.publish('trading-bots.requested', { botId: id })
}

/** Throws the reason why this bot cannot be started now. */
function requireStartable(bot: BotRow | undefined, wanted: Start): asserts bot is BotRow {
  if (!bot) throw new Fault('bot_not_saved')
  if (bot.status !== 'inactive') throw new Fault('bot_not_inactive', { status: bot.status })
  const saved = bot.parameterStatus === 'active' || wanted.updateConfigStatus === true
  if (!saved || bot.parameters.mint_address !== wanted.mintAddress) throw new Fault('bot_not_saved')
}

/** Serves a start and its dry run alike. Throws the reason why the bot cannot be started. */
async function prepareStart(parts: RequestParts, userId: number, wanted: Start): Promise<Ready> {
  const { db, groups, network } = parts
  await network.require()
  await groups.get(userId, wanted.groupId)
  const [bot] = await store.listBots(db, userId, wanted.groupId)
  requireStartable(bot, wanted)
  const { mint_address: mint } = bot.parameters
  const token = await requireTradable(parts, mint, getCurrency(bot.parameters))
  const [named] = await parts.tokens.names([mint])
  return { bot, symbol: named?.symbol ?? mint.slice(0, 4), decimals: token.decimals }
}

async function listMembers(
  { wallets }: RequestParts,
  userId: number,
  groupId: number,
): Promise<OwnedWallet[]> {
  const found = await wallets.lookups.listInGroup(userId, groupId)
  if (found.length === 0) throw new Fault('bot_without_wallets')
  return found
}

async function readStatus({ db }: RequestParts, id: string): Promise<BotStatus> {
  return (await store.findBot(db, id))?.status ?? 'inactive'
}

/** Returns the status once it is no longer 'starting', or after a while. */
async function waitUntilStarted(parts: RequestParts, { id, userId }: BotRow): Promise<BotStatus> {
  const { bus, clock } = parts
  const until = clock.monotonic() + STARTED_MS
  for (;;) {
    const status = await readStatus(parts, id)
    const remaining = until - clock.monotonic()
    if (status !== 'starting' || remaining <= 0) return status
    await bus.waitFor('trading-bots.changed', (e) => e.userId === userId, Math.min(POLL_MS, remaining))
  }
}

async function settleBots({ db, bus, clock }: RequestParts, userId: number, ids: string[]): Promise<number> {
  const until = clock.monotonic() + IN_FLIGHT_MS
  for (;;) {
    const live = await store.countLive(db, ids)
    const remaining = until - clock.monotonic()
    if (live === 0 || remaining <= 0) return live
    await bus.waitFor('trading-bots.changed', (e) => e.userId === userId, Math.min(POLL_MS, remaining))
  }
}

/** Writes a row of the audit log. */
export const audit = (
  tx: Db,
  { userId, client, device }: Pick<Asking, 'userId' | 'client' | 'device'>,
  type: 'bot-start' | 'bot-stop' | 'bot-parameters',
  detail: Record<string, string | number>,
): Promise<void> => writeAudit(tx, { userId, type, detail, address: client, device })
