import { readOutbox } from '@purser/contract/accounts.ts'
import { Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorBox } from '#ui/states/error-box.tsx'
import { PageSpinner } from '#ui/states/page-spinner.tsx'
import { DateTime } from '#ui/dates/date-time.tsx'
import { call } from '#wire/api.ts'
import { sentence } from '#wire/fault.ts'

/** Mails that the server stored instead of sending, newest first. */
export function OutboxList() {
  const [to, setTo] = useState('')
  const wanted = to.trim()
  const mails = useQuery({
    queryKey: ['outbox', wanted],
    queryFn: ({ signal }) => call(readOutbox, { query: wanted ? { to: wanted } : {}, signal }),
    refetchInterval: 3_000,
    placeholderData: (last) => last,
  })
  return (
    <Stack gap="md">
      <Group align="end">
        <TextInput
          type="email"
          label="Sent to"
          placeholder="Every address"
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          style={{ flex: 1 }}
        />
        <BusyButton variant="default" busy={mails.isRefetching} loader onClick={() => void mails.refetch()}>
          Refresh
        </BusyButton>
      </Group>
      {mails.isPending && <PageSpinner label="Loading mails" />}
      {mails.isError && (
        <ErrorBox
          message={sentence(mails.error, 'The mails could not be read.')}
          onRetry={() => void mails.refetch()}
        />
      )}
      {mails.data?.length === 0 && (
        <Text c="dimmed">No mails yet. Codes requested on the login page appear here.</Text>
      )}
      {mails.data?.map((mail) => (
        <Card key={`${mail.created_at} ${mail.to} ${mail.subject}`}>
          <Group justify="space-between" gap="xs">
            <Text fw={600}>{mail.subject}</Text>
            <Text size="sm" c="dimmed">
              <DateTime at={mail.created_at} />
            </Text>
          </Group>
          <Text size="sm" c="dimmed">
            {mail.to}
          </Text>
          <Text mt="sm" className="num" style={{ whiteSpace: 'pre-wrap' }}>
            {mail.text}
          </Text>
        </Card>
      ))}
    </Stack>
  )
}
