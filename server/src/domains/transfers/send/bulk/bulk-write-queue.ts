/** Database writes of a running bulk operation: one after another, while the chain is polled for the rest. */
import { type Bulk, writeOutcomes, type Outcomes } from './bulk-state.ts'

export type WriteQueue = ReturnType<typeof createWriteQueue>

export function createWriteQueue(bulk: Bulk) {
  let last: Promise<void> = Promise.resolve()
  let outstanding = 0
  let broken: { error: unknown } | null = null
  const check = () => {
    if (broken) throw broken.error
  }
  function add(entry: () => Promise<void>): void {
    outstanding++
    last = last
      .then(() => (broken ? undefined : entry()))
      .catch((error: unknown) => void (broken ??= { error }))
      .finally(() => outstanding--)
  }
  return {
    /** True: a write is outstanding. */
    get pending() {
      return outstanding > 0
    },
    add,
    /** Writes outcomes of transactions, which are not polled any more. */
    conclude(outcomes: Outcomes): void {
      for (const transaction of outcomes.keys()) bulk.state.inFlight.delete(transaction)
      add(() => writeOutcomes(bulk, outcomes))
    },
    /** Throws the error of a failed write: nothing is written after it, and the run has to start over. */
    check,
    /** Resolves when all is written; throws like `check`. */
    async drained(): Promise<void> {
      await last
      check()
    },
  }
}
