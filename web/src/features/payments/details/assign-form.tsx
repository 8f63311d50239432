import { Text, TextInput } from '@mantine/core'
import { assignTransaction } from '@purser/contract/payments/payment-refunds.ts'
import type { Payment } from '@purser/contract/payments/payments.ts'
import { useState } from 'react'
import { toast } from '#ui/toast.ts'
import { call } from '#wire/api.ts'
import { ConfirmForm } from '../confirm-form.tsx'
import css from '../payments.module.css'
import { usePaymentChange } from '../use-payment-change.ts'

const SIGNATURE_MAX = 100

type Props = { payment: Payment; onBack: () => void }

export function AssignForm({ payment: { id, wallet }, onBack }: Props) {
  const [typed, setTyped] = useState('')
  const signature = typed.trim()
  const change = usePaymentChange(
    (asked: { id: number; signature: string }, key) =>
      call(assignTransaction, { params: { id: asked.id }, body: { signature: asked.signature }, key }),
    () => {
      toast(`The transaction counts for payment #${id}.`)
      onBack()
    },
  )
  return (
    <ConfirmForm
      verb="Assign"
      busyVerb="Assigning..."
      fallback="Failed to assign the transaction"
      change={change}
      disabled={signature === ''}
      onConfirm={() => change.mutate({ id, signature })}
      onBack={onBack}
    >
      <Text size="sm">
        For a payer who sent SOL without the link. The transaction must have paid {wallet.name} (
        <span className={css.mono}>{wallet.address}</span>) and count for no payment yet.
      </Text>
      <TextInput
        label="Transaction hash"
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        maxLength={SIGNATURE_MAX}
        classNames={{ input: css.mono ?? '' }}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </ConfirmForm>
  )
}
