/**
 * Mails of what happened. They wait in the database, written with what they report, until a mail server has taken them: a
 * server that is away loses none, and no trade waits for it. What happens within a minute goes together. A process that
 * dies between the server's word and writing it down sends the same mail again under the same Message-ID.
 */
import { NOTIFICATION_MAIL_DAYS } from '@purser/contract/limits.ts'
import type { Db } from '../../db/client.ts'
import { type Clock, pause } from '../../kernel/clock.ts'
import { describe, type Log } from '../../kernel/log.ts'
import type { Heartbeat } from '../../kernel/heartbeat.ts'
import type { Mailer } from '../../ports/mail.ts'
import type { Accounts } from '../accounts/index.ts'
import { redactKeys } from '../wallets/index.ts'
import { letterOf } from './letter.ts'
import * as store from './letters.store.ts'

export type LetterParts = {
  db: Db
  clock: Clock
  log: Log
  heartbeat: Heartbeat
  mailer: Mailer
  accounts: Accounts
  /** Base of links in mails. */
  publicUrl: URL
  digestSeconds: number
}

const LOOK_MS = 1_000
const RETRY_MS = 15_000
const RETRY_MOST_MS = 3_600_000
const DAY_MS = 86_400_000
const STOP_MS = 3_000

export function createLetters(parts: LetterParts) {
  const { db, clock, log, heartbeat, mailer, accounts, publicUrl, digestSeconds } = parts
  const links = {
    consoleUrl: new URL('/dashboard', publicUrl).href,
    profileUrl: new URL('/profile#notifications', publicUrl).href,
  }
  let round: Promise<void> | null = null
  let ending = false
  let timer: NodeJS.Timeout | undefined

  async function send(letter: store.LetterRow): Promise<void> {
    const told = (await store.contents(db, letter.id)).map((mail) => ({
      ...mail,
      text: redactKeys(mail.text),
    }))
    if (told.length === 0) return store.drop(db, letter.id)
    const { email } = await accounts.profile(letter.userId)
    try {
      await mailer.deliver({ to: email, ...letterOf(told, links) }, letter.id)
    } catch (error) {
      const wait = Math.min(RETRY_MOST_MS, RETRY_MS * 2 ** Math.min(letter.tries, 12))
      log.warn({ ...describe(error), stack: undefined }, 'a mail of notifications waits for the mail server')
      return store.postpone(db, letter, new Date(clock.now() + wait))
    }
    await store.drop(db, letter.id)
  }

  async function sendAll(): Promise<void> {
    const now = new Date(clock.now())
    await store.gather(db, new Date(clock.now() - digestSeconds * 1_000), now)
    while (!ending) {
      const letter = await store.take(db, heartbeat, now)
      if (!letter) return
      await send(letter)
    }
  }

  return {
    start(): void {
      timer = setInterval(() => {
        round ??= sendAll()
          .catch((error: unknown) => log.warn(describe(error), 'mails of notifications wait'))
          .finally(() => (round = null))
      }, LOOK_MS)
    },

    /** What is being sent is waited for, a while. */
    async stop(): Promise<void> {
      ending = true
      clearInterval(timer)
      await Promise.race([round ?? Promise.resolve(), pause(STOP_MS)])
    },

    async sweep(): Promise<void> {
      const gone = await store.dropOlder(db, new Date(clock.now() - NOTIFICATION_MAIL_DAYS * DAY_MS))
      if (gone > 0) log.error({ mails: gone }, 'mails of notifications were given up: no server took them')
    },
  }
}
