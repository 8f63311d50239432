import { Button, Stack, TextInput } from '@mantine/core'
import { createPaymentLink, type Payment } from '@purser/contract/payments/payments.ts'
import { paymentTexts } from '@purser/contract/payments/payment-texts.ts'
import { EMAIL_MAX, NAME_MAX, PAYMENT_MIN_USD, RETURN_URL_MAX } from '@purser/contract/limits.ts'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { Card } from '#ui/card.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { Selector } from '#ui/fields/selector.tsx'
import { call } from '#wire/api.ts'
import { sentence, WireFault } from '#wire/fault.ts'
import {
  EMPTY_LINK,
  type LinkDraft,
  type LinkField,
  type LinkRequest,
  problemsIn,
  readLink,
} from './link-draft.ts'
import { CreatedLink } from './created-link.tsx'
import css from '../payments.module.css'
import { usePaymentChange } from '../use-payment-change.ts'

const LIVES = [
  { value: '15', label: '15 minutes' },
  { value: '60', label: '1 hour' },
  { value: '1440', label: '24 hours' },
  { value: '10080', label: '7 days' },
  { value: '43200', label: '30 days' },
]

/** Creates a payment link over an amount in USD. */
export function LinkGenerator() {
  const [draft, setDraft] = useState(EMPTY_LINK)
  const [problems, setProblems] = useState<Partial<Record<LinkField, string>>>({})
  const [advanced, setAdvanced] = useState(false)
  const [created, setCreated] = useState<Payment>()
  const [again, setAgain] = useState(false)
  const amountField = useRef<HTMLInputElement>(null)
  // The button that led back here is gone.
  useEffect(() => {
    if (again) amountField.current?.focus()
  }, [again])
  const change = usePaymentChange(
    (body: LinkRequest, key) => call(createPaymentLink, { body, key }),
    (payment) => {
      setCreated(payment)
      setAgain(false)
    },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (change.isPending) return
    const read = readLink(draft)
    setProblems('problems' in read ? read.problems : {})
    if ('problems' in read) {
      // A problem of a folded field is shown, too.
      if (read.problems.tolerance !== undefined) setAdvanced(true)
      return
    }
    change.mutate(read.request, {
      onError: (error) => {
        const found = error instanceof WireFault ? problemsIn(error.details) : {}
        setProblems(found)
        if (found.returnUrl ?? found.minutes ?? found.tolerance) setAdvanced(true)
      },
    })
  }
  if (created)
    return (
      <CreatedLink
        created={created}
        onAnother={() => {
          setCreated(undefined)
          setDraft(EMPTY_LINK)
          setAgain(true)
          change.reset()
        }}
      />
    )
  const edit = (part: Partial<LinkDraft>) => {
    setDraft({ ...draft, ...part })
    setProblems({})
    change.reset()
  }
  const placed = Object.keys(problems).length > 0
  return (
    <Card label="Payment Generator">
      <h2 className="section-title">Payment Generator</h2>
      <form onSubmit={submit} noValidate className={css.form}>
        <Stack gap="md">
          <TextInput
            ref={amountField}
            label="Amount (USD)"
            description="Amount due, paid in SOL at the current rate."
            type="number"
            required
            min={PAYMENT_MIN_USD}
            step="0.01"
            inputMode="decimal"
            autoComplete="off"
            placeholder="0.00"
            classNames={{ input: 'num' }}
            value={draft.amount}
            error={problems.amount}
            onChange={(event) => edit({ amount: event.currentTarget.value })}
          />
          <TextInput
            label="Customer email (optional)"
            description="We email a receipt."
            type="email"
            autoComplete="off"
            spellCheck={false}
            maxLength={EMAIL_MAX}
            value={draft.email}
            error={problems.email}
            onChange={(event) => edit({ email: event.currentTarget.value })}
          />
          <TextInput
            label="Customer name (optional)"
            autoComplete="off"
            maxLength={NAME_MAX}
            value={draft.name}
            error={problems.name}
            onChange={(event) => edit({ name: event.currentTarget.value })}
          />
          <div>
            <Button
              variant="subtle"
              size="compact-sm"
              aria-expanded={advanced}
              leftSection={
                advanced ? (
                  <IconChevronDown size={15} aria-hidden="true" />
                ) : (
                  <IconChevronRight size={15} aria-hidden="true" />
                )
              }
              onClick={() => setAdvanced(!advanced)}
            >
              Advanced
            </Button>
          </div>
          {advanced && <AdvancedFields draft={draft} problems={problems} onChange={edit} />}
          <FieldError>
            {change.isError && !placed ? sentence(change.error, paymentTexts.createFailed) : undefined}
          </FieldError>
          <div>
            <BusyButton type="submit" busy={change.isPending}>
              {change.isPending ? 'Generating...' : 'Generate Payment Link'}
            </BusyButton>
          </div>
        </Stack>
      </form>
    </Card>
  )
}

type FieldsProps = {
  draft: LinkDraft
  problems: Partial<Record<LinkField, string>>
  onChange: (part: Partial<LinkDraft>) => void
}

function AdvancedFields({ draft, problems, onChange }: FieldsProps) {
  return (
    <div className={css.advanced}>
      <TextInput
        className={css.wide ?? ''}
        label="Return URL"
        description="Where the payer returns to: an https address, or a page of this console"
        placeholder="https://"
        autoComplete="off"
        spellCheck={false}
        maxLength={RETURN_URL_MAX}
        value={draft.returnUrl}
        error={problems.returnUrl}
        onChange={(event) => onChange({ returnUrl: event.currentTarget.value })}
      />
      <Selector
        label="The link can be paid for"
        value={draft.minutes}
        options={LIVES}
        onChange={(minutes) => onChange({ minutes })}
      />
      <TextInput
        label="Tolerance (%)"
        placeholder="As in the settings"
        inputMode="decimal"
        autoComplete="off"
        value={draft.tolerance}
        error={problems.tolerance}
        onChange={(event) => onChange({ tolerance: event.currentTarget.value })}
      />
    </div>
  )
}
