/** The writes of a running operation: written one after another, while the chain is asked about the rest. */
import { type Bulk, conclude, type Outcomes } from './bulk-state.ts'

export type WriteQueue = ReturnType<typeof createWriteQueue>

export function createWriteQueue(bulk: Bulk) {
  let last: Promise<void> = Promise.resolve()
  let open = 0
  let broken: { error: unknown } | null = null
  const check = () => {
    if (broken) throw broken.error
  }
  function add(entry: () => Promise<void>): void {
    open++
    last = last
      .then(() => (broken ? undefined : entry()))
      .catch((error: unknown) => void (broken ??= { error }))
      .finally(() => open--)
  }
  return {
    /** Whether anything is still to be written. */
    get pending() {
      return open > 0
    },
    add,
    /** These have an outcome: they are not asked about any more. */
    conclude(outcomes: Outcomes): void {
      for (const transaction of outcomes.keys()) bulk.state.inFlight.delete(transaction)
      add(() => conclude(bulk, outcomes))
    },
    /** Throws what could not be written: nothing is written after it, and the operation is to be begun again. */
    check,
    async drained(): Promise<void> {
      await last
      check()
    },
  }
}
