/** Anything in a text that decodes as a secret key is struck out before the text is stored, logged or sent to a model. */
import { fromBase58, isSecretKey } from './keys.ts'

const REDACTED = '[REDACTED]'
const BASE58 = /[1-9A-HJ-NP-Za-km-z]{85,}/g
/** How long the base58 of 64 bytes can be. */
const KEY_LENGTHS = [88, 87, 86, 85]
/** Pieces of a text that are looked at: far more than any honest text has, and little enough to be quick. */
const MOST_PIECES = 1_500
const HEX = /(?<![0-9a-fA-F])(?:0x)?(?:[0-9a-fA-F]{128}|[0-9a-fA-F]{64})(?![0-9a-fA-F])/g
const BASE64 = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{86}(?:==)?(?![A-Za-z0-9+/_=-])/g
/** The Solana CLI keeps a key as a JSON array of 64 (or a seed of 32) numbers. */
const ARRAY = /(?:\[\s*)?(?:\d{1,3}\s*,\s*){31,63}\d{1,3}(?:\s*,)?(?:\s*\])?/g

/** A key may stand in the middle of other letters. A run with too many pieces to look at is struck out whole. */
function redactRun(run: string, budget: { left: number }): string {
  for (let start = 0; start + 85 <= run.length; start++)
    for (const length of KEY_LENGTHS) {
      if (start + length > run.length) continue
      if (budget.left-- <= 0) return REDACTED
      const bytes = fromBase58(run.slice(start, start + length))
      if (bytes && isSecretKey(bytes))
        return run.slice(0, start) + REDACTED + redactRun(run.slice(start + length), budget)
    }
  return run
}

export function redactKeys(text: string): string {
  const budget = { left: MOST_PIECES }
  return text
    .replace(ARRAY, (found) => {
      const numbers = found.match(/\d+/g)?.map(Number) ?? []
      return (numbers.length === 64 || numbers.length === 32) && numbers.every((n) => n < 256)
        ? REDACTED
        : found
    })
    .replace(BASE58, (run) => redactRun(run, budget))
    .replace(HEX, REDACTED)
    .replace(BASE64, (found) =>
      isSecretKey(new Uint8Array(Buffer.from(found, 'base64'))) ? REDACTED : found,
    )
}
