import type { PayerView } from '@purser/contract/payments/payer.ts'
import type { ReactNode } from 'react'
import { clockText, useCountdown } from '#ui/dates/countdown.ts'
import css from './payer.module.css'
import { QuotePanel } from './quote-panel.tsx'
import { SentNote } from './sent-note.tsx'
import { isPayable } from './state-words.ts'
import { TestFunds } from './test-funds.tsx'
import type { PaymentState } from './use-payment.ts'
import { type SentState, useSent } from './use-sent.ts'
import { WalletList } from './wallet-list.tsx'

/** Seconds before the end of the link from which on a payment may not become final in time. */
const CLOSE = 120
const LINK_OVER = 'This link has expired. Please do not pay it.'

type Props = { view: PayerView; ahead: number; payment: PaymentState }

/** Nothing is requested while something is on its way. */
export function WaysToPay({ view, ahead, payment }: Props) {
  const state = useSent(view)
  // Both are counted by the server's clock.
  const linkLeft = useCountdown(Date.parse(view.expires_at) - ahead)
  const quoteLeft = useCountdown(view.quote ? Date.parse(view.quote.expires_at) - ahead : undefined)
  const payable = isPayable(view)
  const sent = payable || view.state === 'expired' ? state.sent : undefined
  if (sent)
    return (
      <LiveStatus text={sent.signature === null ? 'It may have been sent.' : 'Sent. Do not pay again.'}>
        <SentNote sent={sent} onDismiss={state.dismiss} />
      </LiveStatus>
    )
  if (!payable) return null
  if (linkLeft === 0)
    return (
      <LiveStatus text={LINK_OVER}>
        <p className={`amber-note ${css.note}`}>{LINK_OVER}</p>
      </LiveStatus>
    )
  return (
    <LiveStatus text={view.quote !== null && quoteLeft === 0 ? 'This quote has expired.' : ''}>
      {linkLeft <= CLOSE && (
        <p className={`amber-note ${css.note}`}>
          This link expires in <b className="num">{clockText(linkLeft)}</b>. A payment that is not final by
          then is late.
        </p>
      )}
      <QuotePanel view={view} ask={payment.quote} left={quoteLeft} />
      {view.quote !== null && quoteLeft > 0 && <Here view={view} sent={state} payment={payment} />}
    </LiveStatus>
  )
}

/** The same element in every state: screen readers read out its text when it changes. */
function LiveStatus({ text, children }: { text: string; children: ReactNode }) {
  return (
    <>
      <div role="status" className="visually-hidden">
        {text}
      </div>
      {children}
    </>
  )
}

/** The ways to pay on this page itself. */
function Here({ view, sent, payment }: { view: PayerView; sent: SentState; payment: PaymentState }) {
  return (
    <>
      <div className={css.or} aria-hidden="true">
        or
      </div>
      <WalletList view={view} sent={sent} refresh={payment.refresh} />
      {view.test_payment && <TestFunds reference={view.reference_id} sent={sent} refresh={payment.refresh} />}
    </>
  )
}
