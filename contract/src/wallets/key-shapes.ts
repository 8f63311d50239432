/** Patterns that a secret key can have in a text: for redaction, where a match may be checked further. */
import { BASE58 } from '../values.ts'

export const REDACTED = '[REDACTED]'

/** 64 bytes in base58, also glued to other letters. Transaction signatures have the same form. */
export const BASE58_KEYS = new RegExp(`${BASE58}{85,}`, 'g')
export const BASE64_KEYS = /[A-Za-z0-9+/_-]{86,}(?:==?)?/g
/** 64 bytes, or a seed of 32. */
export const HEX_KEYS = /(?:0x)?[0-9a-fA-F]{64,}/g
/** At least 32 numbers of up to three digits, as in the Solana CLI's key files, with any separators. */
export const NUMBER_LISTS = /(?<![\w.])\d{1,3}(?:[\s,;:|()[\]"']{1,40}\d{1,3}){31,}(?![\w]|\.\d)/g
