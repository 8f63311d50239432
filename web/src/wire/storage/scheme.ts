/** The choice of light or dark, under darkMode. public/scheme.js reads the same key before the first paint. */
import { storageKeys } from '@purser/contract/storage.ts'
import { onOtherTab, readText, remove, writeText } from './storage.ts'

export type Scheme = 'light' | 'dark' | 'auto'

const schemeOf = (text: string | null): 'light' | 'dark' | undefined =>
  text === 'true' ? 'dark' : text === 'false' ? 'light' : undefined

export const storedScheme = () => schemeOf(readText(storageKeys.darkMode))

export function storeScheme(scheme: Scheme): void {
  if (scheme === 'auto') remove(storageKeys.darkMode)
  else writeText(storageKeys.darkMode, String(scheme === 'dark'))
}

export const onScheme = (changed: (scheme: Scheme) => void) =>
  onOtherTab(storageKeys.darkMode, (value) => changed(schemeOf(value) ?? 'auto'))
