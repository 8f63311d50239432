import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { nextGroupColor } from '@purser/contract/wallets/group-colours.ts'
import { DESCRIPTION_MAX, NAME_MAX } from '@purser/contract/limits.ts'
import { createGroup, updateGroup } from '@purser/contract/wallets/wallet-groups.ts'
import type { WalletGroup } from '@purser/contract/wallets/wallets.ts'
import { useState, type FormEvent } from 'react'
import { ConfirmHint } from '#ui/dialogs/confirm-hint.tsx'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { call } from '#wire/api.ts'
import { ColorField } from './color-field.tsx'
import { isColor } from './color-text.ts'
import { sameName } from '../creation/existing-names.ts'
import { useWalletChange } from '../use-wallet-change.ts'

type Input = { name: string; description: string; color: string; is_default?: boolean }

/** `name`: of a new group, to begin with. */
type Props = {
  groups: WalletGroup[]
  group?: WalletGroup
  name?: string
  onDone: (group: WalletGroup) => void
  onCancel: () => void
}

/**
 * Creates a group, or edits the given one; `onDone` gets the saved group. A name that another group has is asked about
 * once.
 */
export function GroupForm({ groups, group, name: proposed = '', onDone, onCancel }: Props) {
  const [name, setName] = useState(group?.name ?? proposed)
  const [description, setDescription] = useState(group?.description ?? '')
  const [color, setColor] = useState(() => group?.color ?? nextGroupColor(groups.map((one) => one.color)))
  const [isDefault, setDefault] = useState(group?.is_default ?? false)
  const [missing, setMissing] = useState(false)
  const [asked, setAsked] = useState<string>()
  const taken = groups.some((one) => one.id !== group?.id && sameName(one.name, name))
  const asking = taken && asked !== undefined && sameName(asked, name)
  // The group when the form opened: changes that another tab has saved since are not overwritten.
  const [opened] = useState(group)
  const change = useWalletChange(
    (input: Input, key) =>
      opened
        ? call(updateGroup, {
            params: { id: opened.id },
            body: { ...input, updated_at: opened.updated_at },
            key,
          })
        : call(createGroup, { body: input, key }),
    `Failed to ${group ? 'update' : 'create'} group. Please try again.`,
    onDone,
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(name.trim() === '')
    if (name.trim() === '' || !isColor(color) || change.busy) return
    if (taken && !asking) return setAsked(name)
    const input = { name: name.trim(), description: description.trim(), color }
    change.run(opened && isDefault !== opened.is_default ? { ...input, is_default: isDefault } : input)
  }
  return (
    <form onSubmit={submit} aria-label={group ? `Edit ${group.name}` : 'New group'} noValidate>
      <Stack gap="sm">
        <TextInput
          label="Group Name"
          data-autofocus
          maxLength={NAME_MAX}
          value={name}
          error={missing && name.trim() === '' ? 'Group name is required' : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label="Description (optional)"
          maxLength={DESCRIPTION_MAX}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <Color value={color} onChange={setColor} />
        {group && (
          <Checkbox
            label="Set as default group"
            checked={isDefault}
            onChange={(event) => setDefault(event.currentTarget.checked)}
          />
        )}
        {asking && (
          <ConfirmHint>
            There is already a group called {name.trim()}. {group ? 'Update' : 'Create'} this one with the
            same name?
          </ConfirmHint>
        )}
        <FieldError>{change.error}</FieldError>
        <Group justify="flex-end">
          <Button variant="default" disabled={change.busy} onClick={onCancel}>
            Cancel
          </Button>
          <BusyButton type="submit" busy={change.busy}>
            {group ? 'Update Group' : 'Create Group'}
            {asking && ' anyway'}
          </BusyButton>
        </Group>
      </Stack>
    </form>
  )
}

function Color(field: { value: string; onChange: (color: string) => void }) {
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        Group Color
      </Text>
      <ColorField label="Group Color" {...field} />
    </div>
  )
}
