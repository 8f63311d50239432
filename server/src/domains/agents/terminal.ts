/** The terminal of an agent, and the feeds of its channels. */
import type { TerminalLog } from '@purser/contract/agents.ts'
import { UUID } from '@purser/contract/values.ts'
import type { Parity } from '@purser/contract/parity.ts'
import type { Db } from '../../db/client.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Strategies } from '../strategies/index.ts'
import { redactKeys } from '../wallets/index.ts'
import * as store from './agents.store.ts'
import type { Ownership } from './ownership.ts'

const STRATEGY_LINES = 1_000

export function createTerminal({ db, strategies }: { db: Db; strategies: Strategies }, own: Ownership) {
  /** Throws not_found unless the strategy is this very agent's. */
  async function owned(userId: number, id: string, strategyId: string): Promise<void> {
    const row = await own.agent(userId, id)
    const strategy = await strategies.lookups.find(userId, strategyId)
    if (!strategy || strategy.agentId !== row.id) throw new Fault('not_found', { what: 'Strategy' })
  }

  return {
    async strategyLogs(userId: number, id: string, strategyId: string): Promise<TerminalLog[]> {
      await owned(userId, id, strategyId)
      return strategies.lines.logs(userId, strategyId, STRATEGY_LINES)
    },

    async parity(userId: number, id: string, strategyId: string): Promise<Parity> {
      await owned(userId, id, strategyId)
      return strategies.books.parity(userId, strategyId)
    },

    async terminal(userId: number, id: string, limit: number): Promise<TerminalLog[]> {
      return strategies.lines.agentLogs(userId, (await own.agent(userId, id)).id, limit)
    },

    async addLine(
      userId: number,
      id: string,
      line: { message: string; strategyId: string | null },
    ): Promise<TerminalLog> {
      const row = await own.agent(userId, id)
      if (line.strategyId !== null) {
        const strategy = await strategies.lookups.find(userId, line.strategyId)
        if (strategy?.agentId !== row.id) throw new Fault('not_found', { what: 'Strategy' })
      }
      return strategies.lines.addLog(userId, row, redactKeys(line.message), line.strategyId)
    },

    async clearTerminal(userId: number, id: string): Promise<void> {
      await strategies.lines.clearLogs(userId, (await own.agent(userId, id)).id)
    },

    /** The agent that an external id names, or null when it is not this user's. */
    async agentIdOf(userId: number, externalId: string): Promise<number | null> {
      if (!UUID.test(externalId)) return null
      return (await store.findByExternalId(db, userId, externalId))?.id ?? null
    },

    /** The feed of an agent's channel, or null when it is not this user's. */
    async agentFeed(userId: number, externalId: string): Promise<string | null> {
      return UUID.test(externalId) && (await store.findByExternalId(db, userId, externalId))
        ? externalId
        : null
    },

    /** The same for one strategy's lines. */
    async strategyFeed(userId: number, strategyId: string): Promise<string | null> {
      const found = await strategies.lookups.find(userId, strategyId)
      return found && (await store.findAgent(db, userId, found.agentId)) ? strategyId : null
    },
  }
}
