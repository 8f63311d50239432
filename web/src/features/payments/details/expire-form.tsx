import { Text } from '@mantine/core'
import { expirePayment, type Payment } from '@purser/contract/payments/payments.ts'
import { toast } from '#ui/toast.ts'
import { call } from '#wire/api.ts'
import { ConfirmForm } from '../confirm-form.tsx'
import { usePaymentChange } from '../use-payment-change.ts'

type Props = { payment: Payment; onBack: () => void }

export function ExpireForm({ payment: { id, revision }, onBack }: Props) {
  const change = usePaymentChange(
    (shown: { id: number; revision: number }, key) =>
      call(expirePayment, { params: { id: shown.id }, body: { revision: shown.revision }, key }),
    () => {
      toast(`The link of payment #${id} has ended.`)
      onBack()
    },
  )
  return (
    <ConfirmForm
      verb="Expire now"
      busyVerb="Expiring..."
      fallback="Failed to expire payment"
      change={change}
      danger
      onConfirm={() => change.mutate({ id, revision })}
      onBack={onBack}
    >
      <Text size="sm">
        The payment page then says that the link has expired. Anything that still arrives is shown here as
        late, and you can accept or refund it.
      </Text>
    </ConfirmForm>
  )
}
