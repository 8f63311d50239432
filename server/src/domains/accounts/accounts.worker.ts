import { pause } from '../../kernel/clock.ts'
import { describe, type Log } from '../../kernel/log.ts'
import type { Accounts } from './accounts.service.ts'

const EVERY_MS = 1_000

/** Mails the codes that wait as soon as they may go. Answers what stops it, once it is at rest. */
export function startCodeMail(accounts: Accounts, log: Log): () => Promise<void> {
  const ending = new AbortController()
  const work = (async () => {
    while (!ending.signal.aborted) {
      await accounts
        .mailWaiting(ending.signal)
        .catch((error: unknown) => log.warn(describe(error), 'codes that wait could not be mailed'))
      await pause(EVERY_MS, ending.signal)
    }
  })()
  return async () => {
    ending.abort()
    await work
  }
}
