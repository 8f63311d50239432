/** Anything in a text that decodes as a secret key is struck out before the text is stored, logged or sent to a model. */
import { fromBase58, isSecretKey } from './keys.ts'

const REDACTED = '[REDACTED]'
const BASE58 = /[1-9A-HJ-NP-Za-km-z]{80,90}/g
const HEX = /(?<![0-9a-fA-F])(?:0x)?(?:[0-9a-fA-F]{128}|[0-9a-fA-F]{64})(?![0-9a-fA-F])/g
const BASE64 = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{86}(?:==)?(?![A-Za-z0-9+/_=-])/g
/** The Solana CLI keeps a key as a JSON array of 64 (or a seed of 32) numbers. */
const ARRAY = /(?:\[\s*)?(?:\d{1,3}\s*,\s*){31,63}\d{1,3}(?:\s*,)?(?:\s*\])?/g

export function redactKeys(text: string): string {
  return text
    .replace(ARRAY, (found) => {
      const numbers = found.match(/\d+/g)?.map(Number) ?? []
      return (numbers.length === 64 || numbers.length === 32) && numbers.every((n) => n < 256)
        ? REDACTED
        : found
    })
    .replace(BASE58, (found) => {
      const bytes = fromBase58(found)
      return bytes && isSecretKey(bytes) ? REDACTED : found
    })
    .replace(HEX, REDACTED)
    .replace(BASE64, (found) =>
      isSecretKey(new Uint8Array(Buffer.from(found, 'base64'))) ? REDACTED : found,
    )
}
