import type { TerminalLog } from '@purser/contract/agents/agents.ts'

/** Lines on screen; the server stores all. */
export const LINES_ON_SCREEN = 500

const order = (a: TerminalLog, b: TerminalLog) =>
  a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : a.id - b.id

/**
 * Merges both without duplicates, oldest first, and keeps the newest 500. Lines that only this browser has have
 * negative ids.
 */
export function mergeLogs(shown: TerminalLog[], arrived: TerminalLog[]): TerminalLog[] {
  const known = new Set(shown.map((line) => line.id))
  const fresh: TerminalLog[] = []
  for (const line of arrived) {
    if (known.has(line.id)) continue
    known.add(line.id)
    fresh.push(line)
  }
  if (fresh.length === 0) return shown
  fresh.sort(order)
  const last = shown.at(-1)
  const first = fresh[0]
  const all = [...shown, ...fresh]
  if (last && first && order(last, first) > 0) all.sort(order)
  return all.slice(-LINES_ON_SCREEN)
}
