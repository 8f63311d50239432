/** The login token of this browser. Every tab follows when one logs out. */
import { storageKeys } from '@purser/contract/storage.ts'
import { clearUser, onOtherTab, readText, remove, writeText } from './storage.ts'

let current = readText(storageKeys.token)
/** Why the last session ended, where the sign-in page is to say so. */
let reason: string | undefined
const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}

export const token = () => current
export const endReason = () => reason

export function beginSession(fresh: string): void {
  current = fresh
  reason = undefined
  writeText(storageKeys.token, fresh)
  notify()
}

/** The token is no longer valid. Caches stay, so that chat waiting to be synced is not lost. */
export function endSession(why?: string): void {
  if (current === null) return
  current = null
  reason = why
  remove(storageKeys.token)
  notify()
}

/** The user signs out: nothing of theirs stays in this browser. */
export function clearSession(): void {
  clearUser()
  current = null
  reason = undefined
  notify()
}

export function onSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

onOtherTab(storageKeys.token, (value) => {
  if (value === current) return
  current = value
  notify()
})
