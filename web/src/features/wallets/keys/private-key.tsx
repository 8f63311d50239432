import { codeNeeded } from '@purser/contract/fault-texts.ts'
import { Button, Group, Stack, Text } from '@mantine/core'
import type { Wallet } from '@purser/contract/wallets/wallets.ts'
import { KeyCodeField } from '#features/accounts/index.ts'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { RevealedKey } from './revealed-key.tsx'
import { useReveal } from './use-reveal.ts'

/** The private key behind Show; hides after thirty seconds, or with 'Hide now'. */
export function PrivateKey({ wallet }: { wallet: Wallet }) {
  const reveal = useReveal(wallet.address, 'Failed to load private key.')
  if (reveal.key !== undefined)
    return (
      <Stack gap={6}>
        <RevealedKey text={reveal.key} />
        <Group gap="sm">
          <Button size="compact-sm" variant="default" onClick={reveal.hide}>
            Hide now
          </Button>
          <Text size="sm" c="dimmed" className="num">
            Hides in {reveal.left} s
          </Text>
        </Group>
      </Stack>
    )
  return (
    <Stack gap={6} align="flex-start">
      {reveal.needsCode && (
        <>
          <Text size="sm">{codeNeeded.reveal}</Text>
          <KeyCodeField state={reveal.keyCode} busy={reveal.busy} />
        </>
      )}
      <Group gap="sm">
        <span aria-hidden="true">••••••••••••</span>
        <BusyButton
          size="compact-sm"
          variant="default"
          aria-label="Show private key"
          busy={reveal.busy}
          disabled={!reveal.mayReveal}
          onClick={reveal.reveal}
        >
          {reveal.busy ? 'Loading...' : 'Show'}
        </BusyButton>
      </Group>
      <FieldError>{reveal.error}</FieldError>
    </Stack>
  )
}
