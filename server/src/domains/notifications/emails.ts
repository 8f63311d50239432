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
import { settledWithin } from '../../kernel/concurrency/with-timeout.ts'
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

export type Emails = {
  start(): void
  /** Gives the e-mail that is being sent a moment. */
  stop(): Promise<void>
  /** Gives up e-mails that no server took for too long. */
  sweep(): Promise<void>
}
type EmailState = EmailParts & {
  links: { consoleUrl: string; profileUrl: string }
  ending: AbortController
  polling: Promise<void>
}

export function createEmails(parts: EmailParts): Emails {
  const state: EmailState = {
    ...parts,
    links: {
      consoleUrl: new URL('/dashboard', parts.publicUrl).href,
      profileUrl: new URL('/profile#notifications', parts.publicUrl).href,
    },
    ending: new AbortController(),
    polling: Promise.resolve(),
  }
  return {
    start: () => void (state.polling = pollEmails(state)),
    stop: () => stopEmails(state),
    sweep: () => sweepEmails(state),
  }
}

async function pollEmails(state: EmailState): Promise<void> {
  const { clock, log, ending } = state
  const { signal } = ending
  while (!signal.aborted) {
    await clock.sleep(POLL_MS, signal)
    if (signal.aborted) return
    await sendEmails(state).catch((error: unknown) =>
      log.warn(describe(error), 'notification emails are waiting'),
    )
  }
}

async function stopEmails({ clock, ending, polling }: EmailState): Promise<void> {
  ending.abort()
  await settledWithin(clock, STOP_MS, polling)
}

async function sweepEmails({ db, clock, log }: EmailState): Promise<void> {
  const dropped = await store.dropOlder(db, new Date(clock.now() - NOTIFICATION_MAIL_DAYS * DAY_MS))
  if (dropped > 0)
    log.error({ mails: dropped }, 'notification emails were dropped: no mail server accepted them')
}

/** Sends what is due, one e-mail after another. */
async function sendEmails(state: EmailState): Promise<void> {
  const { db, clock, heartbeat, ending, digestSeconds } = state
  const now = new Date(clock.now())
  await store.gather(db, new Date(clock.now() - digestSeconds * 1_000), now)
  while (!ending.signal.aborted) {
    const email = await store.claim(db, heartbeat, now)
    if (!email) return
    await sendEmail(state, email)
  }
}

async function sendEmail(state: EmailState, email: store.EmailRow): Promise<void> {
  const { db, clock, log, mailer, accounts, links } = state
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
    log.warn({ ...describe(error), stack: undefined }, 'a notification email is waiting for the mail server')
    return store.postpone(db, email, new Date(clock.now() + wait))
  }
  await store.drop(db, email.id)
}
