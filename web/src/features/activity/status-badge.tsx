import { Loader } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react'
import type { Operation, OperationStatus, TransferStatus } from '@purser/contract/transfers/transfers.ts'
import { finalText, statusNames } from './filter.ts'
import css from './activity.module.css'

const good = <IconCircleCheck size={16} color="var(--good)" aria-hidden="true" />
const bad = <IconCircleX size={16} color="var(--bad)" aria-hidden="true" />
const busy = <Loader size={13} aria-hidden="true" />
const waiting = <IconClock size={16} color="var(--mantine-color-dimmed)" aria-hidden="true" />

const operationIcons: Record<OperationStatus, React.ReactNode> = {
  pending: waiting,
  running: busy,
  resolving: busy,
  completed: good,
  partial: <IconAlertTriangle size={16} color="var(--warn)" aria-hidden="true" />,
  failed: bad,
}
const transferIcons: Record<TransferStatus, React.ReactNode> = {
  pending: waiting,
  sent: busy,
  resolving: busy,
  confirmed: good,
  failed: bad,
}
const transferNames: Record<TransferStatus, string> = {
  pending: 'Waiting',
  sent: 'Sent',
  resolving: 'Being resolved',
  confirmed: 'Confirmed',
  failed: 'Failed',
}

export const OperationBadge = ({ status }: { status: OperationStatus }) => (
  <span className={css.status}>
    {operationIcons[status]} {statusNames[status]}
  </span>
)
/** Whether the outcome of an ended operation is final. Renders nothing while it runs. */
export function FinalMark({ operation }: { operation: Pick<Operation, 'status' | 'finalized'> }) {
  const text = finalText(operation)
  return text === undefined ? null : <span className={css.final}>{text}</span>
}

export const TransferBadge = ({ status }: { status: TransferStatus }) => (
  <span className={css.status}>
    {transferIcons[status]} {transferNames[status]}
  </span>
)
