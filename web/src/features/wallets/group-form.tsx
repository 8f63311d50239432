import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { DEFAULT_GROUP_COLOR, DESCRIPTION_MAX, NAME_MAX } from '@purser/contract/limits.ts'
import { createGroup, updateGroup } from '@purser/contract/wallet-groups.ts'
import type { WalletGroup } from '@purser/contract/wallets.ts'
import { useState, type FormEvent } from 'react'
import { Complaint } from '#ui/complaint.tsx'
import { call } from '#wire/api.ts'
import { ColorField } from './color-field.tsx'
import { isColor } from './colours.ts'
import { useChange } from './use-change.ts'

type Input = { name: string; description: string; color: string; is_default?: boolean }

/** Creates a group, or edits the given one; `onDone` gets the saved group. */
export function GroupForm({ group, onDone }: { group?: WalletGroup; onDone: (group: WalletGroup) => void }) {
  const [name, setName] = useState(group?.name ?? '')
  const [description, setDescription] = useState(group?.description ?? '')
  const [color, setColor] = useState(group?.color ?? DEFAULT_GROUP_COLOR)
  const [isDefault, setDefault] = useState(group?.is_default ?? false)
  const [missing, setMissing] = useState(false)
  // As it was when the form opened: changes another tab saved since are not overwritten.
  const [opened] = useState(group)
  const change = useChange(
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
    const input = { name: name.trim(), description: description.trim(), color }
    change.run(opened && isDefault !== opened.is_default ? { ...input, is_default: isDefault } : input)
  }
  return (
    <form onSubmit={submit} aria-label={group ? `Edit ${group.name}` : 'New group'} noValidate>
      <Stack gap="sm" maw={420}>
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
        <div>
          <Text size="sm" fw={500} mb={4}>
            Group Color
          </Text>
          <ColorField label="Group Color" value={color} onChange={setColor} />
        </div>
        {group && (
          <Checkbox
            label="Set as default group"
            checked={isDefault}
            onChange={(event) => setDefault(event.currentTarget.checked)}
          />
        )}
        <Complaint>{change.error}</Complaint>
        <Group>
          <Button type="submit" disabled={change.busy}>
            {group ? 'Update Group' : 'Create Group'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
