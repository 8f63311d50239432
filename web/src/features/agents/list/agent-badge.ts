/** The state of an agent, in a word that never passes a paused one for an active one. */
import type { Agent } from '@purser/contract/agents/agents.ts'
import type { StrategyStatus } from '@purser/contract/strategies/strategies.ts'

export type AgentBadge = {
  kind: 'active' | 'paused' | 'stopping' | 'error' | 'ended' | 'offline'
  text: string
}

const ENDED: Partial<Record<StrategyStatus, AgentBadge>> = {
  failed: { kind: 'error', text: 'Error' },
  completed: { kind: 'ended', text: 'Completed' },
  stopped: { kind: 'ended', text: 'Stopped' },
}

/** `offline`: the known state is an old one. Undefined for an agent that has run nothing. */
export function findBadge({ status, strategies }: Agent, offline: boolean): AgentBadge | undefined {
  if (offline) return { kind: 'offline', text: 'offline' }
  if (status === 'running') return { kind: 'active', text: 'Active' }
  if (status === 'paused') return { kind: 'paused', text: 'Paused' }
  if (status === 'stopping') return { kind: 'stopping', text: 'Stopping...' }
  return ENDED[strategies[0]?.status as StrategyStatus]
}
