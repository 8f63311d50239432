import type { Notification } from '@purser/contract/notifications.ts'
import {
  IconAlertTriangle,
  IconArrowsExchange,
  IconCircleCheck,
  IconCircleX,
  IconKey,
  IconPlayerStop,
  IconShieldExclamation,
} from '@tabler/icons-react'

/** The text beside it says the same: nothing is conveyed by colour or shape alone. */
export function KindIcon({ kind, status }: Pick<Notification, 'kind' | 'status'>) {
  const props = { size: 18, 'aria-hidden': true as const }
  if (kind === 'limit') return <IconShieldExclamation {...props} color="var(--warn)" />
  if (kind === 'error') return <IconAlertTriangle {...props} color="var(--bad)" />
  if (kind === 'filled') return <IconArrowsExchange {...props} color="var(--info)" />
  if (kind === 'access') return <IconKey {...props} color="var(--info)" />
  if (status === 'completed') return <IconCircleCheck {...props} color="var(--good)" />
  if (status === 'failed') return <IconCircleX {...props} color="var(--bad)" />
  return <IconPlayerStop {...props} color="var(--mantine-color-dimmed)" />
}
