/**
 * The operations that this process carries out, each by one run under the name that the operation has for its owner. One
 * that was lost to another process and came back has a new name: its former run ends, and the new one begins from what
 * the database knows. Until the former has noticed, none of its writes is taken, for they all name their owner.
 */
import { pause } from '../../kernel/clock.ts'
import { describe, type Log } from '../../kernel/log.ts'
import type { OperationRow } from './transfers.store.ts'

/** Between two tries of a run that broke off. */
const AGAIN_MS = 1_000

export type Holder = { owner: string; signal: AbortSignal }
type Run = { owner: string; ending: AbortController }

export function createRuns(execute: (operation: OperationRow, holder: Holder) => Promise<void>, log: Log) {
  const current = new Map<string, Run>()
  const going = new Set<Promise<void>>()
  let stopped = false

  /** Whatever breaks off is begun again: the operation stays open and this process's. */
  async function persist(operation: OperationRow, holder: Holder): Promise<void> {
    while (!holder.signal.aborted) {
      try {
        return await execute(operation, holder)
      } catch (error) {
        log.error(
          { operation: operation.id, ...describe(error) },
          'carrying out an operation broke off; it is taken up again',
        )
        await pause(AGAIN_MS, holder.signal)
      }
    }
  }

  return {
    /** Begins to carry it out, unless that is being done under this very name. */
    run(operation: OperationRow): void {
      const { id, owner } = operation
      const former = current.get(id)
      if (stopped || owner === null || former?.owner === owner) return
      former?.ending.abort()
      const mine: Run = { owner, ending: new AbortController() }
      current.set(id, mine)
      const done = persist(operation, { owner, signal: mine.ending.signal }).finally(() => {
        going.delete(done)
        if (current.get(id) === mine) current.delete(id)
      })
      going.add(done)
    },

    /** Breaks all of them off where they stand. */
    async stop(): Promise<void> {
      stopped = true
      for (const { ending } of current.values()) ending.abort()
      await Promise.allSettled(going)
    },
  }
}
