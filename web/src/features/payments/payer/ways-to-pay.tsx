import { Text } from '@mantine/core'
import type { PayerView } from '@purser/contract/payer.ts'
import { clockText, useCountdown } from '#ui/countdown.ts'
import css from './payer.module.css'
import { QuotePanel } from './quote-panel.tsx'
import { SentNote } from './sent-note.tsx'
import { isPayable } from './state-words.ts'
import { TestFunds } from './test-funds.tsx'
import type { PaymentState } from './use-payment.ts'
import { useSent } from './use-sent.ts'
import { WalletList } from './wallet-list.tsx'

/** Seconds before the end of the link from which on a payment may not become final in time. */
const CLOSE = 120

type Props = { view: PayerView; ahead: number; payment: PaymentState }

/** Nothing is asked for while something is on its way. */
export function WaysToPay({ view, ahead, payment }: Props) {
  const sent = useSent(view, ahead)
  // Both are counted by the server's clock.
  const linkLeft = useCountdown(Date.parse(view.expires_at) - ahead)
  const quoteLeft = useCountdown(view.quote ? Date.parse(view.quote.expires_at) - ahead : undefined)
  const over = view.state === 'paid' || view.state === 'arriving'
  if (sent.sent && !over) return <SentNote sent={sent.sent} onDismiss={sent.dismiss} />
  if (!isPayable(view)) return null
  if (linkLeft === 0)
    return (
      <p className={`amber-note ${css.note}`} role="status">
        The time of this link is over. Please do not pay it any more.
      </p>
    )
  const quoted = view.quote !== null && quoteLeft > 0
  return (
    <>
      {linkLeft <= CLOSE && (
        <p className={`amber-note ${css.note}`}>
          This link expires in <b className="num">{clockText(linkLeft)}</b>. A payment that is not final by
          then is late.
        </p>
      )}
      <QuotePanel view={view} ask={payment.quote} left={quoteLeft} />
      {quoted && (
        <>
          <Text component="div" className={css.or} aria-hidden="true">
            or
          </Text>
          <WalletList view={view} sent={sent} refresh={payment.refresh} />
          {view.test_payment && (
            <TestFunds reference={view.reference_id} sent={sent} refresh={payment.refresh} />
          )}
        </>
      )}
      <div role="status" className="visually-hidden">
        {view.quote !== null && quoteLeft === 0 && 'This quote is over.'}
      </div>
    </>
  )
}
