import { codeNeeded } from '@purser/contract/fault-texts.ts'
import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IMPORT_KEYS_MAX, NAME_MAX } from '@purser/contract/limits.ts'
import {
  importWallets,
  NAME_PREFIX_MAX,
  type ImportResult,
  type WalletGroup,
} from '@purser/contract/wallets/wallets.ts'
import { useState, type FormEvent } from 'react'
import { KeyCodeField, useKeyCode } from '#features/accounts/index.ts'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { Selector } from '#ui/fields/selector.tsx'
import type { BodyOf } from '@purser/contract/endpoint.ts'
import { call } from '#wire/api.ts'
import { hasCode } from '#wire/fault.ts'
import { groupIdIn, groupOptions, NO_GROUP, openGroup } from '../groups/group-choice.ts'
import { ImportResults, refusedLines } from './import-results.tsx'
import { useWalletChange } from '../use-wallet-change.ts'
import type { View } from '../view.ts'

type Props = { view: View; groups: WalletGroup[]; onClose: () => void }

/** The number of non-empty lines. */
const filled = (text: string) => text.split(/\r?\n/).filter((line) => line.trim() !== '').length

/** Keys are only in this field, until they are sent. */
export function ImportDialog({ view, groups, onClose }: Props) {
  const [keys, setKeys] = useState('')
  const [name, setName] = useState('')
  const [into, setInto] = useState(openGroup(view))
  const [complaint, setComplaint] = useState<string>()
  const [results, setResults] = useState<ImportResult[]>()
  const count = filled(keys)
  const keyCode = useKeyCode('import')
  const [needsCode, setNeedsCode] = useState(false)
  const change = useWalletChange(
    (body: BodyOf<typeof importWallets>, key) =>
      call(importWallets, { body, key }).catch((cause: unknown) => {
        if (hasCode(cause, 'key_code_needed') && !needsCode) {
          setNeedsCode(true)
          void keyCode.send()
        }
        throw cause
      }),
    'The wallets could not be imported. Please try again.',
    (answer) => {
      setKeys('')
      keyCode.setCode('')
      setNeedsCode(false)
      setResults(answer.results)
    },
  )
  const refused = refusedLines(change.fault)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const problem =
      count === 0
        ? 'Enter at least one private key'
        : count > IMPORT_KEYS_MAX
          ? `At most ${IMPORT_KEYS_MAX} keys can be imported at once`
          : undefined
    setComplaint(problem)
    if (problem || change.busy) return
    const named = name.trim() === '' ? {} : count === 1 ? { name: name.trim() } : { namePrefix: name.trim() }
    const code = needsCode ? { code: keyCode.code.trim() } : {}
    change.run({ keys, ...named, groupId: groupIdIn(into), ...code })
  }
  return (
    <Dialog onClose={onClose} title="Import Wallets" size="lg">
      {results ? (
        <Stack gap="md">
          <ImportResults results={results} />
          <Group justify="flex-end">
            <Button variant="default" onClick={() => (setResults(undefined), change.clear())}>
              Import more
            </Button>
            <Button onClick={onClose}>Done</Button>
          </Group>
        </Stack>
      ) : (
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <Textarea
              label="One private key per line"
              description="Base58, or the JSON array of the Solana CLI. They are encrypted on the server and never stored in this browser."
              data-autofocus
              rows={6}
              spellCheck={false}
              autoComplete="off"
              styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
              value={keys}
              error={complaint}
              onChange={(event) => setKeys(event.currentTarget.value)}
            />
            <TextInput
              label={count > 1 ? 'Name prefix (optional)' : 'Name (optional)'}
              maxLength={count > 1 ? NAME_PREFIX_MAX : NAME_MAX}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Selector
              label="Put them into"
              value={into}
              onChange={setInto}
              options={[{ value: NO_GROUP, label: 'No group' }, ...groupOptions(groups)]}
            />
            {needsCode && (
              <>
                <Text size="sm">{codeNeeded.import}</Text>
                <KeyCodeField state={keyCode} busy={change.busy} />
              </>
            )}
            {refused.length > 0 ? (
              <ImportResults results={refused} />
            ) : (
              <FieldError>{hasCode(change.fault, 'key_code_needed') ? undefined : change.error}</FieldError>
            )}
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose} disabled={change.busy}>
                Cancel
              </Button>
              <BusyButton type="submit" busy={change.busy} disabled={needsCode && keyCode.code.trim() === ''}>
                {change.busy ? 'Importing...' : count > 1 ? `Import ${count} wallets` : 'Import'}
              </BusyButton>
            </Group>
          </Stack>
        </form>
      )}
    </Dialog>
  )
}
