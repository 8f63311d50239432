import { codeNeeded } from '@purser/contract/fault-texts.ts'
import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { IconAlertTriangle } from '@tabler/icons-react'
import { deleteWallet, type Wallet } from '@purser/contract/wallets/wallets.ts'
import { useState } from 'react'
import { KeyCodeField, useKeyCode } from '#features/accounts/index.ts'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { CopyButton } from '#ui/buttons/copy-button.tsx'
import { toast } from '#ui/toast.ts'
import type { BodyOf } from '@purser/contract/endpoint.ts'
import { call } from '#wire/api.ts'
import { hasCode } from '#wire/fault.ts'
import { PrivateKey } from '../keys/private-key.tsx'
import { useWalletChange } from '../use-wallet-change.ts'
import { walletName } from '../view.ts'

type Props = {
  wallet: Wallet
  /** Its known holdings, such as '1.50 SOL'; the server decides. */
  holds: string | undefined
  onClose: () => void
  onDeleted: () => void
}

export function DeleteWalletModal({ wallet, holds, onClose, onDeleted }: Props) {
  const [understood, setUnderstood] = useState(false)
  const [typed, setTyped] = useState('')
  const keyCode = useKeyCode('delete')
  const [needsCode, setNeedsCode] = useState(false)
  /** The server has said so. It is not repeated once only a code is missing. */
  const [isFunded, setFunded] = useState(false)
  const change = useWalletChange(
    (body: NonNullable<BodyOf<typeof deleteWallet>>, key) =>
      call(deleteWallet, { params: { id: wallet.id }, body, key }).catch((cause: unknown) => {
        if (hasCode(cause, 'wallet_holds_funds')) setFunded(true)
        if (hasCode(cause, 'key_code_needed') && !needsCode) {
          setNeedsCode(true)
          void keyCode.send()
        }
        throw cause
      }),
    'Failed to delete wallet. Please try again.',
    (answer) => {
      toast(answer.message || 'The wallet was deleted.')
      onDeleted()
    },
  )
  const name = walletName(wallet)
  const funded = isFunded || holds !== undefined
  const remove = () =>
    change.run({
      acknowledged: true,
      ...(funded && typed.trim() !== '' ? { name: typed.trim() } : {}),
      ...(needsCode ? { code: keyCode.code.trim() } : {}),
    })
  return (
    <Dialog onClose={onClose} title="Delete Wallet">
      <Stack gap="md">
        <Group gap={8} wrap="nowrap" c="var(--bad)">
          <IconAlertTriangle size={18} aria-hidden="true" />
          <Text size="sm" fw={600}>
            Warning: This action cannot be undone!
          </Text>
        </Group>
        <div>
          <Text size="xs" c="dimmed">
            Wallet
          </Text>
          <Text size="sm" fw={550}>
            {name}
          </Text>
        </div>
        <div>
          <Text size="xs" c="dimmed">
            Public address
          </Text>
          <Group gap={4} wrap="nowrap">
            <Text size="sm" style={{ wordBreak: 'break-all' }}>
              {wallet.address}
            </Text>
            <CopyButton text={wallet.address} label="Copy address" />
          </Group>
        </div>
        <div>
          <Text size="xs" c="dimmed" mb={2}>
            Private key
          </Text>
          <PrivateKey wallet={wallet} />
        </div>
        {holds !== undefined && (
          <Text size="sm" c="var(--bad)" fw={550}>
            This wallet holds {holds}. Without its private key these funds are lost.
          </Text>
        )}
        <Checkbox
          label="I understand that deleting this wallet is permanent and I have saved the private key if needed."
          checked={understood}
          onChange={(event) => setUnderstood(event.currentTarget.checked)}
        />
        {funded && (
          <TextInput
            label={`Type the name of the wallet, ${name}, to delete it with its funds`}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        {needsCode && (
          <>
            <Text size="sm">{codeNeeded.delete}</Text>
            <KeyCodeField state={keyCode} busy={change.busy} />
          </>
        )}
        <FieldError>{hasCode(change.fault, 'key_code_needed') ? undefined : change.error}</FieldError>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={change.busy}>
            Cancel
          </Button>
          <BusyButton
            color="red.9"
            busy={change.busy}
            disabled={
              !understood || (funded && typed.trim() !== name) || (needsCode && keyCode.code.trim() === '')
            }
            onClick={remove}
          >
            {change.busy ? 'Deleting...' : 'Delete Wallet'}
          </BusyButton>
        </Group>
      </Stack>
    </Dialog>
  )
}
