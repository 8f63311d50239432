/** Redaction of private keys before anything is stored in the browser. */
export const REDACTED = '[REDACTED]'

/** 64 bytes in base58 (85 to 88 characters), also glued to other letters; in base64; in hex, or a seed of 32. */
const BASE58_KEY = /[1-9A-HJ-NP-Za-km-z]{85,}/g
const BASE64_KEY = /[A-Za-z0-9+/_-]{86,}={0,2}/g
const HEX_KEY = /(?:0x)?[0-9a-fA-F]{64,}/g
/** Byte lists as in key files, with any separators, even after another number. */
const BYTE_LIST = /\[?\s*(?<![\w.])\d{1,3}(?:[\s,;:|()[\]"']{1,40}\d{1,3}){31,}(?!\w|\.\d)\s*\]?/g

const bytesIn = (list: string) => (list.match(/\d+/g) ?? []).filter((number) => Number(number) < 256).length

/** Replaces everything that can be a secret key. Transaction signatures have the same form and are replaced too. */
export const redactKeys = (text: string) =>
  text
    .replace(BYTE_LIST, (list) => (bytesIn(list) >= 32 ? REDACTED : list))
    .replace(BASE58_KEY, REDACTED)
    .replace(HEX_KEY, REDACTED)
    .replace(BASE64_KEY, REDACTED)
