/**
 * E-mails of notifications. They wait in the database, written with what they report, until a mail server has taken them:
 * while none is available nothing is lost, and no trade waits for it. Notifications within a minute share an e-mail. A
 * process that dies between the server's answer and its commit sends the same e-mail again under the same Message-ID.
 */
import { NOTIFICATION_MAIL_DAYS } from '@purser/contract/limits.ts'
import { DAY_MS, HOUR_MS } from '@purser/contract/time.ts'
import type { Db } from '../../db/client.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Heartbeat } from '../../kernel/heartbeat.ts'
import { describe, type Log } from '../../kernel/log.ts'
import { settledWithin } from '../../kernel/with-timeout.ts'
import type { Mailer } from '../../ports/mail.ts'
import type { Accounts } from '../accounts/index.ts'
import { redactKeys } from '../wallets/index.ts'
import { emailText } from './email-text.ts'
import * as store from './emails.store.ts'

export type EmailParts = {
  db: Db
  clock: Clock
  log: Log
  heartbeat: Heartbeat
  mailer: Mailer
  accounts: Accounts
  /** Base of links in e-mails. */
  publicUrl: URL
  digestSeconds: number
}

const POLL_MS = 1_000
const RETRY_MS = 15_000
const RETRY_MOST_MS = HOUR_MS
/** How long a stop waits for an e-mail that is being sent. */
const STOP_MS = 3_000

export function createEmails(parts: EmailParts) {
  const { db, clock, log, heartbeat, mailer, accounts, publicUrl, digestSeconds } = parts
  const links = {
    consoleUrl: new URL('/dashboard', publicUrl).href,
    profileUrl: new URL('/profile#notifications', publicUrl).href,
  }
  const ending = new AbortController()
  const { signal } = ending
  let polling: Promise<void> = Promise.resolve()

  async function send(email: store.EmailRow): Promise<void> {
    const entries = (await store.contents(db, email.id)).map((entry) => ({
      ...entry,
      text: redactKeys(entry.text),
    }))
    if (entries.length === 0) return store.drop(db, email.id)
    const { email: to } = await accounts.profiles.get(email.userId)
    try {
      await mailer.deliver({ to, ...emailText(entries, links) }, email.id)
    } catch (error) {
      const wait = Math.min(RETRY_MOST_MS, RETRY_MS * 2 ** Math.min(email.tries, 12))
      log.warn(
        { ...describe(error), stack: undefined },
        'an e-mail of notifications waits for the mail server',
      )
      return store.postpone(db, email, new Date(clock.now() + wait))
    }
    await store.drop(db, email.id)
  }

  async function sendAll(): Promise<void> {
    const now = new Date(clock.now())
    await store.gather(db, new Date(clock.now() - digestSeconds * 1_000), now)
    while (!signal.aborted) {
      const email = await store.claim(db, heartbeat, now)
      if (!email) return
      await send(email)
    }
  }

  async function poll(): Promise<void> {
    while (!signal.aborted) {
      await clock.sleep(POLL_MS, signal)
      if (signal.aborted) return
      await sendAll().catch((error: unknown) => log.warn(describe(error), 'e-mails of notifications wait'))
    }
  }

  return {
    start(): void {
      polling = poll()
    },

    async stop(): Promise<void> {
      ending.abort()
      await settledWithin(clock, STOP_MS, polling)
    },

    async sweep(): Promise<void> {
      const dropped = await store.dropOlder(db, new Date(clock.now() - NOTIFICATION_MAIL_DAYS * DAY_MS))
      if (dropped > 0)
        log.error({ mails: dropped }, 'e-mails of notifications were given up: no server took them')
    },
  }
}
