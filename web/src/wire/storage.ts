/** The only code that touches browser storage. Values are validated on reading; invalid ones are removed. */
import { sessionKeys, storageKeys } from '@purser/contract/storage.ts'
import type * as z from 'zod/mini'

type Stop = () => void

export function readText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** False when the browser refuses (forbidden or full): callers continue without a cache. */
export function writeText(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

export function read<S extends z.ZodMiniType>(key: string, schema: S): z.output<S> | undefined {
  const text = readText(key)
  if (text === null) return undefined
  try {
    const parsed = schema.safeParse(JSON.parse(text))
    if (parsed.success) return parsed.data
  } catch {
    // Not JSON: written by something else, or truncated.
  }
  remove(key)
  return undefined
}

export const write = (key: string, value: unknown) => writeText(key, JSON.stringify(value))

export function remove(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Forbidden storage holds nothing to remove.
  }
}

/** The same for values that live as long as the browser tab. */
export function readHere<S extends z.ZodMiniType>(key: string, schema: S): z.output<S> | undefined {
  try {
    const parsed = schema.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null'))
    if (parsed.success) return parsed.data
  } catch {
    // Forbidden, or not JSON.
  }
  removeHere(key)
  return undefined
}

export function writeHere(key: string, value: unknown): boolean {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

export function removeHere(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Forbidden storage holds nothing to remove.
  }
}

/** Of the browser, not of its user. */
const OF_THE_BROWSER: string[] = [storageKeys.darkMode, storageKeys.deviceToken, storageKeys.deskLayout]

/** On logout: removes everything of the user. */
export function clearUser(): void {
  try {
    sessionStorage.clear()
    for (const key of Object.keys(localStorage))
      if (!OF_THE_BROWSER.includes(key)) localStorage.removeItem(key)
  } catch {
    // Forbidden storage holds nothing to remove.
  }
}

/**
 * On sign-in: removes lists that another user may have left (agents, strategies, wallets, connected wallet). Chat waiting to
 * be synced stays, and so do runs of the same user.
 */
export function clearLists(userId: number): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (!key.startsWith(sessionKeys.runsOf(userId))) sessionStorage.removeItem(key)
  } catch {
    // Forbidden storage holds nothing to remove.
  }
  for (const key of [
    storageKeys.agents,
    storageKeys.wallets,
    storageKeys.strategies,
    storageKeys.connectedWallet,
  ])
    remove(key)
}

/** Subscribes to changes of this key in other tabs. */
export function onOtherTab(key: string, changed: (value: string | null) => void): Stop {
  const listen = (event: StorageEvent) => {
    // key is null when the other tab cleared everything.
    if (event.key === key || event.key === null) changed(event.key === null ? null : event.newValue)
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
