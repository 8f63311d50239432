import { Button, Group, Stack, Text } from '@mantine/core'
import { CopyButton } from '#ui/buttons/copy-button.tsx'
import css from '../payments.module.css'

type Props = { secret: string; onDone: () => void }

export function SecretOnce({ secret, onDone }: Props) {
  return (
    <Stack gap="md">
      <Text size="sm">
        It is shown this once. Keep it where your server checks the signature of each message: the header
        Purser-Signature holds a time and the HMAC-SHA256 over the time, a dot and the body.
      </Text>
      <Group gap={6} wrap="nowrap">
        <code className={css.mono}>{secret}</code>
        <CopyButton text={secret} label="Copy secret" />
      </Group>
      <Group justify="flex-end">
        <Button onClick={onDone} data-autofocus>
          I have kept it
        </Button>
      </Group>
    </Stack>
  )
}
