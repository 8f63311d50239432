import { Text } from '@mantine/core'
import { discardDistribution } from '@purser/contract/payments/payment-distributions.ts'
import type { Payment } from '@purser/contract/payments/payments.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { toast } from '#ui/toast.ts'
import { call } from '#wire/api.ts'
import { ConfirmForm } from '../confirm-form.tsx'
import { usePaymentChange } from '../use-payment-change.ts'

type Props = { payment: Payment; onClose: () => void }

export function DiscardDialog({ payment: { id, distributions }, onClose }: Props) {
  const change = usePaymentChange(
    (paymentId: number, key) => call(discardDistribution, { params: { id: paymentId }, key }),
    () => {
      toast(`The plan of payment #${id} was discarded.`)
      onClose()
    },
  )
  const count = distributions.length
  return (
    <Dialog onClose={onClose} title="Discard the plan">
      <ConfirmForm
        verb="Discard plan"
        busyVerb="Discarding..."
        fallback="Failed to discard the plan"
        change={change}
        danger
        onConfirm={() => change.mutate(id)}
        onBack={onClose}
      >
        <Text size="sm">
          Its {count === 1 ? 'line is' : `${count} lines are`} removed. Nothing has been paid yet, and the
          payment can be planned again.
        </Text>
      </ConfirmForm>
    </Dialog>
  )
}
