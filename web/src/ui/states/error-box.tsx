import { Alert, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { BusyButton } from '../buttons/busy-button.tsx'

type Props = { message: string; title?: string; onRetry?: () => void; retrying?: boolean }

/** The error state of a list or panel: the message, and Retry if that can help. */
export function ErrorBox({ message, title, onRetry, retrying = false }: Props) {
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      icon={<IconAlertTriangle size={18} />}
      {...(title ? { title } : {})}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="var(--bad)">
          {message}
        </Text>
        {onRetry && (
          <BusyButton size="compact-sm" variant="default" onClick={onRetry} busy={retrying} loader>
            Retry
          </BusyButton>
        )}
      </Group>
    </Alert>
  )
}
