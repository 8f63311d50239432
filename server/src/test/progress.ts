/** The progress of a strategy, by the API. */
import assert from 'node:assert/strict'
import { listStrategies, listStrategyLogs } from '@purser/contract/agents/agents.ts'
import type { Call } from './client.ts'

export type Running = { agentId: number; strategyId: string }

export async function readProgress(call: Call, token: string, { agentId, strategyId }: Running) {
  const all = (await call(listStrategies, { token, params: { id: agentId } })).ok
  const strategy = all.find((s) => s.id === strategyId)
  assert.ok(strategy, 'the strategy is there')
  const lines = (await call(listStrategyLogs, { token, params: { id: agentId, strategyId } })).ok
  return { status: strategy.status, placed: strategy.orders_placed, filled: strategy.orders_filled, lines }
}
