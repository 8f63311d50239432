/**
 * Requests to the runner, in whichever process it is: pause, resume, stop, close and sell at any price; and waits for
 * their result.
 */
import type { HeldBack } from '@purser/contract/agents/held-back.ts'
import type { Db } from '../../db/client.ts'
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Fault } from '../../kernel/fault.ts'
import { IN_FLIGHT_MS } from './halts.ts'
import { isLive, type RowStatus, type StrategyRow } from './rows.ts'
import type { StrategyState } from './engine/types.ts'
import * as store from './strategies.store.ts'

export type RequestsParts = {
  db: Db
  bus: Bus
  clock: Clock
  /** Publishes the change and wakes the runner. */
  wake(row: StrategyRow): Promise<void>
}

/** `heldBack`: a part of its state. */
export type HeldBackRow = StrategyRow & { heldBack: NonNullable<StrategyState['heldBack']> }

/** A missed event of the bus is noticed within this time. */
const POLL_MS = 200

export function createRequests(parts: RequestsParts) {
  return {
    /**
     * Nothing new starts from now on; a strategy that has ended stays as it is. Waits for an order in flight, up to a
     * limit, and returns the status then.
     */
    async stop(userId: number, agentId: number, strategyId?: string | null): Promise<RowStatus> {
      const row = await findOwn(parts, userId, agentId, strategyId)
      if (!isLive(row.status)) return row.status
      await request(parts, row, ['active', 'paused'], { status: 'stopping' })
      return (await waitUntil(parts, row, (now) => !isLive(now.status))).status
    },

    /** A stop that sells what is held, whatever the plan says. The row shows the result. */
    async closePosition(userId: number, agentId: number, strategyId: string): Promise<StrategyRow> {
      const row = await findLive(parts, userId, agentId, strategyId)
      const wanted = { status: 'stopping', closing: true } as const
      const requested = await request(parts, row, ['active', 'paused'], wanted)
      const now = requested ?? (await store.findStrategy(parts.db, userId, row.id)) ?? row
      // It was stopped otherwise meanwhile: its plan decides whether its tokens are kept or sold.
      if (!now.closing) throw new Fault('strategy_not_running', { status: now.status })
      return waitUntil(parts, now, (one) => !isLive(one.status))
    },

    /**
     * Releases the sale that is held back, and no later one. `record` writes its state in the same transaction. Throws
     * not_held_back, also if it was sent meanwhile.
     */
    async sellAtAnyPrice(
      held: HeldBackRow,
      record: (tx: Db, found: HeldBack) => Promise<void>,
    ): Promise<RowStatus> {
      const row = await parts.db.transaction(async (tx) => {
        const allowed = await store.allowAnyPrice(tx, held, held.heldBack.since)
        if (!allowed) throw new Fault('not_held_back')
        await record(tx, (allowed.state.heldBack ?? held.heldBack).found)
        return allowed
      })
      await parts.wake(row)
      return (await waitUntil(parts, row, (now) => !isLive(now.status))).status
    },

    /** The live strategy whose sale is held back. Throws not_found, strategy_not_running, no_strategy and not_held_back. */
    async findHeldBack(userId: number, agentId: number, strategyId: string): Promise<HeldBackRow> {
      const row = await findLive(parts, userId, agentId, strategyId)
      const { heldBack } = row.state
      if (!heldBack) throw new Fault('not_held_back')
      return { ...row, heldBack }
    },

    async pause(userId: number, agentId: number, strategyId?: string | null): Promise<RowStatus> {
      const row = await findLive(parts, userId, agentId, strategyId)
      if (row.status === 'paused') return row.status
      if (!(await request(parts, row, ['active'], { status: 'paused' })))
        throw new Fault('strategy_not_running', { status: row.status })
      return (await waitUntil(parts, row, (now) => !isLive(now.status) || isAtRest(now))).status
    },

    async resume(userId: number, agentId: number, strategyId?: string | null): Promise<RowStatus> {
      const row = await findLive(parts, userId, agentId, strategyId)
      if (row.status === 'active') return row.status
      const resumed = await request(parts, row, ['paused'], { status: 'active' })
      if (!resumed) throw new Fault('strategy_not_running', { status: row.status })
      return resumed.status
    },
  }
}

const isAtRest = ({ state }: StrategyRow): boolean =>
  state.paused && state.pending === 0 && (state.doubts ?? []).length === 0

/** The named strategy, also if it has ended; else the live one. Throws not_found and no_strategy. */
async function findOwn(
  { db }: RequestsParts,
  userId: number,
  agentId: number,
  strategyId?: string | null,
): Promise<StrategyRow> {
  const row = await store.findLive(db, userId, agentId)
  if (strategyId && row?.id !== strategyId) {
    const other = await store.findStrategy(db, userId, strategyId)
    if (!other || other.agentId !== agentId) throw new Fault('not_found', { what: 'Strategy' })
    return other
  }
  if (!row) throw new Fault('no_strategy')
  return row
}

async function findLive(...of: Parameters<typeof findOwn>): Promise<StrategyRow> {
  const row = await findOwn(...of)
  if (!isLive(row.status)) throw new Fault('strategy_not_running', { status: row.status })
  return row
}

/** Undefined if the strategy was in none of `from`. */
async function request(
  { db, wake }: RequestsParts,
  row: StrategyRow,
  from: RowStatus[],
  to: Parameters<typeof store.requestStatus>[3],
): Promise<StrategyRow | undefined> {
  const requested = await store.requestStatus(db, row.id, from, to)
  if (requested) await wake(requested)
  return requested
}

/** Waits at most as long as for an order in flight. */
async function waitUntil(
  { db, bus, clock }: RequestsParts,
  row: StrategyRow,
  holds: (now: StrategyRow) => boolean,
): Promise<StrategyRow> {
  const until = clock.monotonic() + IN_FLIGHT_MS
  for (;;) {
    const now = (await store.findStrategy(db, row.userId, row.id)) ?? row
    const left = until - clock.monotonic()
    if (holds(now) || left <= 0) return now
    await bus.waitFor('strategy.changed', (e) => e.agentId === row.agentId, Math.min(POLL_MS, left))
  }
}
