import { REVEAL_SECONDS } from '@purser/contract/limits.ts'
import { revealKey } from '@purser/contract/wallets/wallets.ts'
import { useEffect, useState } from 'react'
import { useKeyCode } from '#features/accounts/index.ts'
import { useCountdown } from '#ui/dates/countdown.ts'
import { call } from '#wire/api.ts'
import { hasCode, sentence } from '#wire/fault.ts'

/**
 * A private key on screen for thirty seconds, only in this state. `fallback` is the error message if the server sends
 * none. With `needsCode` a mailed code is required first.
 */
export function useReveal(address: string, fallback: string) {
  const keyCode = useKeyCode('reveal')
  const [needsCode, setNeedsCode] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [shown, setShown] = useState<{ key: string; until: number }>()
  const left = useCountdown(shown?.until)
  useEffect(() => {
    if (!shown) return
    const hide = setTimeout(() => setShown(undefined), shown.until - Date.now())
    return () => clearTimeout(hide)
  }, [shown])

  const reveal = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const code = needsCode ? { code: keyCode.code.trim() } : {}
      const { private_key } = await call(revealKey, { body: { address, ...code } })
      setShown({ key: private_key, until: Date.now() + REVEAL_SECONDS * 1000 })
      keyCode.setCode('')
    } catch (cause) {
      if (hasCode(cause, 'key_code_needed')) {
        setNeedsCode(true)
        await keyCode.send()
      } else setError(sentence(cause, fallback))
    } finally {
      setBusy(false)
    }
  }
  return {
    keyCode,
    needsCode: needsCode && !shown,
    busy,
    error,
    key: shown?.key,
    left,
    mayReveal: !busy && (!needsCode || keyCode.code.trim() !== ''),
    reveal: () => void reveal(),
    hide: () => setShown(undefined),
  }
}
