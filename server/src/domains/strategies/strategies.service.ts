/** Strategies of a user: start, restart, pause, resume, stop; what they did; the lines of the terminal. */
import { randomUUID } from 'node:crypto'
import type { Plan } from '@purser/contract/plan.ts'
import type { Strategy } from '@purser/contract/strategies.ts'
import { type Db, violated } from '../../db/client.ts'
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Log } from '../../kernel/log.ts'
import type { Heartbeat } from '../../kernel/heartbeat.ts'
import type { Chain } from '../../ports/chain.ts'
import type { Market } from '../../ports/market.ts'
import type { Trading } from '../market/index.ts'
import type { Transfers } from '../transfers/index.ts'
import type { Wallets } from '../wallets/index.ts'
import { createPreviews } from './backtest/preview.ts'
import { createFigures } from './figures.ts'
import { createCorrections } from './corrections.ts'
import { createHistory } from './history.ts'
import { createHalts, IN_FLIGHT_MS } from './halts.ts'
import { forgetAgent, lockHalts, readHalts } from './halts.store.ts'
import { createLines } from './lines.ts'
import type { Reporter } from './news.ts'
import { createParity } from './parity/report.ts'
import { createRunner } from './runner.ts'
import { goOn, restart } from './restart.store.ts'
import { createSaver } from './saver.ts'
import { createSizing } from './sizing.ts'
import { compile, type StrategyState } from './step.ts'
import { sweepRecords } from './steps.store.ts'
import * as store from './strategies.store.ts'
import { createTerms } from './terms.ts'
import { createTrades } from './trades.ts'
import { createWatch } from './watch.ts'

export type StrategiesParts = {
  db: Db
  bus: Bus
  clock: Clock
  log: Log
  heartbeat: Heartbeat
  chain: Chain
  market: Market
  trading: Trading
  transfers: Transfers
  wallets: Wallets
  reporter: Reporter
}
export type Strategies = ReturnType<typeof createStrategies>
export type AgentRef = { id: number; externalId: string }
/** What started a run: its key, whether the agent still exists, asked in the transaction that starts it, and how often everything had been stopped when it was asked for. */
export type Cause = { originKey: string; agentExists: (tx: Db) => Promise<boolean>; halts: number }
export type Start = {
  userId: number
  agent: AgentRef
  plan: Plan
  walletAddresses: string[]
  groupId: number | null
}
export type { RowStatus } from './strategies.store.ts'

const IN_USE = 'A running strategy trades with this wallet. Stop the strategy before deleting the wallet.'

