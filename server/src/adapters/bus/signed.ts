/**
 * Messages between the processes of one desk. They are signed, so that somebody who reaches Redis but not the database
 * can send none.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** `text` with its signature before it. */
export const sign = (key: string, text: string): string => `${createSignature(key, text)}.${text}`

/** The text of a signed message; null: it was not signed with this key. */
export function open(key: string, message: string): string | null {
  const end = message.indexOf('.')
  const text = message.slice(end + 1)
  const [given, expected] = [message.slice(0, Math.max(end, 0)), createSignature(key, text)].map((one) =>
    Buffer.from(one),
  )
  const isSame = given && expected && given.length === expected.length && timingSafeEqual(given, expected)
  return isSame ? text : null
}

const createSignature = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url')
