import { Stack, Text, Title } from '@mantine/core'
import { OutboxList } from '#features/accounts/outbox-list.tsx'
import { useTitle } from '#ui/use-title.ts'

export function OutboxPage() {
  useTitle('Outbox')
  return (
    <Stack gap="md" maw={760} mx="auto">
      <div>
        <Title order={1} size="h3">
          Outbox
        </Title>
        <Text size="sm" c="dimmed">
          No mail server configured: mails are stored here, on this machine only.
        </Text>
      </div>
      <OutboxList />
    </Stack>
  )
}