export function createStrategies(parts: StrategiesParts) {
  const { db, bus, heartbeat, market } = parts
  const log = parts.log.child({ part: 'strategies' })
  const ending = new AbortController()
  const sizing = createSizing(parts)
  const terms = createTerms({ sizing, market })
  const previews = createPreviews({ sizing, market })
  const { toStrategy, toStrategies } = createFigures({ market, sizing })
  const parity = createParity({ db, clock: parts.clock, market, sizing })

  const { tell, ...lines } = createLines(db, bus)
  const watch = createWatch({ market, sizing })
  const saver = createSaver({ db, owner: heartbeat.id, reporter: parts.reporter, said: tell })
  const books = { ...parts, log, owner: heartbeat.id, sizing, watch, saver, said: tell }
  const corrections = createCorrections(books)
  let correcting: Promise<void> = Promise.resolve()
  const runner = createRunner({
    ...books,
    corrections,
    orders: { ...parts, log, signal: ending.signal },
    signal: ending.signal,
  })

  const announce = (row: store.StrategyRow) =>
    bus.publish('strategy.changed', {
      userId: row.userId,
      agentId: row.agentId,
      strategyId: row.id,
      status: row.status,
    })
  // Another server may run it: it hears of the wish at once through the bus, and by looking within a second anyhow.
  bus.subscribe('strategy.changed', ({ strategyId }) => void runner.wake(strategyId).catch(() => undefined))

  /** A run at its beginning: what the plan's totals are is settled once. */
  async function fresh(plan: Plan, addresses: string[]): Promise<StrategyState> {
    return { ...compile(plan).begin(), terms: await terms.of(plan, addresses) }
  }

  /** Writes the start, unless the agent or a wallet was deleted meanwhile or another start was first. */
  async function begin(
    cause: Cause,
    userId: number,
    walletAddresses: string[],
    write: (tx: Db) => Promise<store.StrategyRow>,
  ): Promise<store.StrategyRow> {
    if (parts.transfers.hold() !== null) throw new Fault('on_hold')
    try {
      return await db.transaction(async (transaction) => {
        const tx = transaction as unknown as Db
        await lockHalts(tx, userId)
        if ((await readHalts(tx, userId)) !== cause.halts) throw new Fault('stopped_meanwhile')
        if (!(await cause.agentExists(tx))) throw new Fault('not_found', { what: 'Agent' })
        await parts.wallets.hold(tx, userId, { addresses: walletAddresses })
        return write(tx)
      })
    } catch (error) {
      // The same request may have been first, in whatever way that shows.
      const first = await store.findByOrigin(db, cause.originKey)
      if (first) return first
      throw violated(error) === null ? error : new Fault('strategy_running')
    }
  }

  async function live(
    userId: number,
    agentId: number,
    strategyId?: string | null,
  ): Promise<store.StrategyRow> {
    const row = await store.findLive(db, userId, agentId)
    if (strategyId && row?.id !== strategyId) {
      const other = await store.findStrategy(db, userId, strategyId)
      if (!other || other.agentId !== agentId) throw new Fault('not_found', { what: 'Strategy' })
      throw new Fault('strategy_not_running', { status: other.status })
    }
    if (!row) throw new Fault('no_strategy')
    return row
  }

  /** Waits until it holds of the strategy, at most as long as an order in flight is waited for. */
  async function waitUntil(
    row: store.StrategyRow,
    holds: (now: store.StrategyRow) => boolean,
  ): Promise<store.StrategyRow> {
    const until = Date.now() + IN_FLIGHT_MS
    for (;;) {
      const now = (await store.findStrategy(db, row.userId, row.id)) ?? row
      if (holds(now) || Date.now() >= until) return now
      await bus.waitFor(
        'strategy.changed',
        (e) => e.agentId === row.agentId,
        Math.min(200, until - Date.now()),
      )
    }
  }

  /** Asks for another status and tells the runner. Answers nothing when the strategy was in none of `from`. */
  async function ask(
    row: store.StrategyRow,
    from: store.RowStatus[],
    to: store.RowStatus,
  ): Promise<store.StrategyRow | undefined> {
    const wanted = await store.want(db, row.id, from, to)
    if (!wanted) return undefined
    announce(wanted)
    await runner.wake(wanted.id)
    return wanted
  }

  parts.wallets.guardDeletion({
    needed: async ({ userId, address }, handle) =>
      (await store.usesWallet(handle, userId, address)) ? IN_USE : null,
  })

  return {
    sizing,

    /** The plan over the last 30 days from these wallets. Of one that is feasible; null without a history. */
    preview: (plan: Plan, addresses: string[]) => previews.of(plan, addresses, parts.clock.now()),

    /** What this very request has started already. */
    async startedBy(userId: number, originKey: string): Promise<Strategy | null> {
      const row = await store.findByOrigin(db, originKey)
      if (!row || row.userId !== userId) return null
      await runner.wake(row.id)
      return toStrategy(row)
    },

    async start({ userId, agent, plan, walletAddresses, groupId }: Start, cause: Cause): Promise<Strategy> {
      const base = await terms.base(plan, walletAddresses)
      const state = await fresh(plan, walletAddresses)
      const row = await begin(cause, userId, walletAddresses, (tx) =>
        store.insertStrategy(tx, {
          id: randomUUID(),
          userId,
          agentId: agent.id,
          agentExternalId: agent.externalId,
          plan,
          walletAddresses,
          groupId,
          status: 'active',
          state,
          base,
          owner: heartbeat.id,
          originKey: cause.originKey,
        }),
      )
      announce(row)
      await runner.wake(row.id)
      return toStrategy(row)
    },

    /** An ended strategy: on from where it ended, or anew from the beginning of its plan. */
    async restart(row: store.StrategyRow, from: 'next' | 'first', cause: Cause): Promise<Strategy> {
      const own = { owner: heartbeat.id, originKey: cause.originKey }
      const anew = from === 'first' && {
        ...own,
        state: await fresh(row.plan, row.walletAddresses),
        base: await terms.base(row.plan, row.walletAddresses),
      }
      const again = await begin(cause, row.userId, row.walletAddresses, async (tx) => {
        const started = await (anew ? restart(tx, row.id, anew) : goOn(tx, row, own))
        if (!started) throw new Fault('strategy_running')
        return started
      })
      announce(again)
      await runner.wake(again.id)
      return toStrategy(again)
    },

    /** Starts nothing new from now, waits for an order in flight, and says what became of it. */
    async stop(userId: number, agentId: number, strategyId?: string | null): Promise<store.RowStatus> {
      const row = await live(userId, agentId, strategyId)
      await ask(row, ['active', 'paused'], 'stopping')
      return (await waitUntil(row, (now) => !store.isLive(now.status))).status
    },

    async pause(userId: number, agentId: number, strategyId?: string | null): Promise<store.RowStatus> {
      const row = await live(userId, agentId, strategyId)
      if (row.status === 'paused') return row.status
      if (!(await ask(row, ['active'], 'paused')))
        throw new Fault('strategy_not_running', { status: row.status })
      return (
        await waitUntil(
          row,
          (now) =>
            !store.isLive(now.status) ||
            (now.state.paused && now.state.pending === 0 && (now.state.doubts ?? []).length === 0),
        )
      ).status
    },

    async resume(userId: number, agentId: number, strategyId?: string | null): Promise<store.RowStatus> {
      const row = await live(userId, agentId, strategyId)
      if (row.status === 'active') return row.status
      const wanted = await ask(row, ['paused'], 'active')
      if (!wanted) throw new Fault('strategy_not_running', { status: row.status })
      return wanted.status
    },

    /** The present or last run beside the same steps over the market's history. */
    parity: parity.of,

    find: (userId: number, id: string) => store.findStrategy(db, userId, id),
    findLive: (userId: number, agentId: number) => store.findLive(db, userId, agentId),

    /** Of these agents, newest first, without figures that need the market. */
    rows: (userId: number, agentIds: number[]) => store.listByAgents(db, userId, agentIds),

    async list(userId: number, agentId: number): Promise<Strategy[]> {
      return toStrategies(await store.listByAgents(db, userId, [agentId]))
    },

    ...createTrades({ ...parts, sizing, toStrategies }),
    history: createHistory({ ...parts, sizing }),
    ...lines,
    ...createHalts({ db, bus, announce }),

    /** Removes the strategies, orders and lines of an agent that is gone. False, and nothing removed, while one still lives. */
    forget: (agentId: number) => forgetAgent(db, agentId),
    async sweep(): Promise<void> {
      await store.sweepLogs(db)
      await sweepRecords(db, parts.clock.now())
    },
    /** Takes up what a process that is gone left running, and keeps the books with the chain from now on. */
    run: () => {
      correcting = corrections.run(runner.correct, ending.signal)
      return runner.wake()
    },

    /** Begins nothing more; what is in flight is left to the next process. */
    async close(): Promise<void> {
      ending.abort()
      await Promise.all([runner.settled(), correcting])
    },
  }
}
