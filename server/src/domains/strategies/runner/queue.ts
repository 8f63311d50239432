/** Serialises the work on each strategy. */
import { isFault } from '../../../kernel/fault.ts'
import { describe, type Log } from '../../../kernel/log.ts'
import type { Entry } from './entry.ts'

/** Resolves once the work is done or was skipped, and never rejects: an error goes to `failed`, or to the log. */
export type Enqueue = (
  entry: Entry,
  work: () => Promise<void>,
  failed?: (error: unknown) => void,
) => Promise<void>

export function createQueue({ log, signal }: { log: Log; signal: AbortSignal }): Enqueue {
  const logged = (entry: Entry) => (error: unknown) => {
    if (!isFault(error) || error.status < 500)
      log.error({ strategy: entry.row.id, ...describe(error) }, 'a step failed and is retried')
  }
  return (entry, work, failed = logged(entry)) => {
    entry.queued++
    entry.busy = entry.busy
      .then(() => (entry.gone || signal.aborted ? undefined : work()))
      .catch(failed)
      .finally(() => void entry.queued--)
    return entry.busy
  }
}
