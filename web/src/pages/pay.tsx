import { Skeleton, Stack } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { stateWords } from '#features/payments/payer/state-words.ts'
import { NetworkBadge, PayerView, UnknownPayment } from '#features/payments/payer/payer-view.tsx'
import css from '#features/payments/payer/payer.module.css'
import { type PaymentState, usePayment } from '#features/payments/payer/use-payment.ts'
import { ErrorBox } from '#ui/states/error-box.tsx'
import { useTitle } from '#ui/use-title.ts'
import { isDown, sentence } from '#wire/fault.ts'

/** The payer's page. It shows one payment, and nothing else of its owner. */
export function PayPage({ reference }: { reference: string }) {
  const payment = usePayment(reference)
  const { known, unknown } = payment
  useTitle(known ? stateWords(known.view).title : unknown ? 'Not found' : 'Payment')
  return (
    <div className={css.page}>
      <header className={css.bar}>
        <img src="/favicon.svg" alt="" width={24} height={24} />
        <span className={css.brand}>Purser</span>
        {known && !unknown && <NetworkBadge cluster={known.view.cluster} />}
      </header>
      <main className={`surface ${css.card}`}>
        {unknown ? (
          <UnknownPayment />
        ) : known ? (
          <>
            <Unanswered error={payment.error} />
            <PayerView known={known} payment={payment} />
          </>
        ) : payment.error ? (
          <ErrorBox
            title="The payment could not be loaded"
            message={sentence(payment.error, 'Please try again.')}
            onRetry={() => void payment.refresh()}
            retrying={payment.refreshing}
          />
        ) : (
          <Loading />
        )}
      </main>
    </div>
  )
}

/** The error above the last known state, which stays. */
function Unanswered({ error }: { error: PaymentState['error'] }) {
  return (
    <div role="status">
      {error && (
        <p className={`amber-note ${css.note}`}>
          {isDown(error)
            ? 'The server is not responding. This is the last known state, and a payment you have made is not lost. The page updates by itself.'
            : `${sentence(error, 'The server refused the last request.')} This is the last known state. The page updates by itself.`}
        </p>
      )}
    </div>
  )
}

function Loading() {
  return (
    <Stack role="status" aria-label="Loading the payment" align="center" gap="md">
      <Skeleton h={30} w={30} circle />
      <Skeleton h={34} w={180} />
      <Skeleton h={20} w={240} />
      <Skeleton className={css.code} />
    </Stack>
  )
}
