import { Button, Group, Text } from '@mantine/core'
import { WALLET_IDS_MAX } from '@purser/contract/limits.ts'
import { addToGroup, removeFromGroup } from '@purser/contract/wallets/wallet-groups.ts'
import type { Wallet, WalletGroup } from '@purser/contract/wallets/wallets.ts'
import { useState } from 'react'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { Selector } from '#ui/fields/selector.tsx'
import { toast } from '#ui/toast.ts'
import { call } from '#wire/api.ts'
import { chunked } from '#wire/chunked.ts'
import { groupOptions } from '../groups/group-choice.ts'
import { useWalletChange } from '../use-wallet-change.ts'
import type { View } from '../view.ts'
import css from './bulk-bar.module.css'

type Membership = typeof addToGroup | typeof removeFromGroup
type Input = { id: number; walletIds: number[] }

/** Sends one membership change, in chunks as large as the server accepts. */
async function each(endpoint: Membership, { id, walletIds }: Input, key: string): Promise<void> {
  let part = 0
  for (const chunk of chunked(walletIds, WALLET_IDS_MAX))
    await call(endpoint, { params: { id }, body: { walletIds: chunk }, key: `${key}-${id}-${part++}` })
}

type Props = {
  view: View
  groups: WalletGroup[]
  ticked: Wallet[]
  onAll: () => void
  onNone: () => void
  onExport: () => void
}

/** Actions on several wallets. */
export function BulkBar({ view, groups, ticked, onAll, onNone, onExport }: Props) {
  const [target, setTarget] = useState('')
  const done = (text: string) => {
    toast(text)
    onNone()
  }
  const walletIds = ticked.map((wallet) => wallet.id)
  const chosen = groups.find((group) => String(group.id) === target)
  // The group to remove them from: the open group, else the chosen one.
  const source = typeof view === 'number' ? groups.find((group) => group.id === view) : chosen
  const move = useWalletChange(
    async (input: Input, key) => {
      // Add before remove: a failure in between leaves a wallet in both groups, never in none.
      await each(addToGroup, input, `${key}-in`)
      for (const group of groups) {
        if (group.id === input.id || (typeof view === 'number' && group.id !== view)) continue
        const inside = ticked.filter((w) => w.groups.some((g) => g.id === group.id)).map((w) => w.id)
        if (inside.length > 0) await each(removeFromGroup, { id: group.id, walletIds: inside }, `${key}-out`)
      }
    },
    'Failed to move wallets. Please try again.',
    () => done('Wallets moved.'),
  )
  const add = useWalletChange(
    (input: Input, key) => each(addToGroup, input, key),
    'Failed to add wallets to group. Please try again.',
    () => done('Wallets added to the group.'),
  )
  const remove = useWalletChange(
    (input: Input, key) => each(removeFromGroup, input, key),
    'Failed to remove wallets from group. Please try again.',
    () => done('Wallets removed from the group.'),
  )
  const busy = move.busy || add.busy || remove.busy
  const button = { size: 'compact-sm', variant: 'default', busy } as const
  const none = walletIds.length === 0
  const act = (change: typeof move, group: WalletGroup | undefined) => {
    for (const other of [move, add, remove]) other.clear()
    if (group) change.run({ id: group.id, walletIds })
  }
  return (
    <div role="group" aria-label="Selected wallets" className={css.bar}>
      <Group gap="xs">
        <Text size="sm" fw={550} className="num" role="status">
          {walletIds.length.toLocaleString('en')} selected
        </Text>
        <Button size="compact-sm" variant="default" onClick={onAll}>
          Select all
        </Button>
        <Button size="compact-sm" variant="default" disabled={none} onClick={onNone}>
          Select none
        </Button>
        <Selector
          label="Group"
          hideLabel
          value={target}
          onChange={setTarget}
          options={[{ value: '', label: 'Choose a group' }, ...groupOptions(groups)]}
        />
        <BusyButton
          {...button}
          variant="light"
          disabled={none || !chosen || chosen.id === view}
          onClick={() => act(move, chosen)}
        >
          {move.busy ? 'Moving...' : 'Move to group'}
        </BusyButton>
        <BusyButton {...button} disabled={none || !chosen} onClick={() => act(add, chosen)}>
          {add.busy ? 'Adding...' : 'Add to group'}
        </BusyButton>
        <BusyButton {...button} disabled={none || !source} onClick={() => act(remove, source)}>
          {remove.busy ? 'Removing...' : 'Remove from group'}
        </BusyButton>
        <Button size="compact-sm" variant="default" disabled={none} onClick={onExport}>
          Export selected
        </Button>
      </Group>
      <FieldError>{move.error ?? add.error ?? remove.error}</FieldError>
    </div>
  )
}
