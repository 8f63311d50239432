/** Log lines of the terminal: published, listed, added by users. */
import type { TerminalLog } from '@purser/contract/agents/agents.ts'
import type { Db } from '../../../db/client.ts'
import type { Bus } from '../../../kernel/bus.ts'
import type { LogRow } from '../rows.ts'
import * as store from './lines.store.ts'

export type AgentRef = { id: number; externalId: string }

const toLog = (row: LogRow): TerminalLog => ({
  id: row.id,
  agent_id: row.agentId,
  strategy_id: row.strategyId,
  external_id: row.agentExternalId,
  kind: row.kind,
  data: row.data,
  message: row.message,
  timestamp: row.at.toISOString(),
})

export function createLines(db: Db, bus: Bus) {
  const publish = (rows: LogRow[]) => {
    for (const row of rows)
      bus.publish('agent.log', {
        userId: row.userId,
        agentId: row.agentId,
        externalId: row.agentExternalId,
        strategyId: row.strategyId,
        log: toLog(row),
      })
  }

  return {
    publish,

    async agentLogs(userId: number, agentId: number, limit: number): Promise<TerminalLog[]> {
      return (await store.agentLogs(db, userId, agentId, limit)).map(toLog)
    },

    async logs(userId: number, strategyId: string, limit: number): Promise<TerminalLog[]> {
      return (await store.listLogs(db, userId, strategyId, limit)).map(toLog)
    },

    /** A line of a user. */
    async addLog(
      userId: number,
      agent: AgentRef,
      message: string,
      strategyId: string | null,
    ): Promise<TerminalLog> {
      const rows = await store.insertLogs(db, [
        { userId, agentId: agent.id, agentExternalId: agent.externalId, strategyId, kind: 'user', message },
      ])
      const [row] = rows
      if (!row) throw new Error('a line that was just written is not there')
      publish(rows)
      return toLog(row)
    },

    clearLogs: (userId: number, agentId: number) => store.clearLogs(db, userId, agentId),
  }
}
