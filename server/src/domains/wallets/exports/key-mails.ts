/**
 * E-mails to the owner about keys that left in bulk or with a new wallet, came in, or were destroyed with funds, and about
 * what opens a way out for funds. Each is written with the event and retried until a mail server has taken it, so that an
 * outage delays it and loses none.
 */
import { DAY_MS } from '@purser/contract/time.ts'
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Jobs } from '../../../kernel/jobs.ts'
import type { Mailer } from '../../../ports/mail.ts'
import type { Accounts } from '../../accounts/index.ts'
import * as store from './exports.store.ts'
import { exportJob } from './exports.worker.ts'
import { keyEmail } from './emails.ts'

export type KeyMailParts = { db: Db; clock: Clock; jobs: Jobs; mailer: Mailer; accounts: Accounts }
export type KeyMails = ReturnType<typeof createKeyMails>
export type KeyEvent = Pick<store.ExportRow, 'userId' | 'kind' | 'wallets' | 'client'> & { about?: string }

/** Not swept while it may be in progress. */
const UNDER_WAY_MS = 45_000
/** An address is given up after this time. */
const GIVEN_UP_MS = 7 * DAY_MS

export function createKeyMails({ db, clock, jobs, mailer, accounts }: KeyMailParts) {
  const queue = (exportId: number, handle: Db) =>
    jobs.send(exportJob, { exportId }, { db: handle, key: String(exportId) })

  return {
    /** In the caller's transaction: the e-mail exists exactly when that commits. */
    async add(tx: Db, event: KeyEvent): Promise<void> {
      const at = new Date(clock.now())
      await queue(await store.insertExport(tx, { about: '', ...event, at }), tx)
    },

    /** Sends it, unless a server has taken it; rejects where none does. Sent again it is the same e-mail. */
    async send(exportId: number): Promise<void> {
      const row = await store.findExport(db, exportId)
      if (!row || row.mailedAt) return
      const { email } = await accounts.profiles.get(row.userId)
      await mailer.deliver({ to: email, ...keyEmail(row) }, `keys-${exportId}`)
      await store.markMailed(db, exportId, new Date(clock.now()))
    },

    /** Retries the e-mails that no server has taken yet. */
    async sweep(): Promise<void> {
      const ago = (ms: number) => new Date(clock.now() - ms)
      for (const id of await store.listUnmailed(db, ago(GIVEN_UP_MS), ago(UNDER_WAY_MS))) await queue(id, db)
    },
  }
}
