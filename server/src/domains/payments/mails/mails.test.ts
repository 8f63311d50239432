// On PostgreSQL as well.
/** Receipts to payers: sent once each, whatever the mail server does, with nothing of the desk's owner. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RECEIPT_MAILS_A_DAY, WEBHOOK_MAILS_A_DAY } from '@purser/contract/limits.ts'
import { acceptPayment, createPaymentLink } from '@purser/contract/payments/payments.ts'
import { DAY_MS } from '@purser/contract/time.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { changeWebhook, createWebhook, deleteWebhook, renewWebhookSecret } from '@purser/contract/webhooks.ts'
import { sql } from 'drizzle-orm'
import { systemClock } from '../../../kernel/clock.ts'
import { startJobs } from '../../../kernel/jobs.ts'
import { createLog } from '../../../kernel/log.ts'
import { startTestDesk, until, type User } from '../../../test/harness.ts'
import { startMailServer } from '../../../test/mail-server.ts'
import { paymentReceipts } from '../payments.tables.ts'
import { receiptText } from './texts.ts'
import { createPaymentMails } from './mails.ts'

const server = await startMailServer()
const desk = await startTestDesk({ network: 'none', env: { SMTP_URL: server.url } })
const { db } = desk.database
desk.readCode = (email) => server.newestCode(email)

/** A link with something received, which its owner accepts: it is paid. */
async function paid({ token }: User, payerEmail: string, name = 'Pat Payer') {
  const body = { amount_usd: '1234.5', payer_email: payerEmail, payer_name: name }
  const link = (await desk.call(createPaymentLink, { token, body })).ok
  await db.insert(paymentReceipts).values({
    paymentId: link.id,
    recipient: link.wallet.address as never,
    signature: `signature-of-${link.id}`,
    state: 'final',
    mint: SOL_MINT,
    amount: 5_000_000_001n,
    decimals: 9,
    slot: 1n,
    at: new Date(),
  })
  await db.execute(
    sql`update payments set received = true, received_lamports = 5000000001 where id = ${link.id}`,
  )
  const accepted = await desk.call(acceptPayment, { token, params: { id: link.id }, body: {} })
  assert.equal(accepted.ok.data.payment.status, 'paid')
  return link
}

test('a payer gets one receipt, which says what was paid and nothing of the owner', async () => {
  const user = await desk.signUp()
  const link = await paid(user, 'payer@example.org')
  const mail = await until('the receipt', () => server.to('payer@example.org')[0])
  assert.equal(mail.subject, 'Receipt for your payment of $1234.50')
  assert.ok(mail.text.includes('Received: 5.000000001 SOL'))
  for (const part of [`signature-of-${link.id}`, link.reference_id, link.payment_link])
    assert.ok(mail.text.includes(part), part)
  for (const part of [user.email, link.wallet.address, 'Payments', 'Pat Payer'])
    assert.ok(!mail.text.includes(part), part)
  await until('it is recorded', async () => (await readSent(user)).join() === 'true')
})

async function readSent(user: User): Promise<boolean[]> {
  const { rows } = (await db.execute(
    sql`select sent_at is not null as sent from payment_mails where user_id = ${user.id} order by id`,
  )) as { rows: { sent: boolean }[] }
  return rows.map(({ sent }) => sent)
}

test('a mail server that is away delays a receipt, and loses none', async () => {
  const user = await desk.signUp()
  server.behave('refuse')
  await paid(user, 'late@example.org')
  const before = server.asked()
  await until('it was asked', () => server.asked() > before)
  assert.deepEqual(server.to('late@example.org'), [])
  server.behave('well')
  // The sweep of each minute does the same.
  const jobs = await startJobs(desk.database.jobs, createLog('silent'))
  const clock = { ...systemClock, now: () => desk.clock.now() + 60_000 }
  const mails = createPaymentMails({ ...mailParts, db, clock, jobs })
  await mails.sweep()
  await jobs.stop()
  const [mail, ...more] = await until('the receipt', () => {
    const found = server.to('late@example.org')
    return found.length > 0 && found
  })
  await until('it is recorded', async () => (await readSent(user)).every(Boolean))
  assert.deepEqual([more, mail?.subject], [[], 'Receipt for your payment of $1234.50'])
})
/** The parts that a sweep does not use. */
const mailParts = {
  mailer: { send: never, deliver: never, forget: never, healthy: never },
  accounts: { profiles: { get: never } },
  publicUrl: new URL('http://127.0.0.1:3000'),
}
function never(): never {
  throw new Error('not to be used')
}

