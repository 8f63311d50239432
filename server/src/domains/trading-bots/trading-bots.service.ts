/** Trading bots of groups: parameters, start and stop, their trades, and their runner. */
import { BOT_TRADE_DAYS } from '@purser/contract/limits.ts'
import { DAY_MS } from '@purser/contract/time.ts'
import { startRound } from '../../db/portions.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Heartbeat } from '../../kernel/heartbeat.ts'
import type { Log } from '../../kernel/log.ts'
import type { MarketClock } from '../../ports/market-clock.ts'
import type { Trading } from '../market/index.ts'
import { analyzeToken } from './analyze.ts'
import * as store from './bots.store.ts'
import { createChanges } from './turns/change.ts'
import { createCorrections } from './trades/corrections.ts'
import { createHoldings } from './holdings.ts'
import { createLists } from './trades/lists.ts'
import { createTestNetwork } from './network.ts'
import { viewParameters } from './parameters.ts'
import { createRequests, type RequestParts, type Requests } from './requests/requests.ts'
import { createRunner } from './runner.ts'
import { saveParameters } from './requests/save-parameters.ts'
import { findBot, getStatus, listGroups } from './status.ts'
import { createPairs } from './token.ts'
import type { TradingBots } from './trading-bots.ts'
import { sweepTrades } from './trades/trades.store.ts'
import { chance } from './turns/turn.ts'

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

export function createTradingBots(given: TradingBotsParts): TradingBots {
  const ending = new AbortController()
  const { signal } = ending
  const parts = composeParts(given, signal)
  const runner = createRunner(parts)
  const corrections = createCorrections(parts)
  let running: Promise<unknown> | null = null
  const wake = () => void (running && runner.wake())
  const requests = createRequests({ ...parts, wake })
  const lists = createLists(given)
  // Another server may run it: it is woken through the bus, and polls every second anyway.
  given.bus.subscribe('trading-bots.requested', wake)
  guardDeletions(given)

  return {
    parameters: {
      get: async (userId, groupId) => viewParameters(await findBot(parts, userId, groupId)),
      save: (asking, change) => saveParameters(parts, asking, change),
    },
    requests,
    status: (userId, groupId) => getStatus(parts, userId, groupId),
    analyze: (mint) => analyzeToken(parts, mint),
    trades: async (userId, groupId, page) => lists.trades(await findBot(parts, userId, groupId), page),
    wallets: async (userId, groupId, page) => lists.wallets(await findBot(parts, userId, groupId), page),
    groups: (userId) => listGroups(parts, userId),
    halts: createHalts(given, requests, wake),
    async run() {
      running ??= Promise.all([runner.run(), corrections.run()])
      await runner.wake()
    },
    sweep: () => sweep(given, signal),
    async close() {
      ending.abort()
      await running
      await runner.waitForTrades()
    },
  }
}

const composeParts = (given: TradingBotsParts, signal: AbortSignal) => ({
  ...given,
  signal,
  log: given.log.child({ part: 'trading-bots' }),
  network: createTestNetwork(given),
  owner: given.heartbeat.id,
  pairs: createPairs(given.chain),
  holdings: createHoldings(given),
  changes: createChanges(given.market, given.marketClock),
  chance,
})

/** No group is deleted while its bot runs, and no wallet that a bot traded from. */
function guardDeletions({ groups, wallets }: TradingBotsParts): void {
  groups.guardDeletion(async (tx, { id }) => {
    const bot = await store.lockBot(tx, id)
    if (bot && bot.status !== 'inactive') throw new Fault('bot_running')
  })
  wallets.changes.guardDeletion({
    needed: async ({ id }, handle) => ((await store.tradesWith(handle, id)) ? { code: 'trading_bot' } : null),
  })
}

const createHalts = (
  { db }: TradingBotsParts,
  requests: Requests,
  wake: () => void,
): TradingBots['halts'] => ({
  running: async (userId) => (await store.listLive(db, userId)).length,
  haltAll: async (tx, userId) => (await store.haltAll(tx, userId)).map(({ id }) => id),
  async settle(userId, ids) {
    if (ids.length === 0) return 0
    for (const bot of await store.listBots(db, userId)) if (ids.includes(bot.id)) requests.notify(bot)
    wake()
    return requests.settle(userId, ids)
  },
})

async function sweep({ db, clock }: TradingBotsParts, signal: AbortSignal): Promise<void> {
  const before = new Date(clock.now() - BOT_TRADE_DAYS * DAY_MS)
  await startRound(db).portions(async (limit) => (signal.aborted ? 0 : sweepTrades(db, before, limit)))
}
