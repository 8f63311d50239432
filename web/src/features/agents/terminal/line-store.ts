import type { TerminalLog } from '@purser/contract/agents/agents.ts'
import { mergeLogs } from './merge-logs.ts'

/** The lines of a terminal outside React state: only the component that renders them updates with every frame. */
export function createLineStore() {
  let lines: TerminalLog[] = []
  /** How often it was cleared. */
  let clearings = 0
  const listeners = new Set<() => void>()
  const setLines = (next: TerminalLog[]) => {
    if (next === lines) return
    lines = next
    for (const listener of listeners) listener()
  }
  return {
    lines: () => lines,
    empty: () => lines.length === 0,
    clearings: () => clearings,
    /** Drops duplicates, sorts, and keeps the newest. */
    add: (arrived: TerminalLog[]) => setLines(mergeLogs(lines, arrived)),
    clear: () => {
      clearings++
      setLines([])
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type LineStore = ReturnType<typeof createLineStore>
