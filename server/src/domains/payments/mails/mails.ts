/**
 * E-mails about payments: the receipt to whoever paid, and to a user what became of a webhook. Each is written with
 * what it reports and tried again until a mail server has taken it. Sent again it is the same e-mail.
 */
import { NOTIFICATION_MAIL_DAYS, RECEIPT_MAILS_A_DAY, WEBHOOK_MAILS_A_DAY } from '@purser/contract/limits.ts'
import { formatFixed, formatUnits, SOL_DECIMALS, USD_DECIMALS } from '@purser/contract/money.ts'
import { DAY_MS } from '@purser/contract/time.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Jobs } from '../../../kernel/jobs.ts'
import type { Mail, Mailer } from '../../../ports/mail.ts'
import type { Accounts } from '../../accounts/index.ts'
import { listByIds } from '../payments.store.ts'
import { toLink } from '../view.ts'
import { listReceipts } from '../views.store.ts'
import * as store from './mails.store.ts'
import { mailJob } from './mails.worker.ts'
import { receiptText, formatTime, webhookChangedText, webhookOffText } from './texts.ts'

export type PaymentMailParts = {
  db: Db
  clock: Clock
  jobs: Jobs
  mailer: Mailer
  accounts: { profiles: Pick<Accounts['profiles'], 'get'> }
  publicUrl: URL
}
/** Verbs with a `tx` write in the caller's transaction: an e-mail is sent exactly when that commits, once. */
export type PaymentMails = {
  /** To the payer, if an address was given, within the day's limit. */
  addReceipt(tx: Db, payment: { userId: number; paymentId: number }): Promise<void>
  /** `origin`: of the webhook's address. */
  addWebhookOff(tx: Db, webhook: { userId: number; origin: string }): Promise<void>
  /** Within the day's limit, so that nobody drowns the change that matters in mails about others. */
  addWebhookChanged(tx: Db, change: WebhookChange): Promise<void>
  /** Sends it, unless a server has taken it. Rejects where none does. */
  send(mailId: number): Promise<void>
  /** Retries the e-mails that no server has taken yet. */
  sweep(): Promise<void>
}
/** `what`: the beginning of a sentence that says what was done to which webhook. `client`: the address it came from. */
type WebhookChange = { userId: number; what: string; moved: boolean; client: string }
type Addressed = Pick<Mail, 'to' | 'subject' | 'text'>

/** The sweep leaves out younger ones: they may be in progress. */
const UNDER_WAY_MS = 45_000
const SWEPT = 500

export function createPaymentMails(parts: PaymentMailParts): PaymentMails {
  return {
    addReceipt: (tx, payment) => addReceipt(parts, tx, payment),
    addWebhookOff: (tx, webhook) => addWebhookOff(parts, tx, webhook),
    addWebhookChanged: (tx, change) => addWebhookChanged(parts, tx, change),
    send: (mailId) => sendMail(parts, mailId),
    sweep: () => sweepMails(parts),
  }
}

const ago = ({ clock }: PaymentMailParts, ms: number): Date => new Date(clock.now() - ms)

async function queueMail({ jobs }: PaymentMailParts, handle: Db, mailId: number): Promise<void> {
  await jobs.send(mailJob, { mailId }, { db: handle, key: String(mailId) })
}

async function addReceipt(
  parts: PaymentMailParts,
  tx: Db,
  { userId, paymentId }: { userId: number; paymentId: number },
): Promise<void> {
  if ((await store.findPayerEmail(tx, paymentId)) === null) return
  const written = await store.lockAndCount(tx, { userId, kind: 'receipt', since: ago(parts, DAY_MS) })
  if (written >= RECEIPT_MAILS_A_DAY) return
  const createdAt = new Date(parts.clock.now())
  const id = await store.insertMail(tx, { userId, kind: 'receipt', paymentId, createdAt })
  if (id !== null) await queueMail(parts, tx, id)
}

async function addWebhookOff(
  parts: PaymentMailParts,
  tx: Db,
  { userId, origin }: { userId: number; origin: string },
): Promise<void> {
  const createdAt = new Date(parts.clock.now())
  const id = await store.insertMail(tx, { userId, kind: 'webhook_off', about: origin, createdAt })
  if (id !== null) await queueMail(parts, tx, id)
}

async function addWebhookChanged(
  parts: PaymentMailParts,
  tx: Db,
  { userId, what, moved, client }: WebhookChange,
): Promise<void> {
  const kind = 'webhook_changed'
  const written = await store.lockAndCount(tx, { userId, kind, since: ago(parts, DAY_MS) })
  if (written >= WEBHOOK_MAILS_A_DAY) return
  const createdAt = new Date(parts.clock.now())
  const waiting = moved ? ' Pending deliveries still go to the previous address.' : ''
  const isLast = written === WEBHOOK_MAILS_A_DAY - 1
  const silence = isLast
    ? ` This is the last of ${WEBHOOK_MAILS_A_DAY} such emails in 24 hours. For later changes, check your webhooks and the audit log under Activity.`
    : ''
  const about = `${what} on ${formatTime(createdAt)} from the IP address ${client}.${waiting}${silence}`
  const id = await store.insertMail(tx, { userId, kind, about, createdAt })
  if (id !== null) await queueMail(parts, tx, id)
}

async function sendMail(parts: PaymentMailParts, mailId: number): Promise<void> {
  const { db, clock, mailer } = parts
  const row = await store.findMail(db, mailId)
  if (!row || row.sentAt) return
  const mail = await composeMail(parts, row)
  if (mail) await mailer.deliver(mail, `payment-${mailId}`)
  await store.markSent(db, mailId, new Date(clock.now()))
}

async function sweepMails(parts: PaymentMailParts): Promise<void> {
  const [from, before] = [ago(parts, NOTIFICATION_MAIL_DAYS * DAY_MS), ago(parts, UNDER_WAY_MS)]
  for (const id of await store.listUnsent(parts.db, from, before, SWEPT)) await queueMail(parts, parts.db, id)
}

/** null: there is nobody to send it to any more. */
async function composeMail(parts: PaymentMailParts, row: store.MailRow): Promise<Addressed | null> {
  if (row.kind === 'receipt') return row.paymentId === null ? null : composeReceipt(parts, row.paymentId)
  const { email: to } = await parts.accounts.profiles.get(row.userId)
  const text = row.kind === 'webhook_off' ? webhookOffText : webhookChangedText
  return { to, ...text(row.about ?? '', new URL('/payments', parts.publicUrl).href) }
}

async function composeReceipt(
  { db, publicUrl }: PaymentMailParts,
  paymentId: number,
): Promise<Addressed | null> {
  const [row] = await listByIds(db, [paymentId])
  if (!row?.payerEmail) return null
  const receipts = await listReceipts(db, [paymentId])
  const final = receipts.filter(({ state, mint }) => state === 'final' && mint === SOL_MINT)
  const facts = {
    amountUsd: formatFixed(row.amountUsd, USD_DECIMALS, 2),
    receivedSol: formatUnits(row.receivedLamports, SOL_DECIMALS),
    signatures: final.map(({ signature }) => signature),
    reference: row.reference,
    link: toLink(publicUrl, row.reference),
    paidAt: row.paidAt,
  }
  return { to: row.payerEmail, ...receiptText(facts) }
}
