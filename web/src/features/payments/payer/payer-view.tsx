import { Badge, Button, Text } from '@mantine/core'
import type { PayerView as View } from '@purser/contract/payments/payer.ts'
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react'
import { CopyButton } from '#ui/buttons/copy-button.tsx'
import { shortAddress } from '#ui/formats/short-address.ts'
import css from './payer.module.css'
import { PaidSummary } from './paid-summary.tsx'
import { Receipts } from './receipts.tsx'
import { StateHead } from './state-head.tsx'
import { isPayable, issueTexts, returnLink, timeText } from './state-words.ts'
import type { Known, PaymentState } from './use-payment.ts'
import { WaysToPay } from './ways-to-pay.tsx'

type Props = { known: Known; payment: PaymentState }

/** One payment for its payer: the amount due, the ways to pay it, and the receipts. */
export function PayerView({ known, payment }: Props) {
  const { view, ahead } = known
  return (
    <>
      <StateHead view={view} />
      {issueTexts(view).map((text) => (
        <p key={text} className={`amber-note ${css.note}`}>
          {text}
        </p>
      ))}
      <WaysToPay view={view} ahead={ahead} payment={payment} />
      {view.state === 'paid' && <PaidSummary view={view} />}
      {/* It is below the quote, once that has come. */}
      {(!isPayable(view) || view.quote !== null || payment.quote.failed) && (
        <>
          <Receipts view={view} />
          <After view={view} />
          <Foot view={view} />
        </>
      )}
    </>
  )
}

function After({ view }: { view: View }) {
  const back = returnLink(view.return_url, window.location.origin)
  const paid = view.state === 'paid'
  if (!back && !paid) return null
  return (
    <div className={css.after}>
      {back && (
        <Button
          component="a"
          href={back.href}
          rel="noopener noreferrer"
          size="md"
          fullWidth
          leftSection={<IconArrowLeft size={18} />}
        >
          Return to {back.host}
        </Button>
      )}
      {paid && (
        <Button
          size="md"
          fullWidth
          variant="default"
          leftSection={<IconPrinter size={18} />}
          onClick={() => window.print()}
        >
          Print receipt
        </Button>
      )}
    </div>
  )
}

function Foot({ view }: { view: View }) {
  return (
    <footer className={css.foot}>
      {view.state !== 'paid' && view.state !== 'expired' && (
        <Text size="xs" c="dimmed">
          This link can be paid until {timeText(view.expires_at)}. It must be finalized by then.
        </Text>
      )}
      <Text size="xs" c="dimmed" component="div" className={css.reference}>
        Reference <span title={view.reference_id}>{shortAddress(view.reference_id)}</span>
        <CopyButton text={view.reference_id} label="Copy reference" />
      </Text>
    </footer>
  )
}

/** Names the network; a test network cannot be mistaken for real money. */
export function NetworkBadge({ cluster }: { cluster: View['cluster'] }) {
  if (cluster === 'mainnet-beta')
    return (
      <Badge variant="filled" color="#b42318" size="sm" tt="none">
        mainnet-beta
      </Badge>
    )
  return (
    <Badge variant="default" size="sm" tt="none" className={css.badge}>
      {cluster}: test network, no real money
    </Badge>
  )
}

/** Shown for a link that nobody has created. */
export function UnknownPayment() {
  return (
    <div className={css.unknown}>
      <h1 className={css.title}>There is no payment at this address</h1>
      <Text size="sm" c="dimmed">
        Please check the link, or ask whoever sent it to you.
      </Text>
    </div>
  )
}
