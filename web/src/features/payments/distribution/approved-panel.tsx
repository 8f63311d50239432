import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { paymentPageTexts } from '@purser/contract/payments/payment-texts.ts'
import { useMemo, useState } from 'react'
import { Card } from '#ui/card.tsx'
import { countActive } from '#ui/fields/count-active.ts'
import { Filters } from '#ui/fields/filters.tsx'
import { EmptyRows, LoadingRows, ShowOlder } from '#ui/states/list-states.tsx'
import { Selector } from '#ui/fields/selector.tsx'
import { ApprovedCard } from './approved-card.tsx'
import { LoadFailure } from '../load-failure.tsx'
import { type Opened, PaymentDialog } from '../details/payment-dialog.tsx'
import css from '../payments.module.css'
import { PaymentSearch } from '../links/pending-filters.tsx'
import { PlanDialog, type PlanDrafts } from './plan-dialog.tsx'
import { type ApprovedFilter, NO_APPROVED_FILTER, useApprovedPayments } from '../use-payments.ts'

const SEARCH_MS = 300

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
      <Filters active={countActive(filter)} onReset={() => setFilter(NO_APPROVED_FILTER)}>
        <PaymentSearch value={filter.search} onChange={(text) => setFilter({ ...filter, search: text })} />
        <Selector
          label="Distribution"
          value={filter.distribution}
          options={[
            { value: '', label: 'All' },
            { value: 'open', label: 'Not completed' },
            { value: 'completed', label: 'Completed' },
          ]}
          onChange={(value) =>
            setFilter({ ...filter, distribution: value as ApprovedFilter['distribution'] })
          }
        />
      </Filters>
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
      {opened && <PaymentDialog opened={opened} onClose={() => setOpened(undefined)} />}
      {planned && <PlanDialog payment={planned} drafts={drafts} onClose={() => setPlanning(undefined)} />}
    </Card>
  )
}
