import { Stack, Text } from '@mantine/core'
import { codeNeeded } from '@purser/contract/fault-texts.ts'
import { REVEAL_SECONDS } from '@purser/contract/limits.ts'
import type { Wallet } from '@purser/contract/wallets/wallets.ts'
import { KeyCodeField } from '#features/accounts/index.ts'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { RevealedKey } from './revealed-key.tsx'
import { useReveal } from './use-reveal.ts'

/** Shows a private key for thirty seconds. The key is only in this component's state. */
export function RevealKeyModal({ wallet, onClose }: { wallet: Wallet; onClose: () => void }) {
  const reveal = useReveal(wallet.address, 'Failed to fetch wallet private key')
  return (
    <Dialog onClose={onClose} title={`Private key of ${wallet.name}`}>
      <Stack gap="md">
        <Text size="sm">
          Anyone with this key controls the funds of this wallet. Every reveal is recorded. It is hidden after{' '}
          {REVEAL_SECONDS} seconds.
        </Text>
        {reveal.needsCode && (
          <>
            <Text size="sm">{codeNeeded.reveal}</Text>
            <KeyCodeField state={reveal.keyCode} busy={reveal.busy} />
          </>
        )}
        <FieldError>{reveal.error}</FieldError>
        {reveal.key !== undefined ? (
          <RevealedKey text={reveal.key} />
        ) : (
          <BusyButton color="red.9" busy={reveal.busy} disabled={!reveal.mayReveal} onClick={reveal.reveal}>
            {reveal.busy ? 'Revealing...' : 'Reveal private key'}
          </BusyButton>
        )}
        {reveal.key !== undefined && (
          <Text size="sm" c="dimmed" className="num">
            Hides in {reveal.left} s
          </Text>
        )}
      </Stack>
    </Dialog>
  )
}
