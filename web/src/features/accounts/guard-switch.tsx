import { codeNeeded } from '@purser/contract/fault-texts.ts'
import { updateProfile, type User } from '@purser/contract/accounts.ts'
import { Button, Group, Stack, Switch, Text } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { call } from '#wire/api.ts'
import { hasCode, sentence } from '#wire/fault.ts'
import { profileKey } from './auth-provider.tsx'
import { KeyCodeField, useKeyCode } from './key-code.tsx'

type Guard = 'keys_need_code' | 'whitelist_only'
const TEXTS: Record<Guard, { label: string; description: string }> = {
  keys_need_code: {
    label: 'Ask for a code before keys leave',
    description:
      'An email code is then required to show, export or import private keys, and to delete a wallet that holds funds.',
  },
  whitelist_only: {
    label: 'Only send tokens to whitelisted pairs',
    description:
      'SOL and tokens can then only be sent to addresses on your whitelist for that token. Your own wallets need no entry.',
  },
}

type Props = {
  user: User
  guard: Guard
  /** The reason why it cannot be switched off. */
  fixed?: string | undefined
}

/** A switch of a guard. Switching it off needs a mailed code if keys need one; switching it on does not. */
export function GuardSwitch({ user, guard, fixed }: Props) {
  const client = useQueryClient()
  const keyCode = useKeyCode('limits')
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  const save = async (on: boolean) => {
    setBusy(true)
    setError(undefined)
    try {
      const code = on || !asking ? {} : { code: keyCode.code.trim() }
      const fresh = await call(updateProfile, { body: { [guard]: on, ...code } })
      client.setQueryData(profileKey, fresh)
      setAsking(false)
      keyCode.setCode('')
    } catch (cause) {
      if (hasCode(cause, 'key_code_needed') && !asking) {
        setAsking(true)
        void keyCode.send()
        return
      }
      setError(sentence(cause, 'Failed to update profile'))
    } finally {
      setBusy(false)
    }
  }
  const flip = (on: boolean) => {
    if (on || !user.keys_need_code) return void save(on)
    setAsking(true)
    setError(undefined)
    void keyCode.send()
  }
  const { label, description } = TEXTS[guard]
  return (
    <Stack gap="sm">
      <Switch
        label={label}
        description={fixed === undefined ? description : `${description} ${fixed}`}
        checked={user[guard]}
        disabled={asking || fixed !== undefined}
        aria-disabled={busy || undefined}
        onChange={(event) => !busy && flip(event.currentTarget.checked)}
      />
      {asking && (
        <>
          <Text size="sm">{codeNeeded.limits}</Text>
          <KeyCodeField state={keyCode} busy={busy} />
          <Group gap="sm">
            <BusyButton busy={busy} disabled={keyCode.code.trim() === ''} onClick={() => void save(false)}>
              {busy ? 'Saving...' : 'Switch off'}
            </BusyButton>
            <Button variant="default" disabled={busy} onClick={() => setAsking(false)}>
              Cancel
            </Button>
          </Group>
        </>
      )}
      {error && (
        <Text size="sm" c="var(--bad)" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  )
}
