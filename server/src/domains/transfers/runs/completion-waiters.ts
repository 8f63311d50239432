/**
 * Operations that this process executes, and their ends: a caller that waits for one here need not read it from the
 * database.
 */
import type { Bus } from '../../../kernel/bus.ts'
import { type Clock, WOKEN } from '../../../kernel/clock.ts'
import type { Operation } from '../kinds.ts'
import { isFinal } from '../records/operations.store.ts'

export type CompletionWaiters = {
  /** Notes that a run begins. */
  begin(id: string): void
  /** Notes that the run is over, whether or not the operation is. */
  forget(id: string): void
  has(id: string): boolean
  /** Notes that this run has ended the operation, with the end committed. Called before it is published. */
  end(operation: Operation): void
  /**
   * Returns the operation once a run of this process has ended it. undefined: no such run is going, `ms` have passed,
   * or something else has ended it.
   */
  next(id: string, ms: number, signal?: AbortSignal): Promise<Operation | undefined>
}
type Callbacks = Set<(ended: Operation) => void>

export function createCompletionWaiters({ bus, clock }: { bus: Bus; clock: Clock }): CompletionWaiters {
  const running = new Map<string, Callbacks>()

  return {
    begin(id) {
      if (!running.has(id)) running.set(id, new Set())
    },
    forget: (id) => void running.delete(id),
    has: (id) => running.has(id),
    end(operation) {
      const waiting = running.get(operation.id)
      running.delete(operation.id)
      for (const callback of waiting ?? []) callback(operation)
    },
    async next(id, ms, signal) {
      const waiting = running.get(id)
      if (!waiting || ms <= 0 || signal?.aborted) return undefined
      const stop = new AbortController()
      let found: Operation | undefined
      const callback = (ended: Operation) => {
        found = ended
        stop.abort(WOKEN)
      }
      waiting.add(callback)
      const unsubscribe = bus.subscribe('operation.changed', (event) => {
        if (event.operationId === id && isFinal(event.status)) stop.abort(WOKEN)
      })
      await clock.sleep(ms, stop.signal)
      unsubscribe()
      waiting.delete(callback)
      return found
    },
  }
}
