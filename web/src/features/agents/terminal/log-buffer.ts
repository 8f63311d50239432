import type { TerminalLog } from '@purser/contract/agents/agents.ts'
import { LOG_BUFFER_KEPT, LOG_BUFFER_MOST } from '@purser/contract/limits.ts'

/**
 * Buffers lines between the socket and the next frame. A page that does not render, such as a hidden one, must not
 * collect them without bound: the next poll reads dropped lines from the server.
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
