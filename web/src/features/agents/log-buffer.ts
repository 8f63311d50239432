import type { TerminalLog } from '@purser/contract/agents.ts'
import { LOG_BUFFER_KEPT, LOG_BUFFER_MOST } from '@purser/contract/limits.ts'

/**
 * Lines between the socket and the screen. A page that cannot draw, such as a hidden one, must not collect them without
 * end: what is trimmed here is read from the server when the page looks for missed lines.
 */
export function createLogBuffer() {
  let lines: TerminalLog[] = []
  return {
    add(line: TerminalLog): void {
      lines.push(line)
      if (lines.length > LOG_BUFFER_MOST) lines = lines.slice(-LOG_BUFFER_KEPT)
    },
    /** All of them, oldest first; none stays. */
    take(): TerminalLog[] {
      const taken = lines
      lines = []
      return taken
    },
  }
}
