import { Badge } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconReplace } from '@tabler/icons-react'
import type { ShownState } from '@purser/contract/agents/shown-plans.ts'
import type { ReactNode } from 'react'
import { DateTime } from '#ui/dates/date-time.tsx'

/** `executedAt`: ISO, for an executed plan. */
export type PlanStatus = { state: ShownState; executedAt: string | null }

const looks: Record<ShownState, { color: string; icon: ReactNode }> = {
  offered: { color: 'blue.9', icon: <IconCircleDashed size={13} /> },
  executed: { color: 'teal.9', icon: <IconCircleCheck size={13} /> },
  superseded: { color: 'gray.7', icon: <IconReplace size={13} /> },
  infeasible: { color: 'red.9', icon: <IconAlertTriangle size={13} /> },
}
const words = {
  offered: 'Ready to execute',
  executed: 'Executed',
  superseded: 'Superseded',
  infeasible: 'Not feasible',
}

/** The state of a plan, in a word: 'Executed Nov 28, 23:07'. */
export function PlanStatusBadge({ status: { state, executedAt } }: { status: PlanStatus }) {
  const { color, icon } = looks[state]
  return (
    <Badge
      size="sm"
      tt="none"
      fw={570}
      variant={state === 'superseded' ? 'default' : 'filled'}
      color={color}
      leftSection={icon}
      style={{ flex: 'none' }}
    >
      {words[state]}
      {executedAt !== null && (
        <>
          {' '}
          <DateTime at={executedAt} />
        </>
      )}
    </Badge>
  )
}
