/** The shape of every event: events from outside this process are checked against it. */
import { TerminalLog } from '@purser/contract/agents/agents.ts'
import { TransferChange } from '@purser/contract/distributions/distributions.ts'
import { AgentChatMessage } from '@purser/contract/live.ts'
import { Notification } from '@purser/contract/notifications.ts'
import * as z from 'zod/mini'
import type { EventShapes } from '../adapters/bus/open.ts'

const id = z.int()
const text = z.string()
const operationId = z.uuid()
const ofUser = z.object({ userId: id })

export const eventShapes: EventShapes = {
  'session.ended': z.object({ sessionId: text }),
  'operation.changed': z.object({ userId: id, operationId, type: text, status: text }),
  'operation.finalized': z.object({ userId: id, operationId }),
  'operation.progress': z.object({
    userId: id,
    operationId,
    type: text,
    completed: id,
    failed: id,
    total: id,
    changes: z.array(TransferChange),
  }),
  'market.clock': z.object({ version: id }),
  'market.impacts': z.object({
    rows: z.array(z.object({ mint: text, operationId: text, ppb: z.number(), at: z.number() })),
  }),
  'market.impacts-dropped': z.object({ mints: z.array(text) }),
  'top-ups.changed': ofUser,
  'payments.changed': ofUser,
  'strategy.changed': z.object({ userId: id, agentId: id, strategyId: text, status: text }),
  'agent.log': z.object({
    userId: id,
    agentId: id,
    externalId: text,
    strategyId: z.nullable(text),
    log: TerminalLog,
  }),
  'everything.stopped': ofUser,
  'agent.message': z.object({ userId: id, agentId: id, externalId: text, message: AgentChatMessage }),
  'agent.asked': z.object({ agentId: id, parse: id }),
  'agent.deleted': z.object({ userId: id, agentId: id, externalId: text }),
  'trading-bots.changed': z.object({ userId: id, groupId: id }),
  'trading-bots.requested': z.object({ botId: text }),
  'notification.added': z.object({ userId: id, notification: Notification }),
  'notifications.changed': ofUser,
}
