/** The login token of this browser. Every tab follows when one logs out. */
import { storageKeys } from '@purser/contract/storage.ts'
import { clearUser, onOtherTab, readText, remove, writeText } from './storage.ts'

let current = readText(storageKeys.token)
/** Why the last session ended, where that needs saying. */
let why: string | undefined
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

export const token = () => current
export const endedBecause = () => why

export function begin(fresh: string): void {
  current = fresh
  why = undefined
  writeText(storageKeys.token, fresh)
  tell()
}

/** The token is no longer good. What was cached stays, so that chat waiting to be synced is not lost. */
export function end(reason?: string): void {
  if (current === null) return
  current = null
  why = reason
  remove(storageKeys.token)
  tell()
}

/** The user leaves: nothing of theirs stays in this browser. */
export function leave(): void {
  clearUser()
  current = null
  why = undefined
  tell()
}

export function onSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

onOtherTab(storageKeys.token, (value) => {
  if (value === current) return
  current = value
  tell()
})
