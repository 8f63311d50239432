import type { TerminalLog } from '@purser/contract/agents.ts'

export type Chunk = { key: string; lines: TerminalLog[] }

/** Ids that share a chunk: where lines come thick, one chunk is about a screen. */
const IDS = 32

/**
 * The lines in runs of neighbouring ids. A run stays what it is while others come and go, so that a frame touches the
 * first and the last of them only.
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

/** Whether nothing of it changed. */
export const sameChunk = (a: TerminalLog[], b: TerminalLog[]) =>
  a.length === b.length && a.every((line, at) => line === b[at])
