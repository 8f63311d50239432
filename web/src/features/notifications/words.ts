import type { Notification } from '@purser/contract/notifications.ts'

import { activityOf, agentAt, authorizationTab, autoDistributionTab, paths } from '#app/paths.ts'

type About = Pick<Notification, 'kind' | 'status'> & { operation_id?: string | null }
type Of = Pick<Notification, 'agent_id' | 'operation_id'> & { kind?: Notification['kind'] }

const ENDS = { completed: 'Completed', stopped: 'Stopped', failed: 'Failed' } as const

/** The heading of each kind. */
export function headOf({ kind, status, operation_id = null }: About): string {
  if (operation_id !== null) return 'Open again'
  switch (kind) {
    case 'ended':
      return status === null ? 'Ended' : ENDS[status]
    case 'limit':
      return 'Limit reached'
    case 'error':
      return 'Error'
    case 'filled':
      return 'Order filled'
    case 'access':
      return 'Changed'
  }
}

/** The page of its subject, and the text of the link. */
export function placeOf({ kind, agent_id, operation_id }: Of): { to: string; name: string } {
  if (operation_id !== null) return { to: activityOf(operation_id), name: 'Open in Activity' }
  if (kind === 'access') return { to: authorizationTab, name: 'Open Token Authorization' }
  if (kind === 'limit' && agent_id === null)
    return { to: autoDistributionTab, name: 'Open Auto Distribution' }
  return { to: agent_id === null ? paths.dashboard : agentAt(agent_id), name: 'Open agent' }
}
