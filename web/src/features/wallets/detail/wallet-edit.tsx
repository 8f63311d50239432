import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import type { BodyOf } from '@purser/contract/endpoint.ts'
import { NAME_MAX } from '@purser/contract/limits.ts'
import { updateWallet, type Wallet } from '@purser/contract/wallets/wallets.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { call } from '#wire/api.ts'
import { hasCode } from '#wire/fault.ts'
import { useWalletChange } from '../use-wallet-change.ts'
import { walletKey } from '../use-wallets.ts'

/** Name and default of a wallet. Changes that another tab has saved since are reported, not overwritten. */
export function WalletEdit({ wallet, onClose }: { wallet: Wallet; onClose: () => void }) {
  const client = useQueryClient()
  const [opened, setOpened] = useState(wallet)
  const [name, setName] = useState(wallet.name)
  const [isDefault, setDefault] = useState(wallet.is_default)
  const change = useWalletChange(
    (body: BodyOf<typeof updateWallet>, key) => call(updateWallet, { params: { id: wallet.id }, body, key }),
    'Failed to update wallet.',
    (fresh) => {
      client.setQueryData(walletKey(fresh.id), fresh)
      onClose()
    },
  )
  const stale = hasCode(change.fault, 'changed_meanwhile')
  const again = useRef<HTMLButtonElement>(null)
  // Save cannot be pressed again: the focus moves here.
  useEffect(() => {
    if (stale) again.current?.focus()
  }, [stale])
  const reload = async () => {
    await client.invalidateQueries({ queryKey: walletKey(wallet.id) })
    const fresh = client.getQueryData<Wallet>(walletKey(wallet.id))
    if (!fresh) return
    setOpened(fresh)
    setName(fresh.name)
    setDefault(fresh.is_default)
    change.clear()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '' || change.busy) return
    change.run({
      name: name.trim(),
      ...(isDefault && !opened.is_default ? { is_default: true } : {}),
      updated_at: opened.updated_at,
    })
  }
  return (
    <form onSubmit={submit} aria-label="Edit wallet" noValidate>
      <Stack gap="sm">
        <TextInput
          label="Name"
          maxLength={NAME_MAX}
          value={name}
          error={name.trim() === '' ? 'The name must not be empty' : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Checkbox
          label="Default wallet"
          checked={isDefault}
          disabled={opened.is_default}
          description={
            opened.is_default
              ? 'One wallet must always be the default. Set another wallet as the default instead.'
              : undefined
          }
          onChange={(event) => setDefault(event.currentTarget.checked)}
        />
        <FieldError>{change.error}</FieldError>
        <Group gap="sm">
          {stale && (
            <Button ref={again} variant="default" onClick={() => void reload()}>
              Reload
            </Button>
          )}
          <BusyButton type="submit" busy={change.busy} disabled={stale}>
            {change.busy ? 'Saving...' : 'Save'}
          </BusyButton>
          <Button variant="default" disabled={change.busy} onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
