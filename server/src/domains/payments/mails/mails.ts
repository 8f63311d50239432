/**
 * E-mails about payments: the receipt to whoever paid, and to a user what became of a webhook. Each is written with
 * what it reports and tried again until a mail server has taken it. Sent again it is the same e-mail.
 */
import { NOTIFICATION_MAIL_DAYS, RECEIPT_MAILS_A_DAY, WEBHOOK_MAILS_A_DAY } from '@purser/contract/limits.ts'
import { formatFixed, formatUnits, SOL_DECIMALS, USD_DECIMALS } from '@purser/contract/money.ts'
import { DAY_MS } from '@purser/contract/time.ts'
import { SOL_MINT } from '@purser/contract/tokens.ts'
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Jobs } from '../../../kernel/jobs.ts'
import type { Mail, Mailer } from '../../../ports/mail.ts'
import type { Accounts } from '../../accounts/index.ts'
import { listByIds } from '../payments.store.ts'
import { linkOf } from '../view.ts'
import { receiptsOf } from '../views.store.ts'
import * as store from './mails.store.ts'
import { mailJob } from './mails.worker.ts'
import { receiptText, timeOf, webhookChangedText, webhookOffText } from './texts.ts'

export type PaymentMailParts = {
  db: Db
  clock: Clock
  jobs: Jobs
  mailer: Mailer
  accounts: { profiles: Pick<Accounts['profiles'], 'get'> }
  publicUrl: URL
}
export type PaymentMails = ReturnType<typeof createPaymentMails>

/** Not swept while it may be in progress. */
const UNDER_WAY_MS = 45_000
const SWEPT = 500

export function createPaymentMails({ db, clock, jobs, mailer, accounts, publicUrl }: PaymentMailParts) {
  const ago = (ms: number) => new Date(clock.now() - ms)
  const queue = (mailId: number, handle: Db) =>
    jobs.send(mailJob, { mailId }, { db: handle, key: String(mailId) })

  /** null: there is nobody to send it to any more. */
  async function receipt(paymentId: number): Promise<Pick<Mail, 'to' | 'subject' | 'text'> | null> {
    const [row] = await listByIds(db, [paymentId])
    if (!row?.payerEmail) return null
    const receipts = await receiptsOf(db, [paymentId])
    const final = receipts.filter(({ state, mint }) => state === 'final' && mint === SOL_MINT)
    const facts = {
      amountUsd: formatFixed(row.amountUsd, USD_DECIMALS, 2),
      receivedSol: formatUnits(row.receivedLamports, SOL_DECIMALS),
      signatures: final.map(({ signature }) => signature),
      reference: row.reference,
      link: linkOf(publicUrl, row.reference),
      paidAt: row.paidAt,
    }
    return { to: row.payerEmail, ...receiptText(facts) }
  }

  async function mailOf(row: store.MailRow): Promise<Pick<Mail, 'to' | 'subject' | 'text'> | null> {
    if (row.kind === 'receipt') return row.paymentId === null ? null : receipt(row.paymentId)
    const { email: to } = await accounts.profiles.get(row.userId)
    const text = row.kind === 'webhook_off' ? webhookOffText : webhookChangedText
    return { to, ...text(row.about ?? '', new URL('/payments', publicUrl).href) }
  }

  return {
    /** In the caller's transaction: a receipt is sent exactly when that commits, once, and within the day's limit. */
    async addReceipt(tx: Db, { userId, paymentId }: { userId: number; paymentId: number }): Promise<void> {
      if ((await store.payerOf(tx, paymentId)) === null) return
      const written = await store.lockAndCount(tx, { userId, kind: 'receipt', since: ago(DAY_MS) })
      if (written >= RECEIPT_MAILS_A_DAY) return
      const createdAt = new Date(clock.now())
      const id = await store.insertMail(tx, { userId, kind: 'receipt', paymentId, createdAt })
      if (id !== null) await queue(id, tx)
    },

    /** In the caller's transaction. */
    async addWebhookOff(tx: Db, { userId, origin }: { userId: number; origin: string }): Promise<void> {
      const createdAt = new Date(clock.now())
      const id = await store.insertMail(tx, { userId, kind: 'webhook_off', about: origin, createdAt })
      if (id !== null) await queue(id, tx)
    },

    /**
     * In the caller's transaction. `what` was done to which webhook, without its end. `client`: the address it was asked
     * from. Within the day's limit, so that nobody drowns the change that matters in mails about others.
     */
    async addWebhookChanged(
      tx: Db,
      { userId, what, moved, client }: { userId: number; what: string; moved: boolean; client: string },
    ): Promise<void> {
      const written = await store.lockAndCount(tx, { userId, kind: 'webhook_changed', since: ago(DAY_MS) })
      if (written >= WEBHOOK_MAILS_A_DAY) return
      const createdAt = new Date(clock.now())
      const waiting = moved ? ' What was waiting still goes to the former address.' : ''
      const isLast = written === WEBHOOK_MAILS_A_DAY - 1
      const silence = isLast
        ? ` This is the last of ${WEBHOOK_MAILS_A_DAY} such e-mails within a day: look at your webhooks, and at the audit log under Activity for later changes.`
        : ''
      const about = `${what} on ${timeOf(createdAt)} from the address ${client}.${waiting}${silence}`
      const id = await store.insertMail(tx, { userId, kind: 'webhook_changed', about, createdAt })
      if (id !== null) await queue(id, tx)
    },

    /** Sends it, unless a server has taken it; rejects where none does. */
    async send(mailId: number): Promise<void> {
      const row = await store.findMail(db, mailId)
      if (!row || row.sentAt) return
      const mail = await mailOf(row)
      if (mail) await mailer.deliver(mail, `payment-${mailId}`)
      await store.markSent(db, mailId, new Date(clock.now()))
    },

    /** Tries what no server has taken yet again. */
    async sweep(): Promise<void> {
      const waiting = await store.listUnsent(
        db,
        ago(NOTIFICATION_MAIL_DAYS * DAY_MS),
        ago(UNDER_WAY_MS),
        SWEPT,
      )
      for (const id of waiting) await queue(id, db)
    },
  }
}
