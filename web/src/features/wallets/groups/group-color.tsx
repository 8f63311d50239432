import { Popover, Stack } from '@mantine/core'
import '@mantine/core/styles/Popover.css'
import { updateGroup } from '@purser/contract/wallets/wallet-groups.ts'
import type { WalletGroup } from '@purser/contract/wallets/wallets.ts'
import { useState } from 'react'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { call } from '#wire/api.ts'
import { ColorField } from './color-field.tsx'
import { isColor } from './color-text.ts'
import { useWalletChange } from '../use-wallet-change.ts'
import css from './group-rail.module.css'

/** The colour dot of a group; a click opens the palette, Done saves. */
export function GroupColor({ group }: { group: WalletGroup }) {
  const [open, setOpen] = useState(false)
  const [color, setColor] = useState(group.color)
  const change = useWalletChange(
    (request: { color: string }, key) =>
      call(updateGroup, {
        params: { id: group.id },
        body: { ...request, updated_at: group.updated_at },
        key,
      }),
    'Failed to update group color. Please try again.',
    () => setOpen(false),
  )
  const toggle = (opened: boolean) => {
    if (opened) setColor(group.color)
    change.clear()
    setOpen(opened)
  }
  const done = () => {
    if (color.toUpperCase() === group.color.toUpperCase()) toggle(false)
    else change.run({ color })
  }
  return (
    <Popover opened={open} onChange={toggle} trapFocus returnFocus position="bottom-start" shadow="md">
      <Popover.Target>
        <button
          type="button"
          className={css.dotButton}
          aria-label={`Colour of ${group.name}`}
          title="Change colour"
          onClick={() => toggle(!open)}
        >
          <span className={css.dot} style={{ background: group.color }} />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={`Colour of ${group.name}`}>
        <Stack gap="sm">
          <ColorField label="Group Color" value={color} onChange={setColor} />
          <FieldError>{change.error}</FieldError>
          <BusyButton size="compact-sm" busy={change.busy} disabled={!isColor(color)} onClick={done}>
            Done
          </BusyButton>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
