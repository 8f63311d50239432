import { Badge } from '@mantine/core'
import type { Payment, PaymentIssue, PaymentLine, PaymentStatus } from '@purser/contract/payments/payments.ts'
import {
  IconAlertTriangle,
  IconCheck,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconClockOff,
  IconEyeOff,
  IconLoader,
  IconRosetteDiscountCheck,
} from '@tabler/icons-react'
import { isZero } from './payment-figures.ts'
import css from './payments.module.css'

const ICON = { size: 13, 'aria-hidden': true } as const

const states: Record<PaymentStatus, { name: string; color: string; icon: React.ReactNode }> = {
  pending: { name: 'Pending', color: 'gray.7', icon: <IconClock {...ICON} /> },
  paid: { name: 'Paid', color: 'teal.9', icon: <IconCheck {...ICON} /> },
  approved: { name: 'Approved', color: 'accent.7', icon: <IconRosetteDiscountCheck {...ICON} /> },
  expired: { name: 'Expired', color: 'dark.3', icon: <IconClockOff {...ICON} /> },
}
export const stateName = (status: PaymentStatus) => states[status].name

const issueNames: Record<PaymentIssue, string> = {
  short: 'Short',
  over: 'Over',
  late: 'Late',
  wrong_token: 'Wrong token',
}

/** Its state, its deviations from the request, and the amounts on their way. */
export function PaymentBadges({ payment }: { payment: Payment }) {
  const { status, issues, arriving_sol, unseen_sol, accepted } = payment
  const { name, color, icon } = states[status]
  return (
    <span className={css.badges}>
      <Badge color={color} variant="filled" tt="none" leftSection={icon}>
        {name}
      </Badge>
      {!isZero(arriving_sol) && (
        <Badge color="blue.9" variant="filled" tt="none" leftSection={<IconLoader {...ICON} />}>
          Arriving
        </Badge>
      )}
      {!isZero(unseen_sol) && (
        <Badge color="#9a3412" variant="filled" tt="none" leftSection={<IconEyeOff {...ICON} />}>
          Not seen
        </Badge>
      )}
      {issues.map((issue) => (
        <Badge
          key={issue}
          color="#9a3412"
          variant="filled"
          tt="none"
          leftSection={<IconAlertTriangle {...ICON} />}
        >
          {issueNames[issue]}
        </Badge>
      ))}
      {accepted && (
        <Badge color="gray.7" variant="filled" tt="none">
          Accepted
        </Badge>
      )}
    </span>
  )
}

const lines: Record<PaymentLine['status'], { name: string; icon: React.ReactNode }> = {
  pending: {
    name: 'Pending',
    icon: <IconClock size={16} color="var(--mantine-color-dimmed)" aria-hidden="true" />,
  },
  executing: { name: 'Executing', icon: <IconLoader size={16} color="var(--info)" aria-hidden="true" /> },
  completed: {
    name: 'Completed',
    icon: <IconCircleCheck size={16} color="var(--good)" aria-hidden="true" />,
  },
  failed: { name: 'Failed', icon: <IconCircleX size={16} color="var(--bad)" aria-hidden="true" /> },
}

export const LineStatus = ({ status }: Pick<PaymentLine, 'status'>) => (
  <span className={css.lineStatus}>
    {lines[status].icon} {lines[status].name}
  </span>
)

const distributions: Record<Payment['distribution_status'], string> = {
  none: 'Not planned',
  planned: 'Planned',
  partial: 'Partly executed',
  completed: 'Completed',
}
export const distributionName = (status: Payment['distribution_status']) => distributions[status]
