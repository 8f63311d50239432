import { Button, Group } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { addToGroup, removeFromGroup } from '@purser/contract/wallets/wallet-groups.ts'
import type { Wallet, WalletGroup } from '@purser/contract/wallets/wallets.ts'
import { useState } from 'react'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { Selector } from '#ui/fields/selector.tsx'
import { call } from '#wire/api.ts'
import { groupOptions } from '../groups/group-choice.ts'
import { useWalletChange } from '../use-wallet-change.ts'
import css from './wallet-detail.module.css'

/** The groups of one wallet; 'Manage Groups' opens Add and Remove. */
export function WalletGroupsRow({ wallet, groups }: { wallet: Wallet; groups: WalletGroup[] }) {
  const [managing, setManaging] = useState(false)
  const [target, setTarget] = useState('')
  const add = useWalletChange(
    (id: number, key) => call(addToGroup, { params: { id }, body: { walletIds: [wallet.id] }, key }),
    'Failed to add wallet to group.',
    () => setTarget(''),
  )
  const remove = useWalletChange(
    (id: number, key) => call(removeFromGroup, { params: { id }, body: { walletIds: [wallet.id] }, key }),
    'Failed to remove wallet from group.',
  )
  const busy = add.busy || remove.busy
  const others = groups.filter((group) => !wallet.groups.some((inside) => inside.id === group.id))
  return (
    <>
      <Group gap={6}>
        {wallet.groups.length === 0 && <span className={css.dimmed}>In no group</span>}
        {wallet.groups.map((group) => (
          <span key={group.id} className={css.group}>
            <span className={css.dot} style={{ background: group.color }} />
            {group.name}
            {managing && (
              <button
                type="button"
                className={css.remove}
                aria-label={`Remove from ${group.name}`}
                title="Remove"
                disabled={busy}
                onClick={() => remove.run(group.id)}
              >
                <IconX size={13} />
              </button>
            )}
          </span>
        ))}
        <Button
          size="compact-xs"
          variant="default"
          aria-expanded={managing}
          onClick={() => setManaging(!managing)}
        >
          {managing ? 'Done' : 'Manage Groups'}
        </Button>
      </Group>
      {managing && (
        <Group gap="xs" mt={8}>
          <Selector
            label="Group to add to"
            hideLabel
            value={target}
            onChange={setTarget}
            disabled={others.length === 0}
            options={[
              { value: '', label: others.length === 0 ? 'No other groups' : 'Choose a group' },
              ...groupOptions(others),
            ]}
          />
          <BusyButton
            size="compact-sm"
            busy={busy}
            disabled={target === ''}
            onClick={() => add.run(Number(target))}
          >
            Add
          </BusyButton>
        </Group>
      )}
      <FieldError>{add.error ?? remove.error}</FieldError>
    </>
  )
}
