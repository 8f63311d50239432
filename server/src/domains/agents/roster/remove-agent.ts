import { HOUR_MS } from '@purser/contract/time.ts'
import { Fault } from '../../../kernel/fault.ts'
import { describe } from '../../../kernel/log.ts'
import * as store from '../agents.store.ts'
import { getAgent } from '../ownership.ts'
import type { AgentsParts } from '../parts.ts'

const PURGE_AFTER_MS = HOUR_MS

export async function removeAgent(
  { db, bus, clock, log, strategies }: AgentsParts,
  userId: number,
  id: string,
  externalId?: string,
): Promise<void> {
  const row = await getAgent(db, userId, id)
  if (externalId !== undefined && externalId !== row.externalId)
    throw new Fault('not_found', { what: 'Agent' })
  // In one transaction: from its commit nothing can start, and the stop of what runs is requested even if this process dies.
  const halted = await db.transaction(async (tx) => {
    await store.markDeleted(tx, row.id, new Date(clock.now()))
    return strategies.halts.haltAgents(tx, [row.id])
  })
  await strategies.halts
    .settle(userId, halted)
    .catch((error: unknown) => log.warn(describe(error), 'waiting for the end of a strategy failed'))
  bus.publish('agent.deleted', { userId, agentId: row.id, externalId: row.externalId })
}

export async function sweepAgents({ db, clock, strategies }: AgentsParts): Promise<void> {
  await strategies.halts.haltAgents(db, await store.listDeleted(db))
  for (const id of await store.listPurgeable(db, new Date(clock.now() - PURGE_AFTER_MS)))
    if (await strategies.lifecycle.forget(id)) await store.purgeAgent(db, id)
}
