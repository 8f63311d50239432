/** The only code that touches browser storage. Values are validated on reading; invalid ones are removed. */
import { storageKeys } from '@purser/contract/storage.ts'
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

/** Removes every key with this prefix, except these. */
export function removeOthers(prefix: string, kept: ReadonlySet<string>): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(prefix) && !kept.has(key)) localStorage.removeItem(key)
  } catch {
    // Forbidden storage holds nothing to remove.
  }
}

/** Does the same for values that live as long as the browser tab. */
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

/** These belong to the browser, not to its user. */
const OF_THE_BROWSER: string[] = [
  storageKeys.darkMode,
  storageKeys.deviceToken,
  storageKeys.deskLayout,
  storageKeys.status,
]

/** Removes everything of the user, except these keys. */
export function clearUser(but: string[] = []): void {
  clearHere()
  try {
    for (const key of Object.keys(localStorage))
      if (!OF_THE_BROWSER.includes(key) && !but.includes(key)) localStorage.removeItem(key)
  } catch {
    // Forbidden storage holds nothing to remove.
  }
}

/** Removes the part that only this tab has. */
export function clearHere(): void {
  try {
    sessionStorage.clear()
  } catch {
    // Forbidden storage holds nothing to remove.
  }
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
