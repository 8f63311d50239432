import { Stack, Title } from '@mantine/core'
import { paymentPageTexts } from '@purser/contract/payment-texts.ts'
import { useEmbedded } from '#app/use-embedded.ts'
import { ApprovedPanel } from '#features/payments/approved-panel.tsx'
import { PendingPanel } from '#features/payments/pending-panel.tsx'
import { useLivePayments } from '#features/payments/use-live-payments.ts'
import { useTitle } from '#ui/use-title.ts'

/** From payments that wait for approval to paid lines, on one page. */
export function PaymentDistributionPage() {
  useTitle('Payment Distribution')
  useLivePayments()
  const embedded = useEmbedded()
  return (
    <>
      <Title order={1} size="h3" mb="sm" {...(embedded ? { className: 'visually-hidden' } : {})}>
        Payment Distribution
      </Title>
      <Stack gap="md">
        <PendingPanel failure={paymentPageTexts.dataFailed} approveEach />
        <ApprovedPanel failure={paymentPageTexts.dataFailed} />
      </Stack>
    </>
  )
}
