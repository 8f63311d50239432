import { SYSTEM } from '../../programs.ts'
import type { WireTransaction } from '../../wire/parse.ts'

/**
 * The runtime logs the same two lines for each successful transfer. Fetching them costs a third of the
 * execution, so the logs of bulk transfers are generated here; a test compares them with the runtime's.
 */
const LINES = [`Program ${'1'.repeat(32)} invoke [1]`, `Program ${'1'.repeat(32)} success`]
const byCount = new Map<number, string[]>()

export function transferLogs(count: number): string[] {
  let logs = byCount.get(count)
  if (!logs) byCount.set(count, (logs = Array.from({ length: 2 * count }, (_, i) => LINES[i % 2]!)))
  return logs
}

/** The number of transfers in these logs. */
export const transfersLogged = (logs: string[]): number | undefined =>
  byCount.get(logs.length / 2) === logs ? logs.length / 2 : undefined

/** The number of transfers of a transaction that does nothing else. */
export function onlyTransfers(tx: WireTransaction): number | undefined {
  return tx.instructions.every((ix) => tx.keys[ix.program] === SYSTEM && ix.tag === 2)
    ? tx.instructions.length
    : undefined
}
