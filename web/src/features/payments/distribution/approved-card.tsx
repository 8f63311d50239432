import { Badge, Button, Group, Text } from '@mantine/core'
import { executeLines } from '@purser/contract/payments/payment-distributions.ts'
import type { Payment } from '@purser/contract/payments/payments.ts'
import { useState } from 'react'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { Figures } from '#ui/formats/figures.tsx'
import { DateTime } from '#ui/dates/date-time.tsx'
import { call } from '#wire/api.ts'
import { DiscardDialog } from './discard-dialog.tsx'
import { ExecuteDialog } from './execute-dialog.tsx'
import { ExecuteError } from './execute-error.tsx'
import { paymentTitle, rateText, solFour } from '../payment-figures.ts'
import { LinesTable } from './lines-table.tsx'
import css from '../payments.module.css'
import { Issues } from '../received-line.tsx'
import { distributionName } from '../payment-status.tsx'
import { usePaymentChange } from '../use-payment-change.ts'

type Props = { payment: Payment; onPlan: () => void; onDetails: () => void }

/** An approved payment: its proceeds, and its lines. */
export function ApprovedCard({ payment, onPlan, onDetails }: Props) {
  const { id, amount_sol, exchange_rate, approved_at, distributions, distribution_status } = payment
  const [asking, setAsking] = useState<'execute' | 'discard'>()
  const all = usePaymentChange((paymentId: number, key) =>
    call(executeLines, { params: { id: paymentId }, key }),
  )
  const open = distributions.filter(({ status }) => status === 'pending' || status === 'failed')
  const begun = distributions.some(
    ({ status, operation_id }) => status !== 'pending' || operation_id !== null,
  )
  const done = distributions.filter(({ status }) => status === 'completed').length
  return (
    <section aria-label={paymentTitle(payment)}>
      <Group justify="space-between" gap="xs" mb="xs">
        <h3 className={css.cardTitle}>{paymentTitle(payment)}</h3>
        <Group gap="sm">
          {approved_at !== null && (
            <Text size="sm" c="dimmed" component="div">
              Approved <DateTime at={approved_at} />
            </Text>
          )}
          <Badge variant="filled" tt="none" color={distribution_status === 'completed' ? 'teal.9' : 'gray.7'}>
            {distributionName(distribution_status)}
          </Badge>
        </Group>
      </Group>
      <Figures
        figures={[
          ['SOL amount', amount_sol === null ? 'N/A' : `${solFour(amount_sol)} SOL`],
          ['Exchange rate', exchange_rate === null ? 'N/A' : rateText(exchange_rate)],
        ]}
      />
      <Issues payment={payment} />
      {distributions.length > 0 && (
        <>
          <h4 className={css.subtitle}>
            Distributions{' '}
            <span className={css.count}>
              {done} of {distributions.length} completed
            </span>
          </h4>
          <LinesTable payment={payment} allBusy={all.isPending} />
        </>
      )}
      <ExecuteError error={all.error} />
      <Group gap="xs" mt="sm">
        {distributions.length === 0 && (
          <Button size="compact-sm" aria-label={`Plan Distribution of payment ${id}`} onClick={onPlan}>
            Plan Distribution
          </Button>
        )}
        {open.length > 1 && (
          <BusyButton size="compact-sm" busy={all.isPending} onClick={() => setAsking('execute')}>
            {all.isPending ? 'Executing...' : `Execute all ${open.length} lines`}
          </BusyButton>
        )}
        {distributions.length > 0 && !begun && (
          <Button size="compact-sm" variant="default" onClick={() => setAsking('discard')}>
            Discard plan
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Details and refunds of payment ${id}`}
          onClick={onDetails}
        >
          Details and refunds
        </Button>
      </Group>
      {asking === 'execute' && (
        <ExecuteDialog
          payment={payment}
          lines={open}
          onConfirm={() => {
            setAsking(undefined)
            all.mutate(id)
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === 'discard' && <DiscardDialog payment={payment} onClose={() => setAsking(undefined)} />}
    </section>
  )
}
