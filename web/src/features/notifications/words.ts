import type { Notification } from '@purser/contract/notifications.ts'

type About = Pick<Notification, 'kind' | 'status'>

const ENDS = { completed: 'Completed', stopped: 'Stopped', failed: 'Failed' } as const

/** What happened, in a word or two. */
export function headOf({ kind, status }: About): string {
  switch (kind) {
    case 'ended':
      return status === null ? 'Ended' : ENDS[status]
    case 'limit':
      return 'Limit met'
    case 'error':
      return 'Error'
    case 'filled':
      return 'Order filled'
  }
}

/** The line of the terminal without the word that the head says already. */
export function textOf({ text }: Pick<Notification, 'text'>): string {
  const rest = text.replace(/^(Completed successfully|Stopped|Error|Limit met): /, '')
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}
