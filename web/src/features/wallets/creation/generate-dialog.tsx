import { Button, Group, Stack, TextInput } from '@mantine/core'
import {
  BULK_WALLETS_DEFAULT,
  BULK_WALLETS_MAX,
  NAME_MAX,
  NAME_PREFIX_DEFAULT,
} from '@purser/contract/limits.ts'
import {
  generateBulk,
  NAME_PREFIX_MAX,
  type Wallet,
  type WalletGroup,
} from '@purser/contract/wallets/wallets.ts'
import { useState, type FormEvent } from 'react'
import { ConfirmHint } from '#ui/dialogs/confirm-hint.tsx'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { Selector } from '#ui/fields/selector.tsx'
import { toast } from '#ui/toast.ts'
import type { BodyOf } from '@purser/contract/endpoint.ts'
import { call } from '#wire/api.ts'
import { groupIdIn, groupOptions, NEW_GROUP, NO_GROUP, openGroup } from '../groups/group-choice.ts'
import { prefixQuestion, sameName } from './existing-names.ts'
import { useWalletChange } from '../use-wallet-change.ts'
import type { View } from '../view.ts'

type Props = {
  view: View
  wallets: Wallet[]
  groups: WalletGroup[]
  onClose: () => void
  onDone: (groupId: number | null) => void
}

/** An existing prefix or group name is asked about once. */
export function GenerateDialog({ view, wallets, groups, onClose, onDone }: Props) {
  const [count, setCount] = useState(String(BULK_WALLETS_DEFAULT))
  const [prefix, setPrefix] = useState(NAME_PREFIX_DEFAULT)
  const [into, setInto] = useState(openGroup(view))
  const [opened] = useState(() => new Date().toLocaleString('sv').slice(0, 16))
  const [typedGroup, setTypedGroup] = useState<string>()
  const [checked, setChecked] = useState(false)
  const [asked, setAsked] = useState<string>()
  const newGroup = typedGroup ?? `${prefix.trim() || NAME_PREFIX_DEFAULT} Group ${opened}`.slice(0, NAME_MAX)
  const change = useWalletChange(
    (body: BodyOf<typeof generateBulk>, key) => call(generateBulk, { body, key }),
    'Failed to generate wallets. Please try again.',
    (answer) => {
      toast(`${answer.count.toLocaleString('en')} wallet${answer.count === 1 ? '' : 's'} generated.`)
      onDone(answer.group_id)
      onClose()
    },
  )
  const number = /^\s*\d+\s*$/.test(count) ? Number(count) : 0
  const wrongCount = number < 1 || number > BULK_WALLETS_MAX
  const fresh = into === NEW_GROUP
  const questions = [
    prefixQuestion(wallets, prefix, number),
    fresh && groups.some((group) => sameName(group.name, newGroup))
      ? `There is already a group called ${newGroup.trim()}.`
      : undefined,
  ].filter((question) => question !== undefined)
  const question = wrongCount || questions.length === 0 ? undefined : questions.join(' ')
  const asking = question !== undefined && asked === question
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (wrongCount || prefix.trim() === '' || (fresh && newGroup.trim() === '') || change.busy) return
    if (question !== undefined && !asking) return setAsked(question)
    change.run({
      count: number,
      namePrefix: prefix.trim(),
      groupId: groupIdIn(into),
      createNewGroup: fresh,
      newGroupName: fresh ? newGroup.trim() : null,
    })
  }
  return (
    <Dialog onClose={onClose} title="Generate Wallets">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label="Number of wallets"
            inputMode="numeric"
            data-autofocus
            value={count}
            error={
              checked && wrongCount
                ? `Please enter a valid number between 1 and ${BULK_WALLETS_MAX}`
                : undefined
            }
            onChange={(event) => setCount(event.currentTarget.value)}
          />
          <TextInput
            label="Name prefix"
            maxLength={NAME_PREFIX_MAX}
            value={prefix}
            error={checked && prefix.trim() === '' ? 'Name prefix is required' : undefined}
            onChange={(event) => setPrefix(event.currentTarget.value)}
          />
          <Selector
            label="Put them into"
            value={into}
            onChange={setInto}
            options={[
              { value: NO_GROUP, label: 'No group' },
              { value: NEW_GROUP, label: 'A new group' },
              ...groupOptions(groups),
            ]}
          />
          {fresh && (
            <TextInput
              label="New group name"
              maxLength={NAME_MAX}
              value={newGroup}
              error={checked && newGroup.trim() === '' ? 'Group name is required' : undefined}
              onChange={(event) => setTypedGroup(event.currentTarget.value)}
            />
          )}
          {asking && <ConfirmHint>{question}</ConfirmHint>}
          <FieldError>{change.error}</FieldError>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={change.busy}>
              Cancel
            </Button>
            <BusyButton type="submit" busy={change.busy}>
              {change.busy ? 'Generating...' : asking ? 'Generate anyway' : 'Generate'}
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
