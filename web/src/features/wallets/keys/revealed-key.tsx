import { Group, Text } from '@mantine/core'
import { CopyButton } from '#ui/buttons/copy-button.tsx'

/** A private key in plain text, with a copy button. */
export function RevealedKey({ text }: { text: string }) {
  return (
    <Group gap="xs" wrap="nowrap" align="start">
      <Text ff="monospace" size="sm" style={{ wordBreak: 'break-all' }} data-testid="private-key">
        {text}
      </Text>
      <CopyButton text={text} label="Copy private key" />
    </Group>
  )
}
