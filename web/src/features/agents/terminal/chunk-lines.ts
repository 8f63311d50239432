import type { TerminalLog } from '@purser/contract/agents/agents.ts'

export type Chunk = { key: string; lines: TerminalLog[] }

/** Ids per chunk: about a screen of lines. */
const IDS = 32

/**
 * Groups lines by neighbouring ids. A chunk is stable while lines are added and dropped, so that a frame rerenders only the
 * first and the last.
 */
export function chunkLines(lines: TerminalLog[]): Chunk[] {
  const chunks: Chunk[] = []
  const used = new Set<string>()
  let last: number | undefined
  for (const line of lines) {
    const run = Math.floor(line.id / IDS)
    const open = run === last ? chunks.at(-1) : undefined
    last = run
    if (open) {
      open.lines.push(line)
      continue
    }
    const key = used.has(`${run}`) ? `${run} ${line.id}` : `${run}`
    used.add(key)
    chunks.push({ key, lines: [line] })
  }
  return chunks
}

/** Tells whether both hold the same lines. */
export const sameChunk = (a: TerminalLog[], b: TerminalLog[]) =>
  a.length === b.length && a.every((line, at) => line === b[at])
