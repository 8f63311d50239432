/** Redacts whatever decodes as a secret key before a text is stored, logged or sent to a model. */
import {
  BASE58_KEYS as BASE58,
  BASE64_KEYS as BASE64,
  HEX_KEYS as HEX,
  NUMBER_LISTS as NUMBERS,
  REDACTED,
} from '@purser/contract/wallets/key-shapes.ts'
import { fromBase58, isSecretKey } from '../keys/keys.ts'
import { findPhrases } from './seed-phrase.ts'

/** Most pieces of a text that are checked: far more than an honest text has, and few enough to be quick. */
const MOST_PIECES = 200
const BROKEN_PIECES = 100
type Budget = { left: number }

/** Invisible characters, which could split a key. */
const UNSEEN = /(?<=[\w+/=,\]])[\u00ad\u200b-\u200d\u2060\ufeff]+(?=[\w+/=,[])/g
const PEM = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g
/** Possible lengths of 64 bytes in base58. */
const BASE58_LENGTHS = [88, 87, 86, 85]
const BASE64_LENGTHS = [86]
/** Bytes as separate pairs of hex digits. */
const HEX_BYTES =
  /(?<![0-9A-Za-z])(?:0x|\\x)?[0-9a-fA-F]{2}(?:(?:[\s,:;_-]{1,4}(?:0x|\\x)?|\\x|0x)[0-9a-fA-F]{2}){31,}(?![0-9A-Za-z])/g
const FEWEST_BYTES = 32
/** A key broken into lines. Looked for at the start of a run alone: from each of its letters takes the square of its length. */
const BROKEN = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{12,}={0,2}(?:[ \t]*\r?\n[ \t]*[A-Za-z0-9+/_-]+={0,2})+/g

type Spelling = { lengths: number[]; read(text: string): Uint8Array | null }
const base58: Spelling = { lengths: BASE58_LENGTHS, read: fromBase58 }
const base64: Spelling = {
  lengths: BASE64_LENGTHS,
  read: (text) => new Uint8Array(Buffer.from(text, 'base64')),
}

/** A key may be inside a longer run of letters. A run with too many pieces to check is redacted whole. */
function redactRun(run: string, { lengths, read }: Spelling, budget: Budget): string {
  const shortest = lengths.at(-1) ?? 0
  for (let start = 0; start + shortest <= run.length; start++)
    for (const length of lengths) {
      if (start + length > run.length) continue
      if (budget.left-- <= 0) return REDACTED
      const bytes = read(run.slice(start, start + length))
      if (!bytes || !isSecretKey(bytes)) continue
      const rest = run.slice(start + length).replace(/^=+/, '')
      return run.slice(0, start) + REDACTED + redactRun(rest, { lengths, read }, budget)
    }
  return run
}

/** Only the bytes of a key within a list of numbers are redacted. */
function redactNumbers(list: string, budget: Budget): string {
  const places = [...list.matchAll(/\d+/g)].map((m) => ({
    at: m.index,
    end: m.index + m[0].length,
    n: Number(m[0]),
  }))
  for (let i = 0; i + 64 <= places.length; i++) {
    const part = places.slice(i, i + 64)
    if (part.some(({ n }) => n > 255)) continue
    if (budget.left-- <= 0) return REDACTED
    if (!isSecretKey(Uint8Array.from(part, ({ n }) => n))) continue
    const [from, to] = [part[0]?.at ?? 0, part[63]?.end ?? 0]
    return redactNumbers(list.slice(0, from), budget) + REDACTED + redactNumbers(list.slice(to), budget)
  }
  let run = 0
  for (const { n } of places) {
    run = n < 256 ? run + 1 : 0
    if (run === FEWEST_BYTES) return REDACTED
  }
  return list
}

/** Whether there is a key in this text without blanks, as far as the budget goes. */
const holdsKey = (text: string, budget: Budget): boolean =>
  (text.match(BASE58) ?? []).some((run) => redactRun(run, base58, budget) !== run) ||
  (text.match(BASE64) ?? []).some((run) => redactRun(run, base64, budget) !== run)

/** Keys that appear only once lines are joined; one in a line of its own is redacted by itself. */
function redactBroken(lines: string): string {
  const budget = { left: BROKEN_PIECES }
  if (lines.split('\n').some((line) => line.length > 84)) return lines
  const found = holdsKey(lines.replaceAll(/[\s=]+/g, ''), budget)
  return found && budget.left > 0 ? REDACTED : lines
}

function redactPhrases(text: string): string {
  let [clean, end] = ['', 0]
  for (const phrase of findPhrases(text)) {
    clean += text.slice(end, phrase.start) + REDACTED
    end = phrase.end
  }
  return clean + text.slice(end)
}

export function redactKeys(text: string): string {
  const budget = { left: MOST_PIECES }
  return redactPhrases(
    text
      .replace(UNSEEN, '')
      .replace(PEM, REDACTED)
      .replace(NUMBERS, (list) => redactNumbers(list, budget))
      .replace(/\[?\s*\[REDACTED\]\s*\]/g, REDACTED)
      .replace(HEX_BYTES, REDACTED)
      .replace(BROKEN, redactBroken)
      .replace(BASE58, (run) => redactRun(run, base58, budget))
      .replace(HEX, REDACTED)
      .replace(BASE64, (run) => redactRun(run, base64, budget)),
  )
}
