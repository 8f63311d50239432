import { Stack, Title } from '@mantine/core'
import { paymentPageTexts } from '@purser/contract/payments/payment-texts.ts'
import { paths } from '#app/paths.ts'
import { useEmbedded } from '#app/use-embedded.ts'
import { ApprovedPanel } from '#features/payments/distribution/approved-panel.tsx'
import { PendingPanel } from '#features/payments/links/pending-panel.tsx'
import { useLivePayments } from '#features/payments/use-live-payments.ts'
import { Card } from '#ui/card.tsx'
import { LoadingRows } from '#ui/states/list-states.tsx'
import { useTitle } from '#ui/use-title.ts'
import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router'

/** Leads from payments that wait for approval to paid lines, on one page. */
export function PaymentDistributionPage() {
  useTitle('Payment Distribution')
  useLivePayments()
  const embedded = useEmbedded()
  const navigate = useNavigate()
  const [isPlaced, setPlaced] = useState(false)
  const place = useCallback(() => setPlaced(true), [])
  return (
    <>
      <Title order={1} size="h3" mb="sm" {...(embedded ? { className: 'visually-hidden' } : {})}>
        Payment Distribution
      </Title>
      <Stack gap="md">
        <PendingPanel
          failure={paymentPageTexts.dataFailed}
          approveEach
          onReady={place}
          // In the frame, the page around it has the generator.
          {...(embedded ? {} : { onGenerate: () => void navigate(paths.payments) })}
        />
        {isPlaced ? (
          <ApprovedPanel failure={paymentPageTexts.dataFailed} />
        ) : (
          <Card label="Approved Payments">
            <LoadingRows label="Loading approved payments" height={120} />
          </Card>
        )}
      </Stack>
    </>
  )
}
