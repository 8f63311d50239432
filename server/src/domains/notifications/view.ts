/** A notification as the console gets it. */
import type { Notification } from '@purser/contract/notifications.ts'
import type { NotificationRow } from './notifications.store.ts'

export const toNotification = (row: NotificationRow): Notification => ({
  id: row.id,
  kind: row.kind,
  agent_id: row.agentId,
  agent_name: row.agentName,
  strategy_id: row.strategyId,
  operation_id: row.operationId,
  status: row.status,
  text: row.text,
  read: row.read,
  created_at: row.createdAt.toISOString(),
})
