/** The only code that touches browser storage. What is read back is checked; what does not fit is dropped. */
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

/** False when the browser refuses (forbidden or full): callers go on without a cache. */
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
    // Not JSON: written by something else, or cut short.
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

/** As read, write and remove, of what lives only as long as this browser tab. */
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

/** They belong to the browser, not to who uses it. */
const OF_THE_BROWSER: string[] = [storageKeys.darkMode, storageKeys.deviceToken]

/** On logout nothing of the user stays but what belongs to the browser. */
export function clearUser(): void {
  try {
    sessionStorage.clear()
    for (const key of Object.keys(localStorage))
      if (!OF_THE_BROWSER.includes(key)) localStorage.removeItem(key)
  } catch {
    // Forbidden storage holds nothing to remove.
  }
}

/** Agents, strategies, wallets and the connected wallet: what somebody else must not find, while chat waiting to be synced stays, and runs of the same user. */
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

/** Calls back when another tab changes this key. */
export function onOtherTab(key: string, changed: (value: string | null) => void): Stop {
  const listen = (event: StorageEvent) => {
    // key is null when the other tab cleared everything.
    if (event.key === key || event.key === null) changed(event.key === null ? null : event.newValue)
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
