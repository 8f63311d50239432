import { codeNeeded } from '@purser/contract/faults.ts'
import { Button, Group, Stack, Text } from '@mantine/core'
import { exportAllWallets, exportWallets, type WalletGroup } from '@purser/contract/wallets.ts'
import { useState } from 'react'
import { KeyCodeField, useKeyCode } from '#features/accounts/index.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Complaint } from '#ui/complaint.tsx'
import { saveFile } from '#ui/save-file.ts'
import { Selector } from '#ui/selector.tsx'
import { toast } from '#ui/toast.tsx'
import { call } from '#wire/api.ts'
import { hasCode, sentence } from '#wire/fault.ts'
import { never } from '#wire/retry.ts'
import { groupIdIn, groupOptions, NO_GROUP, openGroup } from './group-choice.ts'
import type { View } from './view.ts'

type Kind = 'xlsx' | 'csv'
type Props = { view: View; groups: WalletGroup[]; onClose: () => void }

/** Exports wallets with their private keys. A profile may require a mailed code first. */
export function ExportDialog({ view, groups, onClose }: Props) {
  const keyCode = useKeyCode()
  const [which, setWhich] = useState(openGroup(view))
  const [needsCode, setNeedsCode] = useState(false)
  const [busy, setBusy] = useState<Kind>()
  const [error, setError] = useState<string>()
  const groupId = groupIdIn(which)

  const download = async (kind: Kind) => {
    setBusy(kind)
    setError(undefined)
    try {
      const query = {
        ...(needsCode ? { code: keyCode.code.trim() } : {}),
        _t: String(Date.now()),
      }
      const endpoint = kind === 'xlsx' ? exportWallets : exportAllWallets
      const file =
        kind === 'xlsx'
          ? await call(exportWallets, {
              query: groupId === null ? query : { ...query, groupId },
              retry: never,
            })
          : await call(exportAllWallets, { query, retry: never })
      saveFile(file.filename, file.bytes, endpoint.file ?? '')
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
  const blocked = busy !== undefined || (needsCode && keyCode.code.trim() === '')
  return (
    <Dialog onClose={onClose} title="Export Wallets">
      <Stack gap="md">
        <Text size="sm">
          The file holds the private keys. Whoever has it owns the funds. Every export is recorded, and you
          are notified by mail.
        </Text>
        <Selector
          label="Wallets"
          value={which}
          onChange={setWhich}
          options={[{ value: NO_GROUP, label: 'All wallets' }, ...groupOptions(groups)]}
        />
        {needsCode && (
          <>
            <Text size="sm">{codeNeeded['key-leaves']}</Text>
            <KeyCodeField state={keyCode} disabled={busy !== undefined} />
          </>
        )}
        <Complaint>{error}</Complaint>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="default"
            disabled={blocked || groupId !== null}
            title={groupId === null ? undefined : 'CSV holds all wallets; choose All wallets'}
            onClick={() => void download('csv')}
          >
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
