import { Group, Text, TextInput } from '@mantine/core'
import { exportDistributions, exportPayments } from '@purser/contract/payments/payment-distributions.ts'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { Card } from '#ui/card.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { saveFile } from '#ui/save-file.ts'
import { call } from '#wire/api.ts'
import { sentence } from '#wire/fault.ts'
import css from './payments.module.css'

type What = 'payments' | 'distributions'
const endpoints = { payments: exportPayments, distributions: exportDistributions } as const

/** The files for accounting, by days of UTC. */
export function ExportCard() {
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const running = useRef(false)
  const file = useMutation({
    mutationFn: (what: What) =>
      call(endpoints[what], {
        query: { ...(from === '' ? {} : { from }), ...(to === '' ? {} : { to }) },
      }),
    onSuccess: ({ filename, bytes }) => saveFile(filename, bytes, exportPayments.file ?? ''),
    onSettled: () => {
      running.current = false
    },
  })
  const begin = (what: What) => {
    // A second click before the first is on screen.
    if (running.current) return
    running.current = true
    file.mutate(what)
  }
  const backwards = from !== '' && to !== '' && from > to
  const button = (what: What, text: string) => (
    <BusyButton variant="default" busy={file.isPending} disabled={backwards} onClick={() => begin(what)}>
      {file.isPending && file.variables === what ? 'Exporting...' : text}
    </BusyButton>
  )
  return (
    <Card label="Export">
      <h2 className="section-title">Export</h2>
      <Text size="sm" c="dimmed" mb="sm">
        For accounting, as CSV: payments with what they received, and distributions with refunds. Without
        days, everything.
      </Text>
      <div className={css.days}>
        <TextInput
          type="date"
          label="From (UTC)"
          value={from}
          error={backwards ? 'Start date is after end date.' : undefined}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label="To (UTC)"
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
      </div>
      <Group gap="sm" mt="sm">
        {button('payments', 'Export payments')}
        {button('distributions', 'Export distributions and refunds')}
      </Group>
      {/* Not a toast, which could cover the other button. */}
      <Text size="sm" c="dimmed" mt={6} role="status">
        {file.data && `${file.data.filename} was downloaded.`}
      </Text>
      <FieldError>
        {file.isError ? sentence(file.error, 'The file could not be exported.') : undefined}
      </FieldError>
    </Card>
  )
}
