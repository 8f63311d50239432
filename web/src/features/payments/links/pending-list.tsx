import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Payment } from '@purser/contract/payments/payments.ts'
import type { ReactNode } from 'react'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { CopyButton } from '#ui/buttons/copy-button.tsx'
import { VirtualRows } from '#ui/virtual-rows.tsx'
import { DateTime } from '#ui/dates/date-time.tsx'
import { isAcceptable, usdText } from '../payment-figures.ts'
import css from '../payments.module.css'
import { ReceivedLine } from '../received-line.tsx'
import { PaymentBadges } from '../payment-status.tsx'

/** Below this width the columns have no room side by side. */
const NARROW = '(max-width: 62em)'
const ROW = 46
const CARD = 190
const MOST = 620
/** The height if the approved ones are below it. */
const MOST_ABOVE = 380

export type PendingActions = {
  onApprove: (payment: Payment) => void
  onAccept: (payment: Payment) => void
  onDetails: (payment: Payment) => void
  /** The payment that is being approved. */
  approving: number | undefined
  /** Each has the button, unpaid ones a disabled one. */
  approveEach: boolean
}
type Props = PendingActions & { payments: Payment[] }

/** One line per payment, on a phone a card; only the visible ones are mounted. */
export function PendingList({ payments, ...actions }: Props) {
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false })
  return (
    <>
      {!narrow && (
        <div className={css.heads} aria-hidden="true">
          <span>ID</span>
          <span>Amount (USD)</span>
          <span>Status</span>
          <span>Created At</span>
          <span>Payer</span>
          <span>Actions</span>
        </div>
      )}
      <VirtualRows
        label="Pending payments"
        rows={payments}
        heightOf={() => (narrow ? CARD : ROW)}
        height={(total) => Math.min(total + 2, actions.approveEach ? MOST_ABOVE : MOST)}
        keyOf={({ id }) => id}
        overscan={6}
        initialRect={{ width: 600, height: MOST }}
        rowClass={narrow ? css.card : css.row}
      >
        {(payment) => <PendingRow payment={payment} {...actions} />}
      </VirtualRows>
    </>
  )
}

function PendingRow({
  payment,
  onApprove,
  onAccept,
  onDetails,
  approving,
  approveEach,
}: PendingActions & { payment: Payment }) {
  const { id, status, amount_usd, created_at, payer_email, payment_link } = payment
  const busy = approving === id
  return (
    <>
      <Cell head="ID">{id}</Cell>
      <Cell head="Amount (USD)">
        <span className="num">{usdText(amount_usd)}</span>
      </Cell>
      <Cell head="Status">
        <PaymentBadges payment={payment} />
      </Cell>
      <Cell head="Created At">
        <DateTime at={created_at} />
      </Cell>
      <Cell head="Payer">
        <span className={css.cut} title={payer_email ?? undefined}>
          {payer_email ?? 'N/A'}
        </span>
      </Cell>
      <div className={css.actions}>
        {(approveEach || status === 'paid') && (
          <BusyButton
            size="compact-sm"
            aria-label={`Approve payment ${id}`}
            busy={approving !== undefined}
            disabled={status !== 'paid'}
            title={status === 'paid' ? undefined : 'It can be approved once it is paid'}
            onClick={() => onApprove(payment)}
          >
            {busy ? 'Approving...' : 'Approve'}
          </BusyButton>
        )}
        {isAcceptable(payment) && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Accept payment ${id}`}
            onClick={() => onAccept(payment)}
          >
            Accept
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Details of payment ${id}`}
          onClick={() => onDetails(payment)}
        >
          Details
        </Button>
        <CopyButton text={payment_link} label={`Copy link of payment ${id}`} />
      </div>
      <ReceivedLine payment={payment} />
    </>
  )
}

/** The value under its head, which only a card shows. */
function Cell({ head, children }: { head: string; children: ReactNode }) {
  return (
    <div className={css.cell}>
      <span className={css.head}>{head}</span>
      <span className={css.value}>{children}</span>
    </div>
  )
}
