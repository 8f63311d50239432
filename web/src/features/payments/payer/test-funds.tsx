import { Text } from '@mantine/core'
import { testPayment } from '@purser/contract/payments/payer.ts'
import { useMutation } from '@tanstack/react-query'
import { IconFlask } from '@tabler/icons-react'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { call } from '#wire/api.ts'
import { sentence } from '#wire/fault.ts'
import { never } from '#wire/retry.ts'
import type { PaymentState } from './use-payment.ts'
import type { SentState } from './use-sent.ts'

/** Longer than the server waits for the network. */
const TIMEOUT_MS = 75_000
const FAILED = 'The test payment failed. Please try again.'

type Props = { reference: string; sent: SentState; refresh: PaymentState['refresh'] }

/** Works on the local network only. The server pays a quote once: a repeated request does no harm. */
export function TestFunds({ reference, sent, refresh }: Props) {
  const pay = useMutation({
    mutationFn: () =>
      call(testPayment, { params: { reference }, body: {}, retry: never, timeoutMs: TIMEOUT_MS }),
    onSuccess: ({ signature }) => sent.add(signature),
    onSettled: refresh,
  })
  return (
    <div>
      <BusyButton
        size="md"
        fullWidth
        variant="light"
        leftSection={<IconFlask size={18} />}
        busy={pay.isPending}
        loader
        onClick={() => pay.mutate()}
      >
        Pay with test funds
      </BusyButton>
      <Text size="xs" c="dimmed" ta="center" mt={4}>
        Test funds are worth nothing.
      </Text>
      <FieldError>{pay.error ? sentence(pay.error, FAILED) : undefined}</FieldError>
    </div>
  )
}
