import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import { REVEAL_SECONDS } from '@purser/contract/limits.ts'
import { revealKey, type Wallet } from '@purser/contract/wallets.ts'
import { useEffect, useState } from 'react'
import { KeyCodeField, useKeyCode } from '#features/accounts/index.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { call } from '#wire/api.ts'
import { hasCode, sentence } from '#wire/fault.ts'

/** Shows a private key for thirty seconds. The key lives in this component's state only. */
export function RevealKeyModal({ wallet, onClose }: { wallet: Wallet; onClose: () => void }) {
  const keyCode = useKeyCode()
  const [needsCode, setNeedsCode] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [shown, setShown] = useState<{ key: string; until: number }>()
  const left = useSecondsLeft(shown?.until)
  useEffect(() => {
    if (!shown) return
    const over = setTimeout(() => setShown(undefined), shown.until - Date.now())
    return () => clearTimeout(over)
  }, [shown])

  const reveal = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const code = needsCode ? { code: keyCode.code.trim() } : {}
      const { private_key } = await call(revealKey, { body: { address: wallet.address, ...code } })
      setShown({ key: private_key, until: Date.now() + REVEAL_SECONDS * 1000 })
    } catch (cause) {
      if (hasCode(cause, 'key_code_needed')) {
        setNeedsCode(true)
        await keyCode.send()
      } else setError(sentence(cause, 'Failed to fetch wallet private key'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Private key of ${wallet.name}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
      centered
    >
      <Stack gap="md">
        <Text size="sm">
          Whoever has this key owns the funds of this wallet. Every reveal is recorded. It hides itself after{' '}
          {REVEAL_SECONDS} seconds.
        </Text>
        {needsCode && !shown && (
          <>
            <Text size="sm">A code from your e-mail is needed before a private key leaves the desk.</Text>
            <KeyCodeField state={keyCode} disabled={busy} />
          </>
        )}
        {error && (
          <Text size="sm" c="var(--bad)" role="alert">
            {error}
          </Text>
        )}
        {shown ? (
          <Group gap="xs" wrap="nowrap" align="start">
            <Text ff="monospace" size="sm" style={{ wordBreak: 'break-all' }} data-testid="private-key">
              {shown.key}
            </Text>
            <CopyButton text={shown.key} label="Copy private key" />
          </Group>
        ) : (
          <Button
            color="red.9"
            disabled={busy || (needsCode && keyCode.code.trim() === '')}
            onClick={() => void reveal()}
          >
            {busy ? 'Revealing...' : 'Reveal private key'}
          </Button>
        )}
        {shown && (
          <Text size="sm" c="dimmed" className="num">
            Hidden in {left} seconds
          </Text>
        )}
      </Stack>
    </Modal>
  )
}

/** Whole seconds until a time in milliseconds, 0 from then on. */
function useSecondsLeft(until: number | undefined): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (until === undefined) return
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [until])
  return until === undefined ? 0 : Math.max(0, Math.min(REVEAL_SECONDS, Math.ceil((until - now) / 1000)))
}
