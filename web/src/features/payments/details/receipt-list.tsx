import { Button, Text } from '@mantine/core'
import { friendlyError } from '@purser/contract/distributions/distribution-texts.ts'
import type { PaymentReceipt, PaymentRefund } from '@purser/contract/payments/payments.ts'
import { type OperationStatus, isFinalStatus } from '@purser/contract/transfers/transfers.ts'
import { DateTime } from '#ui/dates/date-time.tsx'
import { ActivityLink } from '../activity-link.tsx'
import { addressText, exactText, isZero, rateText, refundable, usdText } from '../payment-figures.ts'
import css from '../payments.module.css'
import { TxHash } from '../tx-hash.tsx'

type Props = { receipts: PaymentReceipt[]; onRefund: (receipt: PaymentReceipt) => void }

const STATES: Record<PaymentReceipt['state'], string> = {
  arriving: 'Arriving, not final yet',
  unseen: 'Seen, no longer shown by the network',
  final: 'Final',
}

/** Each transaction that paid. */
export function ReceiptList({ receipts, onRefund }: Props) {
  return (
    <ul className={css.entries} aria-label="Received">
      {receipts.map((receipt) => (
        <li key={receipt.id} className={css.entry}>
          <div>
            <div className={css.entryHead}>{exactText(receipt.amount, receipt.symbol)}</div>
            <Text size="sm" c="dimmed" component="div">
              {worthOf(receipt)}
            </Text>
            <Text size="sm" c="dimmed" component="div">
              {STATES[receipt.state]}
              {receipt.late && ', late'}, <DateTime at={receipt.at} />
              {receipt.from === null ? ', from several addresses' : ', from '}
              {receipt.from !== null && (
                <span className="num" title={receipt.from}>
                  {addressText(receipt.from)}
                </span>
              )}
            </Text>
            {!isZero(receipt.refunded) && (
              <Text size="sm" c="var(--warn)">
                Refunded (or refunding) {exactText(receipt.refunded, receipt.symbol)}
              </Text>
            )}
          </div>
          <div className={css.entryEnd}>
            <TxHash hash={receipt.signature} />
            {receipt.state === 'final' && !isZero(refundable(receipt)) && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Refund ${exactText(refundable(receipt), receipt.symbol)}`}
                onClick={() => onRefund(receipt)}
              >
                Refund
              </Button>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

function worthOf({ mint, amount_usd, exchange_rate }: PaymentReceipt): string {
  if (mint !== null) return 'A token: it does not count.'
  if (amount_usd === null) return 'Not priced yet.'
  const worth = `Counts as ${usdText(amount_usd)}`
  return exchange_rate === null ? worth : `${worth} at ${rateText(exchange_rate)} USD per SOL`
}

const states: Record<OperationStatus, string> = {
  pending: 'Being prepared',
  running: 'On its way',
  resolving: 'Checking the outcome',
  completed: 'Refunded',
  partial: 'Partly refunded',
  failed: 'Failed, nothing was sent',
}

export function RefundList({ refunds }: { refunds: PaymentRefund[] }) {
  return (
    <ul className={css.entries} aria-label="Refunds">
      {refunds.map((refund) => (
        <li key={refund.operation_id} className={css.entry}>
          <div>
            <div className={css.entryHead}>{exactText(refund.amount, refund.symbol)}</div>
            <Text size="sm" c="dimmed" component="div">
              {states[refund.status]}, <DateTime at={refund.created_at} />, to{' '}
              <span className="num" title={refund.to}>
                {addressText(refund.to)}
              </span>
            </Text>
            {refund.error !== null && (
              <Text size="sm" c="var(--bad)">
                {friendlyError(refund.error, { certain: isFinalStatus(refund.status) })}
              </Text>
            )}
          </div>
          <div className={css.entryEnd}>
            {refund.tx_hash !== null && <TxHash hash={refund.tx_hash} />}
            <ActivityLink operationId={refund.operation_id} />
          </div>
        </li>
      ))}
    </ul>
  )
}
