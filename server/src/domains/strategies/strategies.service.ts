/** Strategies of a user: start, restart, pause, resume, stop; what they did; the lines of the terminal. */
import { randomUUID } from 'node:crypto'
import type { TerminalLog } from '@purser/contract/agents.ts'
import type { Plan } from '@purser/contract/plan.ts'
import type { Strategy } from '@purser/contract/strategies.ts'
import { type Db, violated } from '../../db/client.ts'
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Log } from '../../kernel/log.ts'
import type { Presence } from '../../kernel/presence.ts'
import type { Chain } from '../../ports/chain.ts'
import type { Market } from '../../ports/market.ts'
import type { Trading } from '../market/index.ts'
import type { Transfers } from '../transfers/index.ts'
import type { Wallets } from '../wallets/index.ts'
import { createFigures } from './figures.ts'
import { createRunner } from './runner.ts'
import { createSaver } from './saver.ts'
import { createSizing } from './sizing.ts'
import { compile } from './step.ts'
import * as store from './strategies.store.ts'

export type StrategiesParts = {
  db: Db
  bus: Bus
  clock: Clock
  log: Log
  presence: Presence
  chain: Chain
  market: Market
  trading: Trading
  transfers: Transfers
  wallets: Wallets
}
export type Strategies = ReturnType<typeof createStrategies>
export type AgentRef = { id: number; externalId: string }
export type Start = {
  userId: number
  agent: AgentRef
  plan: Plan
  walletAddresses: string[]
  groupId: number | null
}
export type { RowStatus } from './strategies.store.ts'

/** How long a stop or a pause waits for an order in flight. */
const IN_FLIGHT_MS = 5_000

const IN_USE = 'A running strategy trades with this wallet. Stop the strategy before deleting the wallet.'

const toLog = (row: store.LogRow): TerminalLog => ({
  id: row.id,
  agent_id: row.agentId,
  strategy_id: row.strategyId,
  external_id: row.agentExternalId,
  message: row.message,
  timestamp: row.at.toISOString(),
})

export function createStrategies(parts: StrategiesParts) {
  const { db, bus, presence, market } = parts
  const log = parts.log.child({ part: 'strategies' })
  const ending = new AbortController()
  const sizing = createSizing(parts)
  const { toStrategy } = createFigures({ market, sizing })

  const tell = (rows: store.LogRow[]) => {
    for (const row of rows)
      bus.publish('agent.log', {
        userId: row.userId,
        agentId: row.agentId,
        externalId: row.agentExternalId,
        strategyId: row.strategyId,
        log: toLog(row),
      })
  }
  const runner = createRunner({
    ...parts,
    log,
    sizing,
    saver: createSaver(db, presence.id, tell),
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

  /** What each wallet could spend at the start, where the plan's amount is a percentage of it. */
  async function baseOf(plan: Plan, addresses: string[]): Promise<Record<string, string> | null> {
    const amount = plan.strategy_type === 'swap' ? plan.amount : plan.amount_per_order
    if (amount.unit !== 'percent') return null
    const { input, output } = await sizing.sides(plan, plan.trade_direction)
    const can = await sizing.spendable(addresses, input, output)
    return Object.fromEntries(can.map((c) => [c.address, c.amount.toString()]))
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
      await changeOf(bus, row.agentId, Math.min(200, until - Date.now()))
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

    async start({ userId, agent, plan, walletAddresses, groupId }: Start): Promise<Strategy> {
      const base = await baseOf(plan, walletAddresses)
      const row = await store
        .insertStrategy(db, {
          id: randomUUID(),
          userId,
          agentId: agent.id,
          agentExternalId: agent.externalId,
          plan,
          walletAddresses,
          groupId,
          status: 'active',
          state: compile(plan).begin(),
          base,
          owner: presence.id,
        })
        .catch((error: unknown) => {
          throw violated(error) === null ? error : new Fault('strategy_running')
        })
      announce(row)
      await runner.wake(row.id)
      return toStrategy(row)
    },

    /** An ended strategy anew, from the beginning of its plan. */
    async restart(userId: number, agentId: number, strategyId: string): Promise<Strategy> {
      const row = await store.findStrategy(db, userId, strategyId)
      if (!row || row.agentId !== agentId) throw new Fault('not_found', { what: 'Strategy' })
      const change = {
        state: compile(row.plan).begin(),
        base: await baseOf(row.plan, row.walletAddresses),
        owner: presence.id,
      }
      const again = await store.restart(db, strategyId, change).catch((error: unknown) => {
        throw violated(error) === null ? error : new Fault('strategy_running')
      })
      if (!again) throw new Fault('strategy_running')
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
          (now) => !store.isLive(now.status) || (now.state.paused && now.state.pending === 0),
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

    find: (userId: number, id: string) => store.findStrategy(db, userId, id),
    findLive: (userId: number, agentId: number) => store.findLive(db, userId, agentId),

    /** Of these agents, newest first, without figures that need the market. */
    rows: (userId: number, agentIds: number[]) => store.listByAgents(db, userId, agentIds),

    async list(userId: number, agentId: number): Promise<Strategy[]> {
      return Promise.all((await store.listByAgents(db, userId, [agentId])).map(toStrategy))
    },

    async agentLogs(userId: number, agentId: number, limit: number): Promise<TerminalLog[]> {
      return (await store.agentLogs(db, userId, agentId, limit)).map(toLog)
    },

    async logs(userId: number, strategyId: string, limit: number): Promise<TerminalLog[]> {
      return (await store.logsOf(db, userId, strategyId, limit)).map(toLog)
    },

    /** A line that the console adds to the terminal. */
    async addLog(
      userId: number,
      agent: AgentRef,
      message: string,
      strategyId: string | null,
    ): Promise<TerminalLog> {
      const rows = await store.insertLogs(db, [
        { userId, agentId: agent.id, agentExternalId: agent.externalId, strategyId, message },
      ])
      const [row] = rows
      if (!row) throw new Error('a line that was just written is not there')
      tell(rows)
      return toLog(row)
    },

    clearLogs: (userId: number, agentId: number) => store.clearLogs(db, userId, agentId),
    /** Removes the strategies, orders and lines of an agent that is gone. False, and nothing removed, while one still lives. */
    forget: (agentId: number) => store.forgetAgent(db, agentId),
    sweep: () => store.sweepLogs(db),
    /** Takes up what a process that is gone left running. */
    run: () => runner.wake(),

    /** Begins nothing more; what is in flight is left to the next process. */
    async close(): Promise<void> {
      ending.abort()
      await runner.settled()
    },
  }
}

function changeOf(bus: Bus, agentId: number, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      off()
      resolve()
    }
    const timer = setTimeout(done, ms)
    const off = bus.subscribe('strategy.changed', (event) => event.agentId === agentId && done())
  })
}
