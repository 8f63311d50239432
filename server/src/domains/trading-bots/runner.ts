/**
 * Runs bots: claims those that no live process owns, brings about their requested status, takes the turns of their
 * wallets, and follows every trade to its end. Every write is conditional on owning the bot.
 */
import type { BotNotice } from '@purser/contract/trading-bots/trading-bot-texts.ts'
import type { Bus } from '../../kernel/bus.ts'
import type { Heartbeat } from '../../kernel/heartbeat.ts'
import { describe } from '../../kernel/log.ts'
import { createConditions, isWaiting, toNotice } from './turns/conditions.ts'
import { type FollowParts, followTrade } from './trades/follow.ts'
import type { TestNetwork } from './network.ts'
import { canTrade } from './turns/funds.ts'
import * as owned from './owned.store.ts'
import { goOn, type RoundParts, takeTurns } from './turns/round.ts'
import type { BotRow, TradeRow } from './rows.ts'
import { countMembers, placedTrades } from './turns/turns.store.ts'

export type RunnerParts = Omit<RoundParts, 'decided' | 'notice' | 'owner'> &
  FollowParts & {
    bus: Bus
    heartbeat: Heartbeat
    network: TestNetwork
    /** Between two polls; shorter in tests. */
    pollMs?: number | undefined
  }
export type Runner = ReturnType<typeof createRunner>

/** Trades in flight that one process begins. */
const IN_FLIGHT = 4
const POLL_MS = 1_000
/** The interval while the market's time runs faster. */
const FAST_POLL_MS = 250
/** The time between two checks of the conditions that keep bots from trading. */
const LOOK_MS = 5_000

type Engine = RunnerParts & {
  owner: string
  following: Map<string, Promise<void>>
  bots: Map<string, BotRow>
  roundParts: RoundParts
  lookedAt: number
  waiting: Promise<void> | null
  polled: Promise<void>
}

const announce = ({ bus }: Engine, { userId, groupId }: BotRow) =>
  bus.publish('trading-bots.changed', { userId, groupId })

async function saveNotice(engine: Engine, bot: BotRow, notice: BotNotice | null): Promise<void> {
  const { db, owner, log } = engine
  if (bot.notice === notice) return
  if (!(await owned.saveNotice(db, owner, bot.id, notice))) return
  bot.notice = notice
  announce(engine, bot)
  log.info({ bot: bot.id, notice }, notice === null ? 'a trading bot continues' : 'a trading bot waits')
}

function follow(engine: Engine, bot: BotRow, trade: TradeRow): void {
  const { following, bots, log, signal } = engine
  if (following.has(trade.id)) return
  announce(engine, bot)
  const nothingNew = () => (bots.get(bot.id) ?? bot).status !== 'active'
  const done = followTrade(engine, trade, nothingNew)
    .then((booked) => void (booked && announce(engine, bot)))
    .catch((error: unknown) =>
      log.error({ trade: trade.id, ...describe(error) }, 'a trade could not be followed'),
    )
    .finally(() => {
      following.delete(trade.id)
      if (!signal.aborted) void wake(engine)
    })
  following.set(trade.id, done)
}

/** Adopts a bot that is new to this process; then brings about its requested status. */
async function bringAbout(engine: Engine, bot: BotRow, adopted: boolean): Promise<void> {
  const { db, log, owner, bots } = engine
  if (adopted || bot.status === 'stopping')
    for (const trade of await placedTrades(db, [bot.id])) follow(engine, bot, trade)
  if (adopted) log.info({ bot: bot.id, status: bot.status }, 'a trading bot was taken up')
  if (bot.status === 'starting' && (await owned.activate(db, owner, bot.id))) {
    bot.status = 'active'
    log.info({ bot: bot.id, group: bot.groupId }, 'a trading bot has started')
    announce(engine, bot)
  }
  if (bot.status === 'stopping' && (await owned.deactivate(db, owner, bot.id))) {
    bots.delete(bot.id)
    log.info({ bot: bot.id, group: bot.groupId }, 'a trading bot has stopped')
    announce(engine, bot)
  }
}

async function refresh(engine: Engine): Promise<void> {
  const { db, heartbeat, bots } = engine
  const { mine, orphans } = await owned.listMine(db, heartbeat)
  const claimed = orphans.length > 0 ? await owned.claim(db, heartbeat, orphans) : []
  const all = [...mine, ...claimed]
  const known = new Set(bots.keys())
  for (const id of known) if (!all.some((bot) => bot.id === id)) bots.delete(id)
  for (const bot of all) bots.set(bot.id, bot)
  for (const bot of all)
    await isolate(engine, bot, () => bringAbout(engine, bot, claimed.includes(bot) || !known.has(bot.id)))
}

