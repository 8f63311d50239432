import { codeNeeded } from '@purser/contract/fault-texts.ts'
import { Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { chatbotData } from '@purser/contract/wallets/wallets.ts'
import { useState } from 'react'
import { KeyCodeField, useKeyCode } from '#features/accounts/index.ts'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { saveFile } from '#ui/save-file.ts'
import { call } from '#wire/api.ts'
import { hasCode, sentence } from '#wire/fault.ts'
import { never } from '#wire/retry.ts'
import { asCsv, csvText, keysTable, type KeysFile } from './keys-file.ts'

/** Fetches the keys on click, saves the file and stores nothing. */
export function KeysDownload({ file }: { file: KeysFile }) {
  const keyCode = useKeyCode('export')
  const [needsCode, setNeedsCode] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const download = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const query = { _t: String(Date.now()), ...(needsCode ? { code: keyCode.code.trim() } : {}) }
      const { wallets } = await call(chatbotData, { query, retry: never })
      const wanted = file.walletIds === 'all' ? undefined : new Set(file.walletIds)
      const rows = wallets.filter((wallet) => wanted?.has(wallet.id) ?? true)
      saveFile(asCsv(file.filename), csvText(keysTable(rows)), 'text/csv; charset=utf-8')
      setNeedsCode(false)
      keyCode.setCode('')
    } catch (cause) {
      if (hasCode(cause, 'key_code_needed')) {
        setNeedsCode(true)
        await keyCode.send()
      } else setError(sentence(cause, 'Failed to download file. Please try again.'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Stack gap={6} mt={10} align="flex-start">
      {needsCode && (
        <>
          <Text size="sm">{codeNeeded.export}</Text>
          <KeyCodeField state={keyCode} busy={busy} />
        </>
      )}
      <BusyButton
        size="compact-sm"
        variant="default"
        leftSection={<IconDownload size={14} />}
        busy={busy}
        disabled={needsCode && keyCode.code.trim() === ''}
        onClick={() => void download()}
      >
        {busy ? 'Downloading...' : `Download ${file.filename}`}
      </BusyButton>
      <FieldError>{error}</FieldError>
    </Stack>
  )
}
