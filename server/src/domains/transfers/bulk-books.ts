/** The books of a running operation: written one after another, while the chain is asked about the rest. */
import { type Bulk, conclude, type Outcomes } from './bulk-state.ts'

export type Books = ReturnType<typeof createBooks>

export function createBooks(bulk: Bulk) {
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
    get open() {
      return open > 0
    },
    add,
    /** These have an outcome: they are not asked about any more. */
    write(outcomes: Outcomes): void {
      for (const flight of outcomes.keys()) bulk.state.flights.delete(flight)
      add(() => conclude(bulk, outcomes))
    },
    /** Throws what could not be written: nothing is written after it, and the operation is to be begun again. */
    check,
    async written(): Promise<void> {
      await last
      check()
    },
  }
}
