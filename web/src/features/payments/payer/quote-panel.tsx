import { Anchor, Button, Skeleton, Text } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import type { PayerView } from '@purser/contract/payments/payer.ts'
import { IconClock, IconWallet } from '@tabler/icons-react'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { clockText } from '#ui/dates/countdown.ts'
import { FieldError } from '#ui/fields/field-error.tsx'
import { CopyButton } from '#ui/buttons/copy-button.tsx'
import { sentence } from '#wire/fault.ts'
import { exact, lamports, sol, usdRound, usdUp } from './amounts.ts'
import css from './payer.module.css'
import { QrCode } from './qr-code.tsx'
import type { PaymentState } from './use-payment.ts'

type Quote = NonNullable<PayerView['quote']>
/** Seconds before its end from which on the quote's end is highlighted. */
const SOON = 60
const QUOTE_FAILED = 'There is no quote at the moment. Please try again.'

type Props = { view: PayerView; ask: PaymentState['quote']; left: number }

/** The amount to pay in SOL, while the quote holds, and the code and link that pay it with a wallet elsewhere. */
export function QuotePanel({ view, ask, left }: Props) {
  const { quote } = view
  if (quote === null) return <NoQuote ask={ask} />
  if (left === 0) return <QuoteOver ask={ask} />
  const soon = left <= SOON
  return (
    <>
      <div className={css.figure}>
        <span className={`num ${css.sol}`}>{sol(quote.amount_sol)}</span>
        <CopyButton text={exact(quote.amount_sol)} label="Copy amount" />
      </div>
      <Text size="sm" c="dimmed" ta="center">
        for {usdUp(quote.amount_usd)} at {usdRound(quote.exchange_rate)} per SOL
      </Text>
      <p className={css.holds} data-soon={soon || undefined}>
        <IconClock size={16} aria-hidden="true" />
        <span role="timer" aria-live="off">
          Rate locked for <b className="num">{clockText(left)}</b>
        </span>
      </p>
      <LeastNote view={view} quote={quote} />
      <div className={css.elsewhere}>
        <QrCode
          text={quote.url}
          label={`QR code for a Solana wallet: pay ${sol(quote.amount_sol)} to ${view.recipient}`}
        />
        <Button
          component="a"
          href={quote.url}
          size="md"
          fullWidth
          variant="default"
          leftSection={<IconWallet size={18} />}
        >
          Open in wallet
        </Button>
      </div>
      <ByHand recipient={view.recipient} url={quote.url} />
    </>
  )
}

function NoQuote({ ask }: { ask: Props['ask'] }) {
  if (ask.failed)
    return (
      <div className={css.over}>
        <FieldError>{ask.error ? sentence(ask.error, QUOTE_FAILED) : QUOTE_FAILED}</FieldError>
        <BusyButton onClick={ask.ask} busy={ask.busy} loader>
          Get a quote
        </BusyButton>
      </div>
    )
  return (
    <div role="status" aria-label="Loading the quote">
      <Skeleton h={38} w={200} mx="auto" mb={12} />
      <Skeleton className={css.code} />
    </div>
  )
}

function QuoteOver({ ask }: { ask: Props['ask'] }) {
  return (
    <div className={css.over}>
      <strong>This quote has expired</strong>
      <Text size="sm">
        Do not pay it: a payment now counts at the rate of its own time, which may be too little.
      </Text>
      <BusyButton onClick={ask.ask} busy={ask.busy} loader size="md">
        Get a new quote
      </BusyButton>
      <FieldError>{ask.error ? sentence(ask.error, QUOTE_FAILED) : undefined}</FieldError>
    </div>
  )
}

function LeastNote({ view, quote }: { view: PayerView; quote: Quote }) {
  if (view.least_sol === null) return null
  const enough = lamports(quote.amount_sol) >= lamports(view.least_sol)
  return enough ? (
    <Text size="sm" c="dimmed" ta="center">
      Pay it in one piece: the first payment to this address must be at least {sol(view.least_sol)}.
    </Text>
  ) : (
    <div className={`amber-note ${css.note}`}>
      This amount cannot be sent yet: the first payment to this address must be at least {sol(view.least_sol)}
      . Please ask the receiver, or pay that much and ask for the difference.
    </div>
  )
}

/** For wallets that take neither the code nor the link. */
function ByHand({ recipient, url }: { recipient: string; url: string }) {
  return (
    <div className={css.byHand}>
      <div className={css.copied}>
        <span>Address</span>
        <span className={css.address}>{recipient}</span>
        <CopyButton text={recipient} label="Copy address" />
      </div>
      <div className={css.copied}>
        <span>Payment link</span>
        <Anchor href={url} size="sm" underline="always" className={css.url}>
          {url}
        </Anchor>
        <CopyButton text={url} label="Copy payment link" />
      </div>
      <Text size="xs" c="dimmed">
        Pay with the QR code or link so your payment is matched. SOL sent to the bare address must be matched
        by hand.
      </Text>
    </div>
  )
}
