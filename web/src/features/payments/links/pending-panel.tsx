import { Alert, Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { approvePayment, type Payment, type PaymentCounts } from '@purser/contract/payments/payments.ts'
import { paymentPageTexts } from '@purser/contract/payments/payment-texts.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMemo, useRef, useState } from 'react'
import { ApproveDialog } from './approve-dialog.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyRows, LoadingRows, ShowOlder } from '#ui/states/list-states.tsx'
import { LayoutReady } from '#ui/layout-ready.tsx'
import { toast } from '#ui/toast.ts'
import { call } from '#wire/api.ts'
import { sentence } from '#wire/fault.ts'
import { LoadFailure } from '../load-failure.tsx'
import { type Opened, PaymentDrawer } from '../details/payment-drawer.tsx'
import css from '../payments.module.css'
import { PendingList } from './pending-list.tsx'
import { usePaymentChange } from '../use-payment-change.ts'
import { type StateTab, StateTools } from '../state-tools.tsx'
import {
  NO_PENDING_FILTER,
  type PendingFilter,
  usePaymentCounts,
  usePendingPayments,
} from '../use-payments.ts'

const SEARCH_MS = 300

function listStates(counts: PaymentCounts | undefined): StateTab<PendingFilter['state']>[] {
  return [
    { value: '', text: 'All open', count: counts?.open },
    { value: 'pending', text: 'Pending', count: counts?.pending },
    { value: 'paid', text: 'Paid', count: counts?.paid },
    { value: 'attention', text: 'Expired, funds received', count: counts?.attention },
    { value: 'expired', text: 'Expired', count: counts?.expired },
  ]
}

type Props = {
  /** The text for a failed load. */
  failure: string
  approveEach?: boolean
  /** The button under the empty list. */
  onGenerate?: () => void
  /** Called once the list is known, whose height varies. */
  onReady?: () => void
}

/** Payments that wait for money or for approval. */
export function PendingPanel({ failure, approveEach = false, onGenerate, onReady }: Props) {
  const [filter, setFilter] = useState(NO_PENDING_FILTER)
  const [search] = useDebouncedValue(filter.search, SEARCH_MS)
  const query = usePendingPayments({ ...filter, search })
  const counts = usePaymentCounts().data
  const payments = useMemo(() => query.data?.pages.flat(), [query.data])
  const [opened, setOpened] = useState<Opened>()
  const [asking, setAsking] = useState<Payment>()
  const title = useRef<HTMLHeadingElement>(null)
  const approval = usePaymentChange(
    ({ id, revision }: Payment, key) => call(approvePayment, { params: { id }, body: { revision }, key }),
    (_, { id }) => {
      toast(`Payment #${id} was approved.`)
      const at = document.activeElement
      // Its row goes, and the button with it. A second Enter would approve the next one.
      if (at === document.body || at?.getAttribute('aria-label') === `Approve payment ${id}`)
        title.current?.focus()
    },
  )
  const filtered = filter.state !== '' || filter.search !== ''
  return (
    <Card label="Pending Payments">
      <h2 ref={title} tabIndex={-1} className={`section-title ${css.title}`}>
        Pending Payments
      </h2>
      <StateTools
        label="Status"
        states={listStates(counts)}
        {...filter}
        onState={(state) => setFilter({ ...filter, state })}
        onSearch={(text) => setFilter({ ...filter, search: text })}
        onReset={() => setFilter(NO_PENDING_FILTER)}
      />
      {approval.isError && (
        <Refusal id={approval.variables.id} error={approval.error} onClose={approval.reset} />
      )}
      <LoadFailure query={query} text={failure} />
      {!query.isPending && onReady && <LayoutReady onReady={onReady} />}
      <div className={approveEach ? (css.above ?? '') : ''}>
        {query.isPending && <LoadingRows label="Loading pending payments" height={38} />}
        {payments?.length === 0 && (
          <EmptyRows text={filtered ? 'No payments match these filters.' : paymentPageTexts.noPending}>
            {!filtered && onGenerate && <Button onClick={onGenerate}>Generate a payment link</Button>}
          </EmptyRows>
        )}
        {payments && payments.length > 0 && (
          <PendingList
            payments={payments}
            approveEach={approveEach}
            approving={approval.isPending ? approval.variables.id : undefined}
            onApprove={setAsking}
            onAccept={(payment) => setOpened({ payment, at: 'accept' })}
            onDetails={(payment) => setOpened({ payment, at: 'details' })}
          />
        )}
      </div>
      <ShowOlder query={query} />
      {opened && <PaymentDrawer opened={opened} onClose={() => setOpened(undefined)} />}
      {asking && (
        <ApproveDialog
          payment={asking}
          onConfirm={() => {
            approval.mutate(asking)
            setAsking(undefined)
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
    </Card>
  )
}

/** Why a payment could not be approved. */
function Refusal({ id, error, onClose }: { id: number; error: unknown; onClose: () => void }) {
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      mb="sm"
      title={`Payment #${id}`}
      icon={<IconAlertTriangle size={18} aria-hidden="true" />}
      withCloseButton
      closeButtonLabel="Dismiss"
      onClose={onClose}
    >
      {sentence(error, paymentPageTexts.approveFailed)}
    </Alert>
  )
}
