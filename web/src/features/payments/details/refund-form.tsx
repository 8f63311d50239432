import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { refundPayment } from '@purser/contract/payments/payment-refunds.ts'
import type { Payment, PaymentReceipt } from '@purser/contract/payments/payments.ts'
import { paymentTexts } from '@purser/contract/payments/payment-texts.ts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { whitelistPath } from '#app/paths.ts'
import { AmountInput } from '#ui/fields/amount-input.tsx'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { ErrorBox } from '#ui/states/error-box.tsx'
import { toast } from '#ui/toast.ts'
import { call } from '#wire/api.ts'
import { hasCode, sentence } from '#wire/fault.ts'
import { exactText, refundable } from '../payment-figures.ts'
import type { RefundPreview, RefundRequest } from './refund-request.ts'
import { RefundReview } from './refund-review.tsx'
import { usePaymentChange } from '../use-payment-change.ts'

type Props = { payment: Payment; receipt: PaymentReceipt; onBack: () => void }

/** More decimals than any mint has; the server knows the number. */
const DECIMALS_MAX = 18
const ADDRESS_MAX = 200

/** A refund to the payer, or to an address of the user's choice: the form, its preview, and the one confirmation. */
export function RefundForm({ payment, receipt, onBack }: Props) {
  const { id, revision } = payment
  const [to, setTo] = useState(receipt.from ?? '')
  const [amount, setAmount] = useState('')
  const [complaint, setComplaint] = useState<{ to?: string; amount?: string }>({})
  const [shown, setShown] = useState<{ request: RefundRequest; preview: RefundPreview }>()
  const previewing = useMutation({
    mutationFn: async (request: RefundRequest) => {
      const { preview } = await call(refundPayment, { params: { id }, body: { ...request, dryRun: true } })
      if (!preview) throw new Error('a dry run without a preview')
      return { request, preview }
    },
    onSuccess: setShown,
  })
  const refund = usePaymentChange(
    (body: RefundRequest, key) => call(refundPayment, { params: { id }, body, key }),
    () => {
      toast(`The refund of payment #${id} is on its way.`)
      onBack()
    },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = {
      ...(to.trim() === '' ? { to: 'Please enter an address' } : {}),
      ...(amount !== '' && !/[1-9]/.test(amount) ? { amount: 'Please enter a valid positive amount' } : {}),
    }
    setComplaint(wrong)
    if (Object.keys(wrong).length > 0 || previewing.isPending) return
    previewing.mutate({
      receipt_id: receipt.id,
      revision,
      ...(to.trim() === receipt.from ? {} : { to: to.trim() }),
      ...(amount === '' ? {} : { amount }),
    })
  }
  if (shown)
    return (
      <RefundReview
        {...shown}
        payer={receipt.from}
        refund={refund}
        onKeep={onBack}
        onBack={() => {
          setShown(undefined)
          refund.reset()
        }}
      />
    )
  const edit = (change: () => void) => {
    change()
    setComplaint({})
    previewing.reset()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">
          Received {exactText(receipt.amount, receipt.symbol)}, refunded{' '}
          {exactText(receipt.refunded, receipt.symbol)}.
        </Text>
        <TextInput
          label="To address"
          description={
            receipt.from === null
              ? 'More than one address paid this. Enter the one to refund to.'
              : 'The address that paid. Any other must be on your whitelist if the whitelist is enforced.'
          }
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          maxLength={ADDRESS_MAX}
          value={to}
          error={complaint.to}
          onChange={({ currentTarget: { value } }) => edit(() => setTo(value))}
        />
        <AmountInput
          label="Amount"
          description="Leave empty for a full refund"
          placeholder={refundable(receipt)}
          unit={receipt.symbol}
          decimals={DECIMALS_MAX}
          value={amount}
          error={complaint.amount}
          onChange={(value) => edit(() => setAmount(value))}
        />
        {previewing.isError && (
          <div>
            <ErrorBox message={sentence(previewing.error, paymentTexts.refundFailed)} />
            {hasCode(previewing.error, 'not_whitelisted') && (
              <Anchor component={Link} to={whitelistPath} size="sm" mt={6} display="inline-block">
                Open the whitelist
              </Anchor>
            )}
          </div>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onBack}>
            Cancel
          </Button>
          <BusyButton type="submit" busy={previewing.isPending}>
            {previewing.isPending ? 'Simulating...' : 'Review'}
          </BusyButton>
        </Group>
      </Stack>
    </form>
  )
}
