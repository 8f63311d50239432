import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useKeptFocus } from './use-kept-focus.ts'

type Props = { message: string; title?: string; onRetry?: () => void; retrying?: boolean }

/** The error state of a list or panel: the message, and Retry where that can help. */
export function ErrorBox({ message, title, onRetry, retrying = false }: Props) {
  // Retry has it again where that failed, too.
  const focus = useKeptFocus<HTMLDivElement>()
  return (
    <Alert
      {...focus}
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
          <Button size="compact-sm" variant="default" onClick={onRetry} loading={retrying}>
            Retry
          </Button>
        )}
      </Group>
    </Alert>
  )
}
