import type { Clock } from '../../kernel/clock.ts'
import { describe, type Log } from '../../kernel/log.ts'
import type { Accounts } from './accounts.service.ts'

const EVERY_MS = 1_000

/** Mails waiting codes as soon as they may go. Returns how to stop it. */
export function startCodeMail(
  accounts: Accounts,
  { clock, log }: { clock: Clock; log: Log },
): () => Promise<void> {
  const ending = new AbortController()
  const work = (async () => {
    while (!ending.signal.aborted) {
      await accounts
        .mailWaiting(ending.signal)
        .catch((error: unknown) => log.warn(describe(error), 'waiting codes could not be emailed'))
      await clock.sleep(EVERY_MS, ending.signal)
    }
  })()
  return async () => {
    ending.abort()
    await work
  }
}