test('so many receipts are mailed a day and no more, and none where no address was given', async () => {
  const user = await desk.signUp()
  const at = new Date(desk.clock.now()).toISOString()
  await db.execute(sql`insert into payment_mails (user_id, kind, created_at, sent_at)
    select ${user.id}, 'receipt', ${at}::timestamptz, ${at}::timestamptz
      from generate_series(1, ${RECEIPT_MAILS_A_DAY - 1})`)
  await Promise.all([1, 2, 3].map((n) => paid(user, `many-${n}@example.org`)))
  await paid(user, '')
  const count = async () => (await readSent(user)).length
  assert.equal(await count(), RECEIPT_MAILS_A_DAY)
  desk.clock.move(DAY_MS + 60_000)
  await paid(user, 'tomorrow@example.org')
  await until('the receipt of the next day', () => server.to('tomorrow@example.org')[0])
  assert.equal(await count(), RECEIPT_MAILS_A_DAY + 1)
})

test('no address and no name of a payer puts a line into the head of a mail', async () => {
  const user = await desk.signUp()
  const { token } = user
  for (const payer_email of [
    'a@example.org\r\nBcc: b@example.org',
    'a@example.org,b@example.org',
    'a b@example.org',
  ]) {
    const refused = await desk.call(createPaymentLink, { token, body: { amount_usd: 1, payer_email } })
    assert.equal(refused.status, 400, payer_email)
  }
  const { subject } = receiptText({
    amountUsd: '1.00',
    receivedSol: '1',
    signatures: Array.from({ length: 30 }, (_, n) => `signature ${n}`),
    reference: 'reference',
    link: 'https://desk.example/pay/reference',
    paidAt: null,
  })
  assert.ok(!/[\r\n]/.test(subject))
})

test('what is done to a webhook is mailed to its owner, with no more of its address than the origin', async () => {
  const user = await desk.signUp()
  const { token } = user
  const mailed = async (n: number) => {
    const about = () => server.to(user.email).filter(({ subject }) => subject.includes('webhook'))
    const mails = await until(`mail ${n}`, () => about().length === n && about())
    return mails.at(-1)?.text.split('\n')[0] ?? ''
  }
  const [first, second] = ['https://shop.example/in?secret=abc', 'https://thief.example/out?secret=def']
  const { id } = (await desk.call(createWebhook, { token, body: { url: first } })).ok
  assert.match(
    await mailed(1),
    /^Your webhook at https:\/\/shop\.example was created on 2\S+ \S+ UTC from the IP address \S+\.\r?$/,
  )
  const change = async (body: object) =>
    assert.equal((await desk.call(changeWebhook, { token, params: { id }, body })).status, 200)
  await change({ url: second })
  assert.match(await mailed(2), /shop\.example was changed, to https:\/\/thief\.example, on/)
  await desk.call(renewWebhookSecret, { token, params: { id } })
  assert.match(await mailed(3), /^The secret of your webhook at https:\/\/thief\.example was renewed on/)
  await change({ enabled: false })
  assert.match(await mailed(4), /thief\.example was switched off on/)
  await desk.call(deleteWebhook, { token, params: { id } })
  assert.match(await mailed(5), /thief\.example was deleted on/)
  assert.ok(server.to(user.email).every(({ text }) => !text.includes('secret=')))
})

test('so many changes of webhooks are mailed a day, and the last mail says that later ones are not', async () => {
  const user = await desk.signUp()
  const { token } = user
  const { id } = (await desk.call(createWebhook, { token, body: { url: 'https://shop.example/in' } })).ok
  for (let n = 0; n < WEBHOOK_MAILS_A_DAY + 1; n++)
    await desk.call(changeWebhook, { token, params: { id }, body: { enabled: n % 2 === 0 } })
  const about = () => server.to(user.email).filter(({ subject }) => subject.includes('webhook'))
  const mails = await until('the last mail', () => about().length === WEBHOOK_MAILS_A_DAY && about())
  await until('all are sent', async () => (await readSent(user)).every(Boolean))
  assert.equal(about().length, WEBHOOK_MAILS_A_DAY)
  const last = mails.filter(({ text }) => text.replaceAll('=\r\n', '').includes('This is the last of'))
  assert.equal(last.length, 1)
  desk.clock.move(DAY_MS + 60_000)
  await desk.call(deleteWebhook, { token, params: { id } })
  await until('the next day has its own', () => about().length === WEBHOOK_MAILS_A_DAY + 1)
})
