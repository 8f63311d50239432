import { storageKeys } from '@purser/contract/storage.ts'
import { useState } from 'react'
import { readText, writeText } from '#wire/storage/storage.ts'

/** Tells whether this user has dismissed the first steps in this browser. */
export function useDismissed(userId: number | undefined) {
  const key = userId === undefined ? undefined : storageKeys.firstSteps(userId)
  const [now, setNow] = useState<string>()
  const dismissed = key === undefined || now === key || readText(key) === 'dismissed'
  const dismiss = () => {
    if (key === undefined) return
    writeText(key, 'dismissed')
    setNow(key)
  }
  return { dismissed, dismiss }
}
