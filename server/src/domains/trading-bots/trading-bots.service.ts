/** Trading bots of groups: parameters, start and stop, their trades, and their runner. */
import { BOT_TRADE_DAYS } from '@purser/contract/limits.ts'
import { DAY_MS } from '@purser/contract/time.ts'
import type { BotParameters, BotParametersChange } from '@purser/contract/trading-bots.ts'
import type { WalletGroupStatus } from '@purser/contract/wallet-groups.ts'
import type { Db } from '../../db/client.ts'
import { startRound } from '../../db/portions.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Heartbeat } from '../../kernel/heartbeat.ts'
import type { Log } from '../../kernel/log.ts'
import type { MarketClock } from '../../ports/market-clock.ts'
import type { Trading } from '../market/index.ts'
import { analyzeToken } from './analyze.ts'
import * as store from './bots.store.ts'
import { createChanges } from './change.ts'
import { createCorrections } from './corrections.ts'
import { createHoldings } from './holdings.ts'
import { createLists, type Page } from './lists.ts'
import { createTestNetwork } from './network.ts'
import { checkParameters, viewParameters } from './parameters.ts'
import { type Asking, audit, createRequests, type RequestParts } from './requests.ts'
import { createRunner } from './runner.ts'
import { createPairs } from './token.ts'
import { sweepTrades } from './trades.store.ts'
import { chance } from './turn.ts'
import { viewBot } from './views.ts'

export type TradingBotsParts = Omit<RequestParts, 'network' | 'pairs' | 'holdings' | 'wake'> & {
  log: Log
  heartbeat: Heartbeat
  trading: Trading
  marketClock: MarketClock
  /** Whether the market is a live one, on which no bot trades. */
  livePrices: boolean
  /** Between two polls; shorter in tests. */
  pollMs?: number
}
export type TradingBots = ReturnType<typeof createTradingBots>

export function createTradingBots(given: TradingBotsParts) {
  const { db, bus, clock, chain, groups, wallets, heartbeat } = given
  const log = given.log.child({ part: 'trading-bots' })
  const ending = new AbortController()
  const { signal } = ending
  const network = createTestNetwork(given)
  const parts = {
    ...given,
    log,
    signal,
    network,
    owner: heartbeat.id,
    pairs: createPairs(chain),
    holdings: createHoldings(given),
    changes: createChanges(given.market, given.marketClock),
    chance,
  }
  const runner = createRunner(parts)
  const corrections = createCorrections(parts)
  let running: Promise<unknown> | null = null
  const wake = () => void (running && runner.wake())
  const requests = createRequests({ ...parts, wake })
  const lists = createLists(given)
  // Another server may run it: it is woken through the bus, and polls every second anyway.
  bus.subscribe('trading-bots.requested', wake)

  groups.guardDeletion(async (tx, { id }) => {
    const bot = await store.lockBot(tx, id)
    if (bot && bot.status !== 'inactive') throw new Fault('bot_running')
  })
  wallets.changes.guardDeletion({
    needed: async ({ id }, handle) => ((await store.tradesWith(handle, id)) ? { code: 'trading_bot' } : null),
  })

  async function ofGroup(userId: number, groupId: number) {
    await groups.get(userId, groupId)
    return (await store.listBots(db, userId, groupId))[0]
  }

  return {
    parameters: async (userId: number, groupId: number): Promise<BotParameters> =>
      viewParameters(await ofGroup(userId, groupId)),

    /** During a run they take effect at each wallet's next turn. */
    async save(asking: Omit<Asking, 'originKey'>, change: BotParametersChange): Promise<BotParameters> {
      const { userId } = asking
      await network.require()
      const { name } = await groups.get(userId, change.groupId)
      const parameters = checkParameters(change)
      const saved = await db.transaction(async (tx) => {
        // The group is not deleted meanwhile.
        await wallets.changes.hold(tx, userId, { ids: [] })
        const was = await store.lockBot(tx, change.groupId)
        const isFixed = was && was.status !== 'inactive'
        const { mint_address: mint, use_usdc_trading: usdc } = parameters
        if (isFixed && (was.parameters.mint_address !== mint || was.parameters.use_usdc_trading !== usdc))
          throw new Fault('bot_token_fixed')
        await groups.get(userId, change.groupId, tx)
        const { groupId, status } = change
        const { mint_address: before, use_usdc_trading: dollars } = was?.parameters ?? parameters
        // Figures of another token, or of another currency, would be mistaken for those of this one.
        if (was && (before !== mint || dollars !== usdc)) await store.forgetRun(tx, was.id)
        await audit(tx, asking, 'bot-parameters', { group: name, token: mint })
        return store.saveParameters(tx, { groupId, userId, parameters, status })
      })
      bus.publish('trading-bots.changed', { userId, groupId: change.groupId })
      return viewParameters(saved)
    },

    async status(userId: number, groupId?: number) {
      if (groupId !== undefined) await groups.get(userId, groupId)
      const rows = await store.listBots(db, userId, groupId)
      const due = await store.nextDue(
        db,
        rows.filter((row) => row.status === 'active').map(({ id }) => id),
      )
      const clocks = { now: clock.now, marketClock: given.marketClock }
      return {
        bots: rows.map((row) => viewBot(row, due.get(row.id), clocks)),
        unavailable: await network.unavailable(),
      }
    },

    start: requests.start,
    preview: requests.preview,
    stop: requests.stop,
    analyze: (mint: string) => analyzeToken(parts, mint),

    trades: async (userId: number, groupId: number, page: Page) =>
      lists.trades(await ofGroup(userId, groupId), page),
    wallets: async (userId: number, groupId: number, page: Page) =>
      lists.wallets(await ofGroup(userId, groupId), page),

    /** The groups of the user with the state of their bots. */
    async groups(userId: number): Promise<WalletGroupStatus[]> {
      const bots = new Map((await store.listBots(db, userId)).map((bot) => [bot.groupId, bot.status]))
      return (await groups.list(userId)).map((group) => {
        const status = bots.get(group.id) ?? 'inactive'
        return { ...group, has_active_bot: status !== 'inactive', bot_status: status }
      })
    },

    /** For the kill switch. */
    halts: {
      running: async (userId: number): Promise<number> => (await store.listLive(db, userId)).length,
      haltAll: async (tx: Db, userId: number): Promise<string[]> =>
        (await store.haltAll(tx, userId)).map(({ id }) => id),
      async settle(userId: number, ids: string[]): Promise<number> {
        if (ids.length === 0) return 0
        for (const bot of await store.listBots(db, userId)) if (ids.includes(bot.id)) requests.notify(bot)
        wake()
        return requests.settle(userId, ids)
      },
    },

    /** Claims bots that a dead process left running, and runs all from now on. */
    async run(): Promise<void> {
      running ??= Promise.all([runner.run(), corrections.run()])
      await runner.wake()
    },

    /** Deletes in portions, as long as there is more. */
    async sweep(): Promise<void> {
      const before = new Date(clock.now() - BOT_TRADE_DAYS * DAY_MS)
      await startRound(db).portions(async (limit) => (signal.aborted ? 0 : sweepTrades(db, before, limit)))
    },

    /** Begins nothing more; trades in flight are left to the next process. */
    async close(): Promise<void> {
      ending.abort()
      await running
      await runner.waitForTrades()
    },
  }
}
