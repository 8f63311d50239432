import { Text } from '@mantine/core'
import { acceptPayment, type Payment } from '@purser/contract/payments/payments.ts'
import { toast } from '#ui/toast.ts'
import { call } from '#wire/api.ts'
import { ConfirmForm } from '../confirm-form.tsx'
import { receivedText } from '../payment-figures.ts'
import { ReceivedLine } from '../received-line.tsx'
import { usePaymentChange } from '../use-payment-change.ts'

type Props = { payment: Payment; onBack: () => void }

export function AcceptForm({ payment, onBack }: Props) {
  const { id, revision } = payment
  const change = usePaymentChange(
    (shown: { id: number; revision: number }, key) =>
      call(acceptPayment, { params: { id: shown.id }, body: { revision: shown.revision }, key }),
    () => {
      toast(`Payment #${id} was accepted.`)
      onBack()
    },
  )
  return (
    <ConfirmForm
      verb="Accept"
      busyVerb="Accepting..."
      fallback="Failed to accept payment"
      change={change}
      disabled={receivedText(payment) === undefined}
      onConfirm={() => change.mutate({ id, revision })}
      onBack={onBack}
    >
      <ReceivedLine payment={payment} />
      <Text size="sm">
        It then counts as paid with what has arrived and can be approved. The link accepts no more payments.
      </Text>
    </ConfirmForm>
  )
}
