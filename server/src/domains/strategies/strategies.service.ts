/** Strategies of a user: start, restart, pause, resume, stop; their record; the lines of the terminal. */
import type { Plan } from '@purser/contract/plan.ts'
import type { Strategy } from '@purser/contract/strategies.ts'
import { UUID } from '@purser/contract/values.ts'
import type { Db } from '../../db/client.ts'
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import { isFault } from '../../kernel/fault.ts'
import type { Heartbeat } from '../../kernel/heartbeat.ts'
import type { Log } from '../../kernel/log.ts'
import type { Chain } from '../../ports/chain.ts'
import type { Market } from '../../ports/market.ts'
import type { FollowedClock, Trading } from '../market/index.ts'
import type { Transfers } from '../transfers/index.ts'
import type { Wallets } from '../wallets/index.ts'
import { createPreviews } from './backtest/preview.ts'
import { createHalts } from './halts.ts'
import { forgetAgent } from './halts.store.ts'
import { createParity } from './parity/report.ts'
import { createPortfolioSource } from './record/portfolio.ts'
import { createAnswers } from './record/answers.ts'
import { createCorrections } from './record/corrections.ts'
import { createFigures } from './record/figures.ts'
import { createHistory } from './record/history.ts'
import { createLines } from './record/lines.ts'
import { createLinesSweep } from './record/lines.store.ts'
import type { Reporter } from './record/notification-events.ts'
import { createRecordsSweep } from './record/steps.store.ts'
import { createTrades } from './record/trades.ts'
import { createRequests } from './requests.ts'
import { restartOf, restOf } from './restart.ts'
import type { StrategyRow } from './rows.ts'
import { announce } from './runner/announce.ts'
import { createExitFloor } from './runner/exit-floor.ts'
import { createRunner } from './runner/runner.ts'
import { createSaver } from './runner/saver.ts'
import { createWatch } from './runner/watch.ts'
import { createSizing } from './sizing/sizing.ts'
import { createTerms } from './sizing/terms.ts'
import { createStarts } from './starts.ts'
import { cannotContinue } from './engine/continue.ts'
import { UNWATCHED, unwatched } from './engine/guards.ts'
import * as store from './strategies.store.ts'

export type StrategiesParts = {
  db: Db
  bus: Bus
  clock: Clock
  log: Log
  heartbeat: Heartbeat
  chain: Chain
  market: Market
  marketClock: Pick<FollowedClock, 'guard' | 'requireRealTime'>
  trading: Trading
  transfers: Transfers
  wallets: Wallets
  reporter: Reporter
  /** Where they are, a sale that must happen has to bring what it is worth. */
  realFunds: boolean
}
export type Strategies = ReturnType<typeof createStrategies>

