import { codeNeeded } from '@purser/contract/fault-texts.ts'
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import type { WalletGroup } from '@purser/contract/wallets/wallets.ts'
import { useState } from 'react'
import { KeyCodeField, useKeyCode, useSpendingLimits } from '#features/accounts/index.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { saveFile } from '#ui/save-file.ts'
import { Selector } from '#ui/fields/selector.tsx'
import { toast } from '#ui/toast.ts'
import { hasCode, sentence } from '#wire/fault.ts'
import { exportFile, type FileKind } from './export-file.ts'
import { groupIdIn, groupOptions, NO_GROUP, openGroup } from '../groups/group-choice.ts'
import type { View } from '../view.ts'

type Props = {
  view: View
  groups: WalletGroup[]
  /** The selection to export; none for all wallets or a group. */
  chosen: number[] | undefined
  onClose: () => void
}

/** The selection as the value of the selector. */
const CHOSEN = 'chosen'

/** Exports wallets, with or without their private keys. With keys a profile may require a mailed code first. */
export function ExportDialog({ view, groups, chosen, onClose }: Props) {
  const keyCode = useKeyCode('export')
  const [which, setWhich] = useState(chosen ? CHOSEN : openGroup(view))
  const [keys, setKeys] = useState(false)
  const [needsCode, setNeedsCode] = useState(false)
  const [busy, setBusy] = useState<FileKind>()
  const [error, setError] = useState<string>()
  const asking = needsCode && keys
  const isLimited = Boolean(useSpendingLimits().data?.limits)

  const download = async (kind: FileKind) => {
    setBusy(kind)
    setError(undefined)
    try {
      const { file, type } = await exportFile({
        kind,
        keys,
        walletIds: which === CHOSEN ? chosen : undefined,
        groupId: which === CHOSEN ? null : groupIdIn(which),
        code: asking ? keyCode.code.trim() : undefined,
      })
      saveFile(file.filename, file.bytes, type)
      toast(`${file.filename} was downloaded.`)
      onClose()
    } catch (cause) {
      if (hasCode(cause, 'key_code_needed')) {
        setNeedsCode(true)
        await keyCode.send()
      } else setError(sentence(cause, 'Failed to export wallets. Please try again.'))
    } finally {
      setBusy(undefined)
    }
  }
  const blocked = busy !== undefined || (asking && keyCode.code.trim() === '')
  const selection = chosen
    ? [{ value: CHOSEN, label: `Selected wallets (${chosen.length.toLocaleString('en')})` }]
    : []
  return (
    <Dialog onClose={onClose} title="Export Wallets">
      <Stack gap="md">
        <Text size="sm">
          {keys
            ? 'The file holds the private keys. Anyone with this file controls the funds. Every export is recorded, and you are notified by mail.'
            : 'The file holds names, addresses, groups and dates, and no private keys. The export is recorded.'}
        </Text>
        <Selector
          label="Wallets"
          value={which}
          onChange={setWhich}
          options={[...selection, { value: NO_GROUP, label: 'All wallets' }, ...groupOptions(groups)]}
        />
        <Checkbox
          label="With private keys"
          checked={keys}
          onChange={(event) => setKeys(event.currentTarget.checked)}
        />
        {keys && isLimited && (
          <Text size="sm">
            For 24 hours after the export, moves to these wallets count towards your limits of real money.
          </Text>
        )}
        {asking && (
          <>
            <Text size="sm">{codeNeeded.export}</Text>
            <KeyCodeField state={keyCode} busy={busy !== undefined} />
          </>
        )}
        <FieldError>{error}</FieldError>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="default" disabled={blocked} onClick={() => void download('csv')}>
            {busy === 'csv' ? 'Exporting...' : 'Export CSV'}
          </Button>
          <Button disabled={blocked} onClick={() => void download('xlsx')}>
            {busy === 'xlsx' ? 'Exporting...' : 'Export Excel'}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
