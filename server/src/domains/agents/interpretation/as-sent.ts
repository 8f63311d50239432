/** The parts of an instruction by their place in the text as it was sent: what was read of it has no keys any more. */
import type { ReadingPart } from '@purser/contract/agents/reading.ts'
import { REDACTED } from '@purser/contract/wallets/key-shapes.ts'

/** No secret key is shorter, in whatever way it is written. */
const SHORTEST_KEY = 20

/** `read`: it without blanks around it, with keys struck out, and without letters that cannot be seen. */
export function asSent(whole: string, read: string, parts: ReadingPart[]): ReadingPart[] {
  const sent = whole.trimEnd()
  if (sent === read) return parts
  const blanks = sent.length - sent.trimStart().length
  if (blanks > 0)
    return asSent(sent.slice(blanks), read, parts).map((part) => ({
      ...part,
      from: part.from + blanks,
      to: part.to + blanks,
    }))
  const places = mapOffsets(sent, read)
  return parts.map((part) => ({
    ...part,
    from: places.from[part.from] ?? sent.length,
    to: part.to === 0 ? 0 : (places.to[part.to] ?? sent.length),
  }))
}

/** For each offset in `read`, where what follows it begins in `sent`, and where what goes before it ends there. */
function mapOffsets(sent: string, read: string): { from: number[]; to: number[] } {
  const [from, to]: [number[], number[]] = [[], []]
  const pieces = read.split(REDACTED)
  let [at, end] = [0, 0]
  for (const [i, piece] of pieces.entries()) {
    const isLast = i === pieces.length - 1
    // After a key: the last piece ends with the text, and others stand where they are found first.
    if (i > 0) {
      const begin = isLast
        ? beginOfEnd(sent, piece)
        : find(sent, piece, at + (sent.startsWith(REDACTED, at) ? REDACTED.length : SHORTEST_KEY))
      const begun = Math.max(at, begin)
      for (let n = 0; n < REDACTED.length; n++) {
        from[end + n] = at
        to[end + n + 1] = begun
      }
      end += REDACTED.length
      at = begun
    }
    for (const letter of piece) {
      const found = sent.indexOf(letter, at)
      const place = found === -1 ? at : found
      for (let n = 0; n < letter.length; n++) {
        from[end + n] = place + n
        to[end + n + 1] = place + n + 1
      }
      end += letter.length
      at = place + letter.length
    }
  }
  return { from, to }
}

/** The start of the piece at the end of the text, skipping letters that were left out. */
function beginOfEnd(sent: string, piece: string): number {
  let at = sent.length
  for (const letter of [...piece].reverse()) {
    const found = sent.lastIndexOf(letter, at - letter.length)
    if (found !== -1) at = found
  }
  return at
}

const find = (sent: string, piece: string, from: number): number => {
  const found = sent.indexOf(piece, from)
  return found === -1 ? Math.min(from, sent.length) : found
}
