import type { Agent } from '@purser/contract/agents/agents.ts'
import { AGENTS_PER_USER } from '@purser/contract/limits.ts'
import type { Db } from '../../../db/client.ts'
import { Fault } from '../../../kernel/fault.ts'
import * as store from '../agents.store.ts'
import { toAgent } from './view.ts'

export async function createAgent(tx: Db, userId: number, name: string | undefined): Promise<Agent> {
  await store.lockUser(tx, userId)
  const all = await store.listAgents(tx, userId)
  if (all.length >= AGENTS_PER_USER) throw new Fault('agent_limit', { limit: AGENTS_PER_USER })
  const row = await store.insertAgent(tx, userId, name ?? nextName(all.map((a) => a.name)))
  return toAgent(row, undefined)
}

/** 'Agent N' with the smallest positive N that no agent of the user has. */
function nextName(taken: string[]): string {
  const used = new Set(taken)
  for (let n = 1; ; n++) if (!used.has(`Agent ${n}`)) return `Agent ${n}`
}