async function updateNotices(
  engine: Engine,
  condition: (bot: BotRow) => Promise<BotNotice | null>,
): Promise<void> {
  const { bots, db, roundParts } = engine
  const active = [...bots.values()].filter((bot) => bot.status === 'active')
  if (active.length === 0) return
  const ids = active.map(({ id }) => id)
  const members = await countMembers(db, ids)
  // A decision whose answer the database lost is followed as well.
  for (const trade of await placedTrades(db, ids)) {
    const bot = bots.get(trade.botId)
    if (bot) follow(engine, bot, trade)
  }
  const see = async (bot: BotRow) => {
    const { wallets = 0, passed = 0 } = members.get(bot.id) ?? {}
    const found = (await condition(bot)) ?? (wallets === passed ? await lack(engine, bot, wallets) : null)
    if (isWaiting(bot.notice) && !isWaiting(found)) await goOn(roundParts, bot)
    await saveNotice(engine, bot, found)
  }
  for (const bot of active) await isolate(engine, bot, () => see(bot))
}

/** The notice of a bot whose wallets all passed their last turn. */
async function lack(engine: Engine, bot: BotRow, wallets: number): Promise<BotNotice | null> {
  if (wallets === 0) return 'no_wallets'
  // Shown until one has traded.
  if (bot.notice === 'funds') return 'funds'
  try {
    return (await canTrade(engine, bot)) ? null : 'funds'
  } catch (error) {
    const notice = toNotice(error)
    if (notice === undefined) throw error
    return notice
  }
}

/** An error of one bot does not keep the others from their turns. */
const isolate = ({ log }: Engine, bot: BotRow, what: () => Promise<void>): Promise<void> =>
  what().catch((error: unknown) =>
    log.error({ bot: bot.id, ...describe(error) }, 'a trading bot could not be looked after'),
  )

async function poll(engine: Engine): Promise<void> {
  const { signal, clock, following, bots, roundParts } = engine
  if (signal.aborted) return
  await refresh(engine)
  const condition = createConditions(engine)
  if (clock.monotonic() - engine.lookedAt >= LOOK_MS) {
    await updateNotices(engine, condition)
    engine.lookedAt = clock.monotonic()
  }
  const room = () => (signal.aborted ? 0 : IN_FLIGHT - following.size)
  while (
    [...bots.values()].some((bot) => bot.status === 'active') &&
    !signal.aborted &&
    (await takeTurns(roundParts, { bots, condition, room }))
  );
}

/** Polls now, or once more after the poll in progress: never two at once. */
function wake(engine: Engine): Promise<void> {
  const { log } = engine
  engine.waiting ??= engine.polled.then(() => {
    engine.waiting = null
    engine.polled = poll(engine).catch((error: unknown) =>
      log.warn(describe(error), 'trading bots could not be polled'),
    )
    return engine.polled
  })
  return engine.waiting
}

const pause = (engine: Engine) => engine.pollMs ?? (engine.marketClock.speed() > 1 ? FAST_POLL_MS : POLL_MS)

/** Until the signal aborts. */
async function run(engine: Engine): Promise<void> {
  const { signal, clock } = engine
  while (!signal.aborted) {
    await wake(engine)
    await clock.sleep(pause(engine), signal)
  }
}

/** Resolves when nothing is under way. Trades in flight are left to the next process. */
async function waitForTrades(engine: Engine): Promise<void> {
  const { following, db, owner, log } = engine
  await (engine.waiting ?? engine.polled)
  await Promise.all(following.values())
  await owned
    .giveBack(db, owner)
    .catch((error: unknown) => log.warn(describe(error), 'trading bots could not be given back'))
}

export function createRunner(parts: RunnerParts) {
  const { heartbeat } = parts
  const owner = heartbeat.id
  const bots = new Map<string, BotRow>()
  /** Trades that are followed, by id. */
  const following = new Map<string, Promise<void>>()
  const roundParts: RoundParts = {
    ...parts,
    owner,
    decided: (bot, trade) => follow(engine, bot, trade),
    notice: (bot, notice) => saveNotice(engine, bot, notice),
  }
  const engine: Engine = {
    ...parts,
    owner,
    following,
    bots,
    roundParts,
    lookedAt: -Infinity,
    waiting: null,
    polled: Promise.resolve(),
  }
  return {
    wake: () => wake(engine),
    /** Until the signal aborts. */
    run: () => run(engine),
    /** Resolves once nothing is in progress. Trades in flight are left to the next process. */
    waitForTrades: () => waitForTrades(engine),
  }
}
