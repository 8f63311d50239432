import { Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import {
  changePaymentSettings,
  getPaymentSettings,
  type PaymentSettings,
} from '@purser/contract/payments/payments.ts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type * as z from 'zod/mini'
import { Address } from '#ui/formats/address.tsx'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { Card } from '#ui/card.tsx'
import { QueryError } from '#ui/states/query-error.tsx'
import { toast } from '#ui/toast.ts'
import { call } from '#wire/api.ts'
import { sentence } from '#wire/fault.ts'
import { ExportCard } from './export-card.tsx'
import { plainText } from './payment-figures.ts'
import { isTolerance, TOLERANCE_TEXT } from './links/link-draft.ts'
import css from './payments.module.css'
import { usePaymentChange } from './use-payment-change.ts'
import { paymentsKey } from './use-payments.ts'
import { WebhooksCard } from './webhooks/webhooks-card.tsx'

/** The defaults of new links, files for accounting, and webhooks. */
export function SettingsTab() {
  const query = useQuery({
    queryKey: [...paymentsKey, 'settings'],
    queryFn: ({ signal }) => call(getPaymentSettings, { signal }),
  })
  return (
    <Stack gap="md">
      <Card label="New links">
        <h2 className="section-title">New links</h2>
        {query.isPending && (
          <Skeleton className={css.settingsWaiting ?? ''} role="status" aria-label="Loading the settings" />
        )}
        <QueryError query={query} fallback="Failed to load the settings of payments" />
        {query.data && <LinkSettings key={query.data.tolerance_percent} settings={query.data} />}
      </Card>
      <ExportCard />
      <WebhooksCard />
    </Stack>
  )
}

function LinkSettings({ settings }: { settings: z.infer<typeof PaymentSettings> }) {
  const stored = plainText(settings.tolerance_percent)
  const [typed, setTyped] = useState(stored)
  const [problem, setProblem] = useState<string>()
  const change = usePaymentChange(
    (tolerance: string, key) => call(changePaymentSettings, { body: { tolerance_percent: tolerance }, key }),
    () => toast('The tolerance was saved.'),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const tolerance = typed.trim()
    const valid = isTolerance(tolerance)
    setProblem(valid ? undefined : TOLERANCE_TEXT)
    if (valid && !change.isPending) change.mutate(tolerance)
  }
  const failed = change.isError ? sentence(change.error, 'Failed to save the tolerance') : undefined
  const { wallet } = settings
  return (
    <form onSubmit={submit} noValidate className={css.form}>
      <Stack gap="md">
        <div className={css.link}>
          <TextInput
            label="Tolerance (%)"
            description="A payment that is short by at most this much counts as paid"
            inputMode="decimal"
            autoComplete="off"
            classNames={{ input: 'num' }}
            value={typed}
            error={problem ?? failed}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              setProblem(undefined)
              change.reset()
            }}
          />
          <BusyButton
            type="submit"
            variant="default"
            busy={change.isPending}
            disabled={typed.trim() === stored}
          >
            {change.isPending ? 'Saving...' : 'Save'}
          </BusyButton>
        </div>
        <div className={css.collection}>
          <Text size="sm" fw={500}>
            Collection wallet
          </Text>
          {wallet === null ? (
            <Text size="sm" c="dimmed">
              The first link makes a wallet named “Payments”, in which everything is collected.
            </Text>
          ) : (
            <Group gap="xs" fz="sm">
              <span>{wallet.name}</span>
              <Address value={wallet.address} what="address of the collection wallet" />
            </Group>
          )}
        </div>
      </Stack>
    </form>
  )
}
