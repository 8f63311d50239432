/**
 * Profit of agents over time. The domain that runs strategies reports their profit; here it is carried from point to
 * point.
 */
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import * as store from './agents.store.ts'
import { NO_STRATEGIES, type StrategySource } from './source.ts'

export type AgentPoints = ReturnType<typeof createAgentPoints>

export function createAgentPoints({ db, clock }: { db: Db; clock: Clock }) {
  let source = NO_STRATEGIES
  return {
    follows: (given: StrategySource): void => void (source = given),
    source: () => source,

    /** Adds the profit since the last point. */
    async take(userId: number): Promise<void> {
      const agents = await source.agents(userId)
      if (agents.length === 0) return
      const last = await store.lastTaken(db, userId)
      const list = await source.runs(userId, last ?? new Date(clock.now()))
      await store.addProfits(db, {
        userId,
        at: new Date(clock.now()),
        agentIds: agents.map(({ id }) => id),
        list,
        isFirst: last === null,
      })
    },

    sweep: (before: Date) => store.sweepAgents(db, before),
  }
}
