import { Button, Group, Stack, TextInput } from '@mantine/core'
import { COPY_FEEDBACK_MS } from '@purser/contract/limits.ts'
import type { Payment } from '@purser/contract/payments/payments.ts'
import { useEffect, useRef, useState } from 'react'
import { Card } from '#ui/card.tsx'
import { usdText } from '../payment-figures.ts'
import css from '../payments.module.css'
import { ReceivedLine } from '../received-line.tsx'
import { stateName } from '../payment-status.tsx'
import { usePayment } from '../use-payments.ts'
import { DateTime } from '#ui/dates/date-time.tsx'

type Props = { created: Payment; onAnother: () => void }

/** The created link, and its payment as it changes. */
export function CreatedLink({ created, onAnother }: Props) {
  const payment = usePayment(created.id).data ?? created
  return (
    <Card label="Payment link">
      <h2 className="section-title">Payment link</h2>
      <Stack gap="md" className={css.made ?? ''}>
        <LinkField link={payment.payment_link} />
        <dl className={css.facts}>
          <div>
            <dt>Amount</dt>
            <dd>{usdText(payment.amount_usd)} USD</dd>
          </div>
          <div>
            <dt>Status</dt>
            <dd>
              <span role="status">{stateName(payment.status)}</span>
            </dd>
          </div>
          <div>
            <dt>Reference ID</dt>
            <dd>{payment.reference_id}</dd>
          </div>
          <div>
            <dt>Created</dt>
            <dd>
              <DateTime at={payment.created_at} />
            </dd>
          </div>
          {payment.status === 'pending' && (
            <div>
              <dt>Can be paid until</dt>
              <dd>
                <DateTime at={payment.expires_at} />
              </dd>
            </div>
          )}
        </dl>
        <ReceivedLine payment={payment} />
        <Group gap="sm">
          <Button onClick={onAnother}>Generate Another Link</Button>
          <Button
            variant="default"
            component="a"
            href={payment.payment_link}
            target="_blank"
            rel="noopener noreferrer"
          >
            Test Payment Page
          </Button>
        </Group>
      </Stack>
    </Card>
  )
}

function LinkField({ link }: { link: string }) {
  const [copied, setCopied] = useState<boolean>()
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  // The form that had the focus is gone.
  useEffect(() => button.current?.focus(), [])
  useEffect(() => {
    if (copied === undefined) return
    const timer = setTimeout(() => setCopied(undefined), COPY_FEEDBACK_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      setCopied(true)
    } catch {
      // Selected, so that it can be copied by hand.
      field.current?.select()
      setCopied(false)
    }
  }
  return (
    <div className={css.link}>
      <TextInput
        ref={field}
        label="Payment link"
        readOnly
        value={link}
        description={copied === false ? 'The browser does not allow copying: it is selected.' : undefined}
        classNames={{ input: css.mono ?? '' }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button ref={button} variant="default" onClick={() => void copy()}>
        {copied ? 'Copied!' : 'Copy'}
      </Button>
    </div>
  )
}
