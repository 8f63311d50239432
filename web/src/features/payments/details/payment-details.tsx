import { Button, Group, Stack, Text } from '@mantine/core'
import type { Payment, PaymentReceipt } from '@purser/contract/payments/payments.ts'
import { CopyButton } from '#ui/buttons/copy-button.tsx'
import { Receipt, type ReceiptLine } from '#ui/formats/receipt.tsx'
import { Timeline, type TimelineStep } from '#ui/dates/timeline.tsx'
import {
  addressText,
  exactText,
  isAcceptable,
  isZero,
  plainText,
  rateText,
  usdText,
} from '../payment-figures.ts'
import { ReceiptList, RefundList } from './receipt-list.tsx'
import { Issues } from '../received-line.tsx'
import css from '../payments.module.css'
import { PaymentBadges } from '../payment-status.tsx'

type Props = {
  payment: Payment
  onOpen: (at: 'accept' | 'assign' | 'expire') => void
  onRefund: (receipt: PaymentReceipt) => void
}

function listFigures(payment: Payment): ReceiptLine[] {
  const { amount_usd, received_usd, amount_sol, exchange_rate, tolerance_percent } = payment
  const { arriving_sol, unseen_sol } = payment
  const sol = (name: string, amount: string | number | null): ReceiptLine[] =>
    amount === null || isZero(amount) ? [] : [{ name, value: exactText(amount, 'SOL') }]
  return [
    { name: 'Amount', value: `${usdText(amount_usd)} USD` },
    { name: 'Received', value: `${usdText(received_usd)} USD` },
    ...sol('Received SOL', amount_sol),
    ...sol('Arriving', arriving_sol),
    ...sol('No longer shown by the network', unseen_sol),
    ...(exchange_rate === null
      ? []
      : [{ name: 'Exchange rate', value: `${rateText(exchange_rate)} USD per SOL` }]),
    { name: 'Tolerance', value: `${plainText(tolerance_percent)}%` },
  ]
}

/** Everything about one payment, and its actions. */
export function PaymentDetails({ payment, onOpen, onRefund }: Props) {
  const { status, receipts, refunds, wallet } = payment
  return (
    <Stack gap="md">
      <Group gap="md">
        <PaymentBadges payment={payment} />
      </Group>
      <Timeline label="Timeline" steps={steps(payment)} />
      <Receipt lines={listFigures(payment)} />
      <Issues payment={payment} />
      <dl className={css.facts}>
        <Fact name="Payment link" value={payment.payment_link} copy="Copy payment link" />
        <Fact name="Reference ID" value={payment.reference_id} copy="Copy reference ID" />
        <Fact
          name="Collected in"
          value={`${wallet.name} (${addressText(wallet.address)})`}
          copy="Copy address"
          text={wallet.address}
        />
        {payment.payer_name !== null && <Fact name="Payer" value={payment.payer_name} />}
        {payment.payer_email !== null && <Fact name="E-mail of the payer" value={payment.payer_email} />}
        {payment.return_url !== null && <Fact name="Leads back to" value={payment.return_url} />}
      </dl>
      <div>
        <h3 className={css.subtitle}>Received</h3>
        {receipts.length === 0 ? (
          <Text size="sm" c="dimmed">
            Nothing has arrived yet. What does is listed here with its transaction.
          </Text>
        ) : (
          <ReceiptList receipts={receipts} onRefund={onRefund} />
        )}
      </div>
      {refunds.length > 0 && (
        <div>
          <h3 className={css.subtitle}>Refunds</h3>
          <RefundList refunds={refunds} />
        </div>
      )}
      <Group justify="flex-end" gap="xs">
        {status !== 'approved' && (
          <Button variant="default" onClick={() => onOpen('assign')}>
            Assign a transaction
          </Button>
        )}
        {status === 'pending' && (
          <Button variant="default" onClick={() => onOpen('expire')}>
            Expire now
          </Button>
        )}
        {isAcceptable(payment) && <Button onClick={() => onOpen('accept')}>Accept</Button>}
      </Group>
    </Stack>
  )
}

/** Created, paid, approved, planned, executed; an unpaid link has its expiry instead. */
function steps(payment: Payment): TimelineStep[] {
  const { created_at, expires_at, paid_at, approved_at, status, distributions } = payment
  const { planned_at, distributed_at } = payment
  const created = { name: 'Created', isPast: true, at: created_at }
  if (status === 'pending') return [created, { name: 'Expires', isPast: false, at: expires_at }]
  if (status === 'expired') return [created, { name: 'Expired', isPast: true, at: expires_at }]
  const count = distributions.length
  const done = distributions.filter((line) => line.status === 'completed').length
  const lines = `${count} ${count === 1 ? 'line' : 'lines'}`
  const isDone = count > 0 && done === count
  return [
    created,
    { name: 'Paid', isPast: paid_at !== null, at: paid_at },
    { name: 'Approved', isPast: approved_at !== null, at: approved_at },
    { name: 'Planned', isPast: count > 0, at: planned_at, note: count === 0 ? '' : `over ${lines}` },
    {
      name: 'Executed',
      isPast: isDone,
      at: isDone ? distributed_at : null,
      note: count === 0 ? '' : `${done} of ${lines}`,
    },
  ]
}

type FactProps = { name: string; value: string; copy?: string; text?: string }

function Fact({ name, value, copy, text = value }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span>{value}</span>
        {copy !== undefined && <CopyButton text={text} label={copy} />}
      </dd>
    </div>
  )
}
