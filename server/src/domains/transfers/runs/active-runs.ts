/**
 * The operations that this process executes, each in one run under its owner name. An operation that was lost to another
 * process and came back has a new owner name: its former run ends, and a new one starts from the database. Until the
 * former run has noticed, its writes fail, as each requires the owner name.
 */
import type { Clock } from '../../../kernel/clock.ts'
import { describe, type Log } from '../../../kernel/log.ts'
import type { CompletionWaiters } from './completion-waiters.ts'
import type { OwnedOperation } from '../records/operations.store.ts'

/** The pause before a failed run starts again. */
const RESTART_MS = 1_000

/** `isNew`: this process has just written the operation, so nothing of it is signed yet. */
export type RunOwner = { owner: string; signal: AbortSignal; isNew: boolean }
type Run = { owner: string; ending: AbortController }

export type ActiveRunsParts = {
  clock: Clock
  log: Log
  waiters: Pick<CompletionWaiters, 'begin' | 'forget'>
  execute(operation: OwnedOperation, owner: RunOwner): Promise<void>
}
export type ActiveRuns = {
  /** Starts a run, unless one is going under this very owner name. */
  run(operation: OwnedOperation, isNew?: boolean): void
  isRunning(id: string, owner: string): boolean
  /** Ends all runs and leaves their operations open. */
  interrupt(): void
  /** Does the same, and starts no more. */
  stop(): Promise<void>
}

export function createActiveRuns({ clock, log, waiters, execute }: ActiveRunsParts): ActiveRuns {
  const current = new Map<string, Run>()
  const going = new Set<Promise<void>>()
  let stopped = false

  /** A failed run starts again: the operation stays open and owned by this process. */
  async function persist(operation: OwnedOperation, first: RunOwner): Promise<void> {
    for (let holder = first; !holder.signal.aborted; holder = { ...first, isNew: false }) {
      try {
        return await execute(operation, holder)
      } catch (error) {
        log.error(
          { operation: operation.id, ...describe(error) },
          'the run of an operation failed; it starts again',
        )
        await clock.sleep(RESTART_MS, holder.signal)
      }
    }
  }

  function interrupt(): void {
    for (const { ending } of current.values()) ending.abort()
  }

  return {
    run(operation, isNew = false) {
      const { id, owner } = operation
      const former = current.get(id)
      if (stopped || owner === null || former?.owner === owner) return
      former?.ending.abort()
      const mine: Run = { owner, ending: new AbortController() }
      current.set(id, mine)
      waiters.begin(id)
      const done = persist(operation, { owner, signal: mine.ending.signal, isNew }).finally(() => {
        going.delete(done)
        if (current.get(id) !== mine) return
        current.delete(id)
        waiters.forget(id)
      })
      going.add(done)
    },

    interrupt,
    isRunning: (id, owner) => current.get(id)?.owner === owner,

    async stop() {
      stopped = true
      interrupt()
      await Promise.allSettled(going)
    },
  }
}
