import { Button, Group, Stack, Text } from '@mantine/core'
import type { Payment } from '@purser/contract/payments/payments.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { useSettled } from '#ui/dialogs/use-settled.ts'
import { Receipt } from '#ui/formats/receipt.tsx'
import { exactText, rateText, usdText } from '../payment-figures.ts'

type Props = { payment: Payment; onConfirm: () => void; onClose: () => void }

/** Asks before an approval fixes the amount and the rate of a payment. */
export function ApproveDialog({ payment, onConfirm, onClose }: Props) {
  const { id, payer_name, payer_email, amount_usd, received_usd, amount_sol, exchange_rate, wallet } = payment
  const settled = useSettled()
  return (
    <Dialog onClose={onClose} title={`Approve payment #${id}`}>
      <Stack gap="md">
        <Receipt
          lines={[
            { name: 'From', value: payer_name ?? payer_email ?? 'Unknown payer' },
            { name: 'To', value: wallet.name },
            { name: 'Amount due', value: `${usdText(amount_usd)} USD` },
            { name: 'Received', value: `${usdText(received_usd)} USD` },
            {
              name: 'Exchange rate',
              value: exchange_rate === null ? 'N/A' : `${rateText(exchange_rate)} USD per SOL`,
            },
            {
              name: 'To distribute',
              value: amount_sol === null ? 'N/A' : exactText(amount_sol, 'SOL'),
              isTotal: true,
            },
          ]}
        />
        <Text size="sm" c="dimmed">
          Approving fixes the amount and the rate. The payment can then be distributed.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={!settled} onClick={onConfirm} data-autofocus>
            Approve
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
