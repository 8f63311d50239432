/** Operations that this process executes, and their ends: who waits for one here need not read it from the database. */
import type { Bus } from '../../../kernel/bus.ts'
import { type Clock, WOKEN } from '../../../kernel/clock.ts'
import type { Operation } from '../kinds.ts'
import { isFinal } from '../records/transfers.store.ts'

export type Ends = ReturnType<typeof createEnds>
type Waiting = Set<(ended: Operation) => void>

export function createEnds({ bus, clock }: { bus: Bus; clock: Clock }) {
  const running = new Map<string, Waiting>()

  return {
    /** A run begins. */
    began(id: string): void {
      if (!running.has(id)) running.set(id, new Set())
    },
    /** The run is over, whether or not the operation is. */
    over: (id: string): void => void running.delete(id),
    has: (id: string): boolean => running.has(id),
    /** This run has ended the operation, and that is committed. Called before it is published. */
    ended(operation: Operation): void {
      const waiting = running.get(operation.id)
      running.delete(operation.id)
      for (const callback of waiting ?? []) callback(operation)
    },

    /**
     * The operation as a run of this process has ended it. undefined: no such run is going, `ms` have passed, or
     * something else has ended it.
     */
    async next(id: string, ms: number, signal?: AbortSignal): Promise<Operation | undefined> {
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
