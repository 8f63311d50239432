import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { friendlyError } from '@purser/contract/distributions/distribution-texts.ts'
import { paymentTexts } from '@purser/contract/payments/payment-texts.ts'
import { MUST_BE_CONFIRMED } from '@purser/contract/transfers/send-texts.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { RealFundsField, useRealFunds } from '#features/tokens/index.ts'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { ErrorBox } from '#ui/states/error-box.tsx'
import { Receipt } from '#ui/formats/receipt.tsx'
import { isAnswered, sentence } from '#wire/fault.ts'
import { exactText, sumOf } from '../payment-figures.ts'
import css from '../payments.module.css'
import type { RefundPreview, RefundRequest } from './refund-request.ts'

type Props = {
  request: RefundRequest
  preview: RefundPreview
  /** The payer; null: there are several. */
  payer: string | null
  refund: {
    mutate: (request: RefundRequest) => void
    isPending: boolean
    isError: boolean
    error: unknown
  }
  onBack: () => void
  onKeep: () => void
}

/** The coming refund, and the one confirmation. */
export function RefundReview({ request, preview, payer, refund, onBack, onKeep }: Props) {
  const funds = useRealFunds()
  const { to, symbol, amount, fees, rent, source, warnings, error, keep, limit } = preview
  const [checked, setChecked] = useState(false)
  const doubtful = to !== payer && warnings.length > 0
  const unknown = refund.isError && !isAnswered(refund.error)
  const confirm = () => {
    funds.confirm()
    // It sends the shown amount: an empty amount means all, which may be another sum by then.
    refund.mutate({ ...request, amount, ...(doubtful ? { confirmed: [...MUST_BE_CONFIRMED] } : {}) })
  }
  return (
    <Stack gap="md">
      <div>
        <Text size="sm" c="dimmed">
          To {to === payer ? 'the address that paid' : 'another address than the one that paid'}
        </Text>
        <span className={css.mono}>{to}</span>
      </div>
      <Receipt
        lines={[
          { name: 'Amount', value: exactText(amount, symbol) },
          { name: 'Network fee', value: exactText(fees, 'SOL') },
          { name: 'Rent of new accounts', value: exactText(rent, 'SOL') },
          symbol === 'SOL'
            ? { name: 'Total', value: exactText(sumOf([amount, fees, rent]), 'SOL'), isTotal: true }
            : { name: 'SOL cost', value: exactText(sumOf([fees, rent]), 'SOL'), isTotal: true },
          { name: 'Wallet now', value: exactText(source.before, 'SOL') },
          { name: 'Wallet after', value: exactText(source.after, 'SOL') },
        ]}
      />
      {[...(keep === null ? [] : [keep]), ...warnings].map((warning) => (
        <div key={warning} className={`amber-note ${css.note}`} role="alert">
          <IconAlertTriangle size={18} aria-hidden="true" />
          <span>{warning}</span>
        </div>
      ))}
      {doubtful && (
        <Checkbox
          label="I have checked this address and want to send to it."
          checked={checked}
          onChange={(event) => setChecked(event.currentTarget.checked)}
        />
      )}
      {error !== null && (
        <Text size="sm" fw={550} c="var(--bad)" role="alert">
          This would fail: {friendlyError(error, { certain: true })}
        </Text>
      )}
      {limit && (
        <Text size="sm" fw={550} c="var(--bad)" role="alert">
          {limit.message}
        </Text>
      )}
      <RealFundsField funds={funds} checked="the address and the amount" />
      {refund.isError && <ErrorBox message={sentence(refund.error, paymentTexts.refundFailed)} />}
      {unknown && <Text size="sm">Status unknown. You can retry safely: it is never refunded twice.</Text>}
      <Group justify="flex-end">
        <Button variant="default" disabled={refund.isPending} onClick={onBack}>
          Back
        </Button>
        {keep !== null && (
          <BusyButton busy={refund.isPending} onClick={onKeep}>
            Keep it
          </BusyButton>
        )}
        <BusyButton
          variant={keep === null ? 'filled' : 'default'}
          busy={refund.isPending}
          disabled={error !== null || limit !== undefined || !funds.ready || (doubtful && !checked)}
          onClick={confirm}
        >
          {refund.isPending ? 'Refunding...' : unknown ? 'Refund again' : 'Refund'}
        </BusyButton>
      </Group>
    </Stack>
  )
}
