import { Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.css'
import '@mantine/core/styles/Popover.css'
import type { WalletGroup } from '@purser/contract/wallets/wallets.ts'
import { IconDots, IconPencil, IconStar, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { BusyIcon } from '#ui/buttons/busy-button.tsx'
import css from './group-rail.module.css'

type Props = {
  group: WalletGroup
  busy: boolean
  onDefault: () => void
  onEdit: () => void
  onDelete: () => void
}

/** The actions of a group. */
export function GroupMenu({ group, busy, onDefault, onEdit, onDelete }: Props) {
  const target = useRef<HTMLButtonElement>(null)
  const item = (label: string, icon: ReactNode, act: () => void, isFirst = false) => (
    <Menu.Item
      leftSection={icon}
      aria-label={`${label}: ${group.name}`}
      data-autofocus={isFirst || undefined}
      onClick={act}
    >
      {label}
    </Menu.Item>
  )
  return (
    <Menu
      position="bottom-end"
      shadow="md"
      // The library's own first stop is no item of a menu.
      withInitialFocusPlaceholder={false}
      // It returns the focus later, when a dialog that an item opens has it already.
      returnFocus={false}
      onClose={() => target.current?.focus({ preventScroll: true })}
    >
      <Menu.Target>
        <BusyIcon
          ref={target}
          className={css.menu ?? ''}
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={`Actions of ${group.name}`}
          title="Actions"
          busy={busy}
        >
          <IconDots size={16} />
        </BusyIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={`Actions of ${group.name}`}>
        {!group.is_default && item('Set as default', <IconStar size={14} />, onDefault, true)}
        {item('Edit group', <IconPencil size={14} />, onEdit, group.is_default)}
        {item('Delete group', <IconTrash size={14} />, onDelete)}
      </Menu.Dropdown>
    </Menu>
  )
}
