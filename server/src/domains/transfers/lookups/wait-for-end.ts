/** Waits until an operation has ended, in this process or in another one. */
import { Fault } from '../../../kernel/fault.ts'
import type { Engine } from '../engine.ts'
import type { Operation } from '../kinds.ts'
import { findOperation, isFinal } from '../records/operations.store.ts'

/** The end of an operation in another process is noticed within this time. */
const POLL_MS = 1_000

export type EndQuery = {
  id: string
  ms: number
  signal?: AbortSignal | undefined
  /** True: the caller waits no longer. */
  enough?: (() => boolean) | undefined
}

/** See `Lookups`. An operation that runs here is not read again and again: its run reports how it ends. */
export async function waitForEnd(
  { db, bus, clock, waiters }: Pick<Engine, 'db' | 'bus' | 'clock' | 'waiters'>,
  { id, ms, signal, enough = () => false }: EndQuery,
): Promise<Operation> {
  const until = clock.monotonic() + ms
  for (;;) {
    const slice = Math.min(until - clock.monotonic(), POLL_MS)
    const began = clock.monotonic()
    const here = await waiters.next(id, slice, signal)
    if (here) return here
    const left = until - clock.monotonic()
    const isOver = left <= 0 || signal?.aborted === true || enough()
    // Nothing was reported in this time, and all that happens to it happens in this process.
    if (!isOver && waiters.has(id) && clock.monotonic() - began >= slice) continue
    const operation = await findOperation(db, id)
    if (!operation) throw new Fault('not_found', { what: 'Operation' })
    if (isFinal(operation.status) || isOver) return operation
    if (waiters.has(id)) continue
    await bus.waitFor(
      'operation.changed',
      (e) => e.operationId === id && isFinal(e.status),
      Math.min(left, POLL_MS),
    )
  }
}
