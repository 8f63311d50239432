import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { EmptyRows } from '#ui/states/list-states.tsx'
import { StaleNote } from '#ui/states/stale-note.tsx'

type Props = {
  query: {
    isError: boolean
    data: unknown
    dataUpdatedAt: number
    errorUpdatedAt: number
    isFetching: boolean
    refetch: () => unknown
  }
  text: string
}

/** The failure of a load, until it is dismissed or a load works; earlier data stays, with its time. */
export function LoadFailure({ query, text }: Props) {
  const [dismissed, setDismissed] = useState(0)
  if (!query.isError) return null
  const retry = (
    <BusyButton
      size="compact-sm"
      variant="default"
      busy={query.isFetching}
      loader
      onClick={() => void query.refetch()}
    >
      Retry
    </BusyButton>
  )
  if (dismissed === query.errorUpdatedAt)
    return query.data === undefined ? (
      <EmptyRows text="Nothing is loaded.">{retry}</EmptyRows>
    ) : (
      <StaleNote at={query.dataUpdatedAt} />
    )
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      mb="sm"
      icon={<IconAlertTriangle size={18} aria-hidden="true" />}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="var(--bad)">
          {text}
        </Text>
        <Group gap="xs">
          {retry}
          <Button size="compact-sm" variant="default" onClick={() => setDismissed(query.errorUpdatedAt)}>
            Dismiss
          </Button>
        </Group>
      </Group>
    </Alert>
  )
}
