import type { TerminalLog } from '@purser/contract/agents.ts'
import { LOG_BUFFER_KEPT, LOG_BUFFER_MOST } from '@purser/contract/limits.ts'

/**
 * Lines between the socket and the next frame. A page that does not render, such as a hidden one, must not collect them
 * without bound: what is dropped here is read from the server by the next poll.
 */
export function createLogBuffer() {
  let lines: TerminalLog[] = []
  return {
    add(line: TerminalLog): void {
      lines.push(line)
      if (lines.length > LOG_BUFFER_MOST) lines = lines.slice(-LOG_BUFFER_KEPT)
    },
    /** Empties the buffer; oldest first. */
    take(): TerminalLog[] {
      const taken = lines
      lines = []
      return taken
    },
  }
}