export function createStrategies(parts: StrategiesParts) {
  const { db, bus, clock, heartbeat, market } = parts
  const log = parts.log.child({ part: 'strategies' })
  const ending = new AbortController()
  const { signal } = ending
  const sizing = createSizing(parts)
  const terms = createTerms({ sizing, market })
  const previews = createPreviews({ sizing, market })
  const { toStrategy, toStrategies } = createFigures({ market, sizing })

  const { publish, ...lines } = createLines(db, bus)
  const [sweepLines, sweepRecords] = [createLinesSweep(db), createRecordsSweep(db)]
  const watch = createWatch({ market, sizing })
  const owner = heartbeat.id
  const saver = createSaver({ db, owner, reporter: parts.reporter, publish })
  const floor = parts.realFunds ? createExitFloor(market) : null
  const shared = { ...parts, log, owner, sizing, watch, saver, publish, floor }
  const corrections = createCorrections(shared)
  let correcting: Promise<void> = Promise.resolve()
  const runner = createRunner({ ...shared, corrections, orders: { ...parts, log, signal }, signal })

  async function wake(row: StrategyRow): Promise<void> {
    announce(bus, row)
    await runner.wake(row.id)
  }
  // Another server may run it: it is woken through the bus, and polls every second anyway.
  bus.subscribe('strategy.changed', ({ strategyId }) => void runner.wake(strategyId).catch(() => undefined))

  parts.wallets.guardDeletion({
    needed: async ({ userId, address }, handle) =>
      (await store.usesWallet(handle, userId, address)) ? { code: 'strategy' } : null,
  })

  const portfolio = createPortfolioSource({ db, market, sizing, terms })
  parts.wallets.registerCommitments({
    to: 'strategies',
    async read(userId, mint) {
      const units = new Map<string, bigint>()
      try {
        for (const { left, wallets, ...plan } of await portfolio.committed(userId))
          if (plan.mint === mint)
            for (const address of wallets) units.set(address, (units.get(address) ?? 0n) + (left ?? 0n))
      } catch (error) {
        // An amount in USD has no units while the market is away. Funds move without it all the same.
        if (!isFault(error, 'market_away')) throw error
      }
      return units
    },
  })

  // Candles and intervals of strategies are of the real time.
  parts.marketClock.guard(store.isAnyLive)

  return {
    sizing,

    /** The plan over the last 30 days from these wallets. Of one that is feasible; null without a history. */
    preview: (plan: Plan, addresses: string[]) => previews.of(plan, addresses, clock.now()),
    /** The same over the last `seconds`, or as much of them as there is, with as much money as it would have taken. */
    past: (
      plan: Plan,
      addresses: string[],
      { seconds, now = clock.now() }: { seconds: number; now?: number },
    ) => previews.past(plan, addresses, { now, seconds }),
    /** What the token cost when the last `seconds` until `now` began; null without a history. */
    openedAt: async (plan: Plan, seconds: number) => {
      const now = clock.now()
      return { now, price: await previews.opened(plan, { now, seconds }) }
    },

    ...createStarts({ ...parts, terms, wake, toStrategy }),
    ...createRequests({ db, bus, clock, wake }),
    /** What starting an ended strategy again would do; null where it would begin from the start. */
    restartOf: ({ plan, state }: StrategyRow) => restartOf(plan, state),
    /** Why it cannot go on from where it ended; null where it can. */
    cannotContinue: ({ plan, state }: StrategyRow) => cannotContinue(plan, state),
    /** What is left of its plan, to be checked against the wallets; null where it spends nothing more. */
    restOf: ({ plan, state }: StrategyRow) => restOf(plan, state),
    /** What a pause leaves unwatched, in words; null where that is nothing. */
    unwatched: ({ plan, state }: StrategyRow) => (unwatched(plan, state) ? UNWATCHED : null),

    /** The present or last run beside its replay over the market's history. */
    parity: createParity({ db, clock, market, sizing }).of,

    /** For the portfolio of their user. */
    portfolio,

    /** The agents of these strategies and what their plans call their token, by their ids; any text is looked for. */
    tradersOf: (userId: number, ids: string[]) =>
      store.tradersOf(
        db,
        userId,
        ids.filter((id) => UUID.test(id)),
      ),

    liveCounts: () => store.countLive(db),
    find: (userId: number, id: string) => store.findStrategy(db, userId, id),
    findLive: (userId: number, agentId: number) => store.findLive(db, userId, agentId),

    /** Of each of these agents the live one, or else the newest. */
    glanceAtPresent: (userId: number, agentIds: number[]) => store.glanceAtPresent(db, userId, agentIds),

    /** Newest first; older ones than AGENT_STRATEGIES are in pages, see `listPage`. */
    async list(userId: number, agentId: number): Promise<Strategy[]> {
      return toStrategies(await store.listByAgent(db, userId, agentId))
    },

    ...createTrades({ ...parts, sizing, toStrategies }),
    answers: createAnswers({ ...parts, sizing, toStrategy }),
    history: createHistory({ ...parts, sizing }),
    ...lines,
    ...createHalts({ db, bus, clock }),

    /** Deletes the strategies, orders and lines of a deleted agent. False, and nothing deleted, while one is live. */
    forget: (agentId: number) => forgetAgent(db, agentId),
    async sweep(): Promise<void> {
      await sweepLines()
      await sweepRecords(clock.now())
    },
    /** Claims what a process that is gone left running, and corrects the books from now on. */
    run: () => {
      correcting = corrections.run(runner.correct, signal)
      return runner.wake()
    },

    /** Begins nothing more; what is in flight is left to the next process. */
    async close(): Promise<void> {
      ending.abort()
      await Promise.all([runner.settled(), correcting])
    },
  }
}
