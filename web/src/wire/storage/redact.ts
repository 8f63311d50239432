/** Redaction of private keys before anything is stored in the browser. */
import {
  BASE58_KEYS,
  BASE64_KEYS,
  HEX_KEYS,
  NUMBER_LISTS,
  REDACTED,
} from '@purser/contract/wallets/key-shapes.ts'

/** It includes the brackets around the numbers. */
const BYTE_LISTS = new RegExp(`\\[?\\s*${NUMBER_LISTS.source}\\s*\\]?`, 'g')
const bytesIn = (list: string) => (list.match(/\d+/g) ?? []).filter((number) => Number(number) < 256).length

/** Replaces everything that can be a secret key. Transaction signatures have the same form and are replaced too. */
export const redactKeys = (text: string) =>
  text
    .replace(BYTE_LISTS, (list) => (bytesIn(list) >= 32 ? REDACTED : list))
    .replace(BASE58_KEYS, REDACTED)
    .replace(HEX_KEYS, REDACTED)
    .replace(BASE64_KEYS, REDACTED)
