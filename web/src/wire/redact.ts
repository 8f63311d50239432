/** Private keys never reach the browser's storage. */
export const REDACTED = '[REDACTED]'

/** 64 bytes in base58 (87 or 88 characters), also inside longer text, and the byte lists that key files hold. */
const BASE58_KEY = /(?<![1-9A-HJ-NP-Za-km-z])[1-9A-HJ-NP-Za-km-z]{85,88}(?![1-9A-HJ-NP-Za-km-z])/g
const BYTE_LIST = /\[\s*(?:\d{1,3}\s*,\s*){31,63}\d{1,3}\s*\]/g

/** The text with every run that can be a secret key replaced. Transaction signatures have the same form and go too. */
export const redactKeys = (text: string) => text.replace(BASE58_KEY, REDACTED).replace(BYTE_LIST, REDACTED)
