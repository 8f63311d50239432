/** Starts strategies: a new one, or an ended one again. */
import type { Plan } from '@purser/contract/strategies/plan.ts'
import type { Strategy } from '@purser/contract/strategies/strategies.ts'
import { type Db, violated } from '../../db/client.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Heartbeat } from '../../kernel/heartbeat.ts'
import type { Market } from '../../ports/market.ts'
import type { FollowedClock } from '../market/index.ts'
import type { Transfers } from '../transfers/index.ts'
import type { Wallets } from '../wallets/index.ts'
import { lockHalts, readHalts } from './halts.store.ts'
import type { AgentRef } from './record/lines.ts'
import { continueRun, startRun } from './restart.store.ts'
import type { StrategyRow } from './rows.ts'
import type { createTerms } from './sizing/terms.ts'
import { compile } from './engine/compile.ts'
import type { StrategyState } from './engine/types.ts'
import * as store from './strategies.store.ts'

export type StartsParts = {
  db: Db
  heartbeat: Heartbeat
  market: Pick<Market, 'mirror'>
  marketClock: Pick<FollowedClock, 'requireRealTime'>
  transfers: Transfers
  wallets: Wallets
  terms: ReturnType<typeof createTerms>
  /** Publishes the change and wakes the runner. */
  wake(row: StrategyRow): Promise<void>
  toStrategy(row: StrategyRow): Promise<Strategy>
}

/** A request to start. `agentExists` is called in the transaction that starts; `halts` was read when the request came. */
export type Cause = { originKey: string; agentExists: (tx: Db) => Promise<boolean>; halts: number }
export type Start = {
  /** The id of the strategy that it becomes. */
  id: string
  userId: number
  agent: AgentRef
  plan: Plan
  walletAddresses: string[]
  groupId: number | null
}

export function createStarts(parts: StartsParts) {
  const { db, heartbeat, market, terms, wake, toStrategy } = parts
  const begin = async (plan: Plan, addresses: string[]) => ({
    state: await initialState(parts, plan, addresses),
    base: await terms.base(plan, addresses),
  })
  return {
    /** The strategy that this request has started already. */
    async findStarted(userId: number, originKey: string): Promise<Strategy | null> {
      const row = await store.findByOrigin(db, originKey)
      if (!row || row.userId !== userId) return null
      await wake(row)
      return toStrategy(row)
    },

    async start(
      { id, userId, agent, plan, walletAddresses, groupId }: Start,
      cause: Cause,
    ): Promise<Strategy> {
      await market.mirror?.create(plan.token_address)
      const begun = await begin(plan, walletAddresses)
      const row = await write(parts, cause, { userId, walletAddresses }, (tx) =>
        store.insertStrategy(tx, {
          id,
          userId,
          agentId: agent.id,
          agentExternalId: agent.externalId,
          plan,
          walletAddresses,
          groupId,
          status: 'active',
          ...begun,
          owner: heartbeat.id,
          originKey: cause.originKey,
        }),
      )
      await wake(row)
      return toStrategy(row)
    },

    /** 'next' goes on with the run from where it ended, 'first' starts the plan anew. */
    async restart(row: StrategyRow, from: 'next' | 'first', cause: Cause): Promise<Strategy> {
      // The chain may differ from the one that it ran on.
      await market.mirror?.create(row.plan.token_address)
      const own = { owner: heartbeat.id, originKey: cause.originKey }
      const anew = from === 'first' && { ...own, ...(await begin(row.plan, row.walletAddresses)) }
      const again = await write(parts, cause, row, async (tx) => {
        const started = await (anew ? startRun(tx, row.id, anew) : continueRun(tx, row, own))
        if (!started) throw new Fault('strategy_running')
        return started
      })
      await wake(again)
      return toStrategy(again)
    },
  }
}

async function initialState({ terms }: StartsParts, plan: Plan, addresses: string[]): Promise<StrategyState> {
  return { ...compile(plan).begin(), terms: await terms.of(plan, addresses) }
}

/** Writes the start, unless the agent or a wallet was deleted meanwhile or another start was first. */
async function write(
  { db, marketClock, transfers, wallets }: StartsParts,
  cause: Cause,
  { userId, walletAddresses }: Pick<StrategyRow, 'userId' | 'walletAddresses'>,
  insert: (tx: Db) => Promise<StrategyRow>,
): Promise<StrategyRow> {
  if (transfers.operator.hold() !== null) throw new Fault('on_hold')
  try {
    return await db.transaction(async (tx) => {
      await lockHalts(tx, userId)
      if ((await readHalts(tx, userId)) !== cause.halts) throw new Fault('stopped_meanwhile')
      if (!(await cause.agentExists(tx))) throw new Fault('not_found', { what: 'Agent' })
      await wallets.changes.hold(tx, userId, { addresses: walletAddresses })
      await marketClock.requireRealTime(tx)
      return insert(tx)
    })
  } catch (error) {
    // The same request may have been first, whichever error shows it.
    const first = await store.findByOrigin(db, cause.originKey)
    if (first) return first
    throw violated(error) === null ? error : new Fault('strategy_running')
  }
}
