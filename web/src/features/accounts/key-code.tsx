import { requestKeyCode } from '@purser/contract/accounts.ts'
import type { CodePurpose } from '@purser/contract/fault-texts.ts'
import { Anchor, Text, TextInput } from '@mantine/core'
import { useCallback, useState } from 'react'
import { call } from '#wire/api.ts'
import { sentence } from '#wire/fault.ts'

type KeyCode = {
  code: string
  setCode: (code: string) => void
  sending: boolean
  sent: boolean
  error: string | undefined
  send: () => Promise<void>
}

/**
 * The mailed code required before private keys are shown, or for another guarded action: it serves this purpose alone.
 */
export function useKeyCode(purpose: CodePurpose): KeyCode {
  const [code, setCode] = useState('')
  const [sending, setSending] = useState(false)
  const [sent, setSent] = useState(false)
  const [error, setError] = useState<string>()
  const send = useCallback(async () => {
    setSending(true)
    setError(undefined)
    try {
      await call(requestKeyCode, { body: { purpose } })
      setSent(true)
    } catch (cause) {
      setError(sentence(cause, 'The code could not be sent.'))
    } finally {
      setSending(false)
    }
  }, [purpose])
  return { code, setCode, sending, sent, error, send }
}

type Props = {
  state: KeyCode
  /** The guarded action is in progress. */
  busy: boolean
  /** Gets the focus first. */
  first?: boolean
}

export function KeyCodeField({ state, busy, first = false }: Props) {
  return (
    <>
      <TextInput
        label="Verification Code"
        placeholder="Enter the code sent to your email"
        autoComplete="one-time-code"
        inputMode="numeric"
        {...(first ? { 'data-autofocus': true } : {})}
        value={state.code}
        readOnly={busy}
        error={state.error}
        onChange={(event) => state.setCode(event.currentTarget.value)}
      />
      <Text size="sm" c="dimmed" role="status">
        {state.sent && !state.sending && 'A code is on its way to your email. '}
        <Anchor
          component="button"
          type="button"
          size="sm"
          underline="always"
          aria-disabled={state.sending || undefined}
          onClick={() => !state.sending && void state.send()}
        >
          {state.sending ? 'Sending Code...' : state.sent ? 'Send a new code' : 'Send a code'}
        </Anchor>
      </Text>
    </>
  )
}
