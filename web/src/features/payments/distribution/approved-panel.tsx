import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { paymentPageTexts } from '@purser/contract/payments/payment-texts.ts'
import { useMemo, useState } from 'react'
import { Card } from '#ui/card.tsx'
import { EmptyRows, LoadingRows, ShowOlder } from '#ui/states/list-states.tsx'
import { ApprovedCard } from './approved-card.tsx'
import { LoadFailure } from '../load-failure.tsx'
import { type Opened, PaymentDrawer } from '../details/payment-drawer.tsx'
import css from '../payments.module.css'
import { type StateTab, StateTools } from '../state-tools.tsx'
import { PlanDialog, type PlanDrafts } from './plan-dialog.tsx'
import { type ApprovedFilter, NO_APPROVED_FILTER, useApprovedPayments } from '../use-payments.ts'

const SEARCH_MS = 300

const STATES: StateTab<ApprovedFilter['distribution']>[] = [
  { value: '', text: 'All' },
  { value: 'open', text: 'Not completed' },
  { value: 'completed', text: 'Completed' },
]

type Props = {
  /** The text for a failed load. */
  failure: string
  /** The button under the empty list. */
  onPending?: () => void
}

/** Approved payments, each with the distribution of its SOL. */
export function ApprovedPanel({ failure, onPending }: Props) {
  const [filter, setFilter] = useState(NO_APPROVED_FILTER)
  const [search] = useDebouncedValue(filter.search, SEARCH_MS)
  const query = useApprovedPayments({ ...filter, search })
  const payments = useMemo(() => query.data?.pages.flat(), [query.data])
  const [opened, setOpened] = useState<Opened>()
  const [planning, setPlanning] = useState<number>()
  const [drafts] = useState<PlanDrafts>(() => new Map())
  const planned = payments?.find(({ id }) => id === planning)
  const filtered = filter.distribution !== '' || filter.search !== ''
  return (
    <Card label="Approved Payments">
      <h2 className={`section-title ${css.title}`}>Approved Payments</h2>
      <StateTools
        label="Distribution"
        states={STATES}
        state={filter.distribution}
        search={filter.search}
        onState={(distribution) => setFilter({ ...filter, distribution })}
        onSearch={(text) => setFilter({ ...filter, search: text })}
        onReset={() => setFilter(NO_APPROVED_FILTER)}
      />
      <LoadFailure query={query} text={failure} />
      {query.isPending && <LoadingRows label="Loading approved payments" height={120} />}
      {payments?.length === 0 && (
        <EmptyRows text={filtered ? 'No payments match these filters.' : paymentPageTexts.noApproved}>
          {!filtered && onPending && (
            <Button variant="default" onClick={onPending}>
              Go to pending payments
            </Button>
          )}
        </EmptyRows>
      )}
      {payments && payments.length > 0 && (
        <ul className={css.cards} aria-label="Approved payments">
          {payments.map((payment) => (
            <li key={payment.id} className={css.approved}>
              <ApprovedCard
                payment={payment}
                onPlan={() => setPlanning(payment.id)}
                onDetails={() => setOpened({ payment, at: 'details' })}
              />
            </li>
          ))}
        </ul>
      )}
      <ShowOlder query={query} />
      {opened && <PaymentDrawer opened={opened} onClose={() => setOpened(undefined)} />}
      {planned && <PlanDialog payment={planned} drafts={drafts} onClose={() => setPlanning(undefined)} />}
    </Card>
  )
}
