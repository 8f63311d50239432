import { Button, Stack, Text, TextInput } from '@mantine/core'
import type { BodyOf } from '@purser/contract/endpoint.ts'
import { codeNeeded } from '@purser/contract/fault-texts.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { addWhitelistEntry } from '@purser/contract/tokens/whitelist.ts'
import { type FormEvent, useState } from 'react'
import { KeyCodeField, useKeyCode } from '#features/accounts/index.ts'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { toast } from '#ui/toast.ts'
import { call } from '#wire/api.ts'
import { hasCode } from '#wire/fault.ts'
import { useKeyedChange } from '#wire/use-keyed-change.ts'
import { whitelistKey } from './use-whitelist.ts'
import css from './whitelist.module.css'

const REQUIRED = 'Please fill in both addresses'

/** Adds a pair; if the server asks for a mailed code, its field appears. */
export function AddForm() {
  const [wallet, setWallet] = useState('')
  const [mint, setMint] = useState('')
  const [complaint, setComplaint] = useState<string>()
  const [needsCode, setNeedsCode] = useState(false)
  const keyCode = useKeyCode('limits')
  const lacksCode = needsCode && keyCode.code.trim() === ''
  const change = useKeyedChange({
    change: (body: BodyOf<typeof addWhitelistEntry>, key) =>
      call(addWhitelistEntry, { body, key }).catch((cause: unknown) => {
        if (hasCode(cause, 'key_code_needed') && !needsCode) {
          setNeedsCode(true)
          void keyCode.send()
        }
        throw cause
      }),
    fallback: 'Failed to add entry to whitelist',
    changes: whitelistKey,
    done: () => {
      setWallet('')
      setMint('')
      setNeedsCode(false)
      keyCode.setCode('')
      toast('Entry added.')
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const [wallet_address, mint_address] = [wallet.trim(), mint.trim()]
    const missing = wallet_address === '' || mint_address === ''
    setComplaint(missing ? REQUIRED : undefined)
    if (missing || change.busy) return
    change.run({ wallet_address, mint_address, ...(needsCode ? { code: keyCode.code.trim() } : {}) })
  }
  const field = {
    spellCheck: false,
    autoComplete: 'off',
    classNames: { input: css.input ?? '' },
    readOnly: change.busy,
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <div className={css.fields}>
          <TextInput
            {...field}
            label="Wallet Address"
            placeholder="Recipient address"
            value={wallet}
            onChange={(event) => setWallet(event.currentTarget.value)}
          />
          <TextInput
            {...field}
            label="Token Mint Address"
            placeholder="Mint of the token"
            rightSection={
              <Button size="compact-xs" variant="subtle" onClick={() => setMint(SOL_MINT)}>
                Use SOL
              </Button>
            }
            rightSectionWidth={78}
            value={mint}
            onChange={(event) => setMint(event.currentTarget.value)}
          />
          <BusyButton type="submit" className={css.add ?? ''} busy={change.busy} disabled={lacksCode}>
            {change.busy ? 'Adding...' : 'Add Entry'}
          </BusyButton>
        </div>
        {needsCode && (
          <div className={css.code}>
            <Text size="sm">{codeNeeded.limits}</Text>
            <KeyCodeField state={keyCode} busy={change.busy} />
          </div>
        )}
        <FieldError>
          {complaint ?? (hasCode(change.fault, 'key_code_needed') ? undefined : change.error)}
        </FieldError>
      </Stack>
    </form>
  )
}
