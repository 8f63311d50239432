import { SYSTEM } from '../programs.ts'
import type { WireTransaction } from '../wire/parse.ts'

/**
 * What the runtime logs for transfers that succeed is the same two lines for each. Fetching them one by one
 * would cost a third of the execution, so bulk transfers are logged from here; a test holds them to the
 * runtime's own.
 */
const LINES = [`Program ${'1'.repeat(32)} invoke [1]`, `Program ${'1'.repeat(32)} success`]
const byCount = new Map<number, string[]>()

export function transferLogs(count: number): string[] {
  let logs = byCount.get(count)
  if (!logs) byCount.set(count, (logs = Array.from({ length: 2 * count }, (_, i) => LINES[i % 2]!)))
  return logs
}

/** The number of transfers that these very logs stand for. */
export const transfersLogged = (logs: string[]): number | undefined =>
  byCount.get(logs.length / 2) === logs ? logs.length / 2 : undefined

/** How many transfers a transaction makes, if it does nothing else. */
export function onlyTransfers(tx: WireTransaction): number | undefined {
  return tx.instructions.every((ix) => tx.keys[ix.program] === SYSTEM && ix.tag === 2)
    ? tx.instructions.length
    : undefined
}
