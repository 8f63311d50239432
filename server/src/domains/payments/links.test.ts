// On PostgreSQL as well.
/** Payment links: what is made, listed, quoted, and what a stranger with the link sees. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quotePayment, viewPayment } from '@purser/contract/payments/payer.ts'
import * as api from '@purser/contract/payments/payments.ts'
import { listWallets } from '@purser/contract/wallets/wallets.ts'
import { eq, lt, sql } from 'drizzle-orm'
import { startTestDesk } from '../../test/harness.ts'
import { sweepOldQuotes } from './payer/quote.ts'
import { paymentQuotes, paymentWallets } from './payments.tables.ts'

const desk = await startTestDesk({ manyClients: true })
const { call } = desk

void test('the first link makes the wallet "Payments", however many come at once, and it is remembered', async () => {
  const { token } = await desk.signUp()
  const made = await Promise.all(
    [1, 2, 3, 4].map((amount_usd) => call(api.createPaymentLink, { token, body: { amount_usd } })),
  )
  assert.deepEqual(
    made.map(({ status }) => status),
    [201, 201, 201, 201],
  )
  const wallets = (await call(listWallets, { token })).ok.wallets
  assert.deepEqual(
    wallets.map(({ name }) => name),
    ['Payments'],
  )
  const { ok: settings } = await call(api.getPaymentSettings, { token })
  assert.equal(settings.wallet?.address, wallets[0]?.address)
  const [first] = made
  assert.ok(first)
  const { reference_id, payment_link, status, wallet, issues, revision } = first.ok
  assert.equal(payment_link, `${desk.config.publicUrl.origin}/pay/${reference_id}`)
  assert.deepEqual([status, wallet.address, issues, revision], ['pending', wallets[0]?.address, [], 1])
})

void test('an amount is in USD with two decimals, between a cent and the most', async () => {
  const { token } = await desk.signUp()
  const ask = async (amount_usd: number | string) => {
    const answer = await call(api.createPaymentLink, { token, body: { amount_usd } })
    return answer.status === 201 ? answer.ok.amount_usd : answer.fault.code
  }
  assert.equal(await ask('12.34'), 12.34)
  assert.equal(await ask(0.01), 0.01)
  for (const none of [0, -1, '0.00', '']) assert.equal(await ask(none), 'payment_amount_invalid', `${none}`)
  for (const wrong of ['0.001', '1000000000.01', 12.345]) assert.equal(await ask(wrong), 'invalid_input')
  const { fault } = await call(api.createPaymentLink, { token, body: { amount_usd: 0 } })
  assert.equal(fault.error, 'Valid amount in USD is required')
})

void test('a return address is https or the console itself', async () => {
  const { token } = await desk.signUp()
  const ask = async (return_url: string) =>
    (await call(api.createPaymentLink, { token, body: { amount_usd: 1, return_url } })).status
  assert.equal(await ask('https://shop.example/thanks?order=1'), 201)
  assert.equal(await ask(`${desk.config.publicUrl.origin}/payments`), 201)
  for (const wrong of ['http://shop.example', 'javascript:alert(1)', 'https://a:b@shop.example', '/payments'])
    assert.equal(await ask(wrong), 400, wrong)
})

void test('a stranger with the link sees the payment and nothing of its owner; one without sees nothing', async () => {
  const { token, email } = await desk.signUp()
  const body = { amount_usd: 20, payer_email: 'payer@shop.example', payer_name: 'Pat Payer' }
  const { reference_id: reference } = (await call(api.createPaymentLink, { token, body })).ok
  const quoted = await call(quotePayment, { params: { reference } })
  assert.equal(quoted.status, 200)
  const { quote, state, recipient, due_usd } = quoted.ok
  assert.ok(quote)
  assert.deepEqual([state, due_usd, quote.amount_usd], ['open', 20, 20])
  assert.ok(
    quote.url.startsWith(
      `solana:${recipient}?amount=${quote.amount_sol}&reference=${reference}&label=Purser`,
    ),
  )
  for (const hidden of [email, 'payer@shop.example', 'Pat Payer', 'Payments'])
    assert.ok(!quoted.text.includes(hidden), hidden)
  for (const wrong of ['nothing', '11111111111111111111111111111111', `${reference}x`])
    assert.equal((await call(viewPayment, { params: { reference: wrong } })).status, 404)
})

void test('a quote holds 15 minutes, is renewed in its last minute or when asked for, and is limited for each client', async () => {
  const { token } = await desk.signUp()
  const { reference_id: reference } = (await call(api.createPaymentLink, { token, body: { amount_usd: 5 } }))
    .ok
  const ask = async (renew = false) =>
    (await call(quotePayment, { params: { reference }, body: { renew } })).ok.quote?.expires_at
  const first = await ask()
  assert.equal(await ask(), first)
  desk.clock.move(14 * 60_000 - 2_000)
  assert.equal(await ask(), first)
  desk.clock.move(3_000)
  const second = await ask()
  assert.notEqual(second, first)
  desk.clock.move(59_000)
  assert.equal(await ask(true), second)
  desk.clock.move(1_000)
  assert.notEqual(await ask(true), second)
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  const many = await Promise.all(
    Array.from({ length: 130 }, () => call(quotePayment, { params: { reference }, headers })),
  )
  assert.equal(many.filter(({ status }) => status === 429).length, 10)
})

void test('a quote is renewed once a minute, and after the sixth of a day holds 2 minutes', async () => {
  const { token } = await desk.signUp()
  const { id, reference_id: reference } = (
    await call(api.createPaymentLink, { token, body: { amount_usd: 5, expires_in_minutes: 2_880 } })
  ).ok
  const ask = async () => {
    const { quote } = (await call(quotePayment, { params: { reference }, body: { renew: true } })).ok
    return Date.parse(quote?.expires_at ?? '') - desk.clock.now()
  }
  const held = async () => Math.ceil((await ask()) / 60_000)
  const count = async () => desk.database.db.$count(paymentQuotes, eq(paymentQuotes.paymentId, id))
  for (let made = 1; made <= 6; made++) {
    // Many at once, of many payers, are one.
    await Promise.all(Array.from({ length: 5 }, ask))
    assert.deepEqual([await held(), await count()], [15, made])
    desk.clock.move(60_000)
  }
  assert.deepEqual([await held(), await count()], [2, 7])
  desk.clock.move(59_000)
  assert.deepEqual([await held(), await count()], [2, 7])
  desk.clock.move(86_400_000 - 59_000)
  assert.equal(await held(), 15)
})

void test('a quote brings the scan of its wallet forward once, and old ones are deleted unless somebody paid at them', async () => {
  const { token } = await desk.signUp()
  const body = { amount_usd: 5, expires_in_minutes: 43_200 }
  const { id, reference_id: reference } = (await call(api.createPaymentLink, { token, body })).ok
  const { db } = desk.database
  const mine = eq(paymentQuotes.paymentId, id)
  const ask = () => call(quotePayment, { params: { reference }, body: { renew: true } })
  const later = sql`now() + interval '1 hour'`
  await ask()
  await db.update(paymentWallets).set({ nextAt: later })
  for (let n = 0; n < 4; n++) {
    desk.clock.move(60_000)
    await ask()
  }
  assert.equal(await db.$count(paymentWallets, lt(paymentWallets.nextAt, sql`now()`)), 0)
  const made = await db.select().from(paymentQuotes).where(mine).orderBy(paymentQuotes.id)
  assert.equal(made.length, 5)
  await db
    .update(paymentQuotes)
    .set({ received: 1n })
    .where(eq(paymentQuotes.id, made[2]?.id ?? 0))
  await sweepOldQuotes({ db, clock: desk.clock })
  assert.equal(await db.$count(paymentQuotes, mine), 5)
  desk.clock.move(31 * 86_400_000)
  await sweepOldQuotes({ db, clock: desk.clock })
  const left = await db
    .select({ id: paymentQuotes.id })
    .from(paymentQuotes)
    .where(mine)
    .orderBy(paymentQuotes.id)
  assert.deepEqual(
    left.map((row) => row.id),
    [0, 2, 4].map((n) => made[n]?.id),
  )
  desk.clock.move(-31 * 86_400_000)
})

void test('payments are listed newest first, searched, and paged; an expired one without money leaves the list', async () => {
  const { token } = await desk.signUp()
  const make = async (amount_usd: number, payer_name = '') =>
    (await call(api.createPaymentLink, { token, body: { amount_usd, payer_name } })).ok
  const [a, b, c] = [await make(1, '100% Anna'), await make(2), await make(3)]
  const list = async (query: object = {}) =>
    (await call(api.listPendingPayments, { token, query })).ok.map(({ id }) => id)
  assert.deepEqual(await list(), [c.id, b.id, a.id])
  assert.deepEqual(await list({ limit: 1, before: c.id }), [b.id])
  assert.deepEqual(await list({ search: '0% a' }), [a.id])
  assert.deepEqual(await list({ search: b.reference_id.slice(5, 20) }), [b.id])
  const wrong = await call(api.expirePayment, { token, params: { id: b.id }, body: { revision: 7 } })
  assert.deepEqual([wrong.status, wrong.fault.code], [409, 'payment_changed'])
  const { ok } = await call(api.expirePayment, { token, params: { id: b.id }, body: { revision: 1 } })
  assert.deepEqual([ok.data.payment.status, ok.data.payment.revision], ['expired', 2])
  assert.deepEqual(await list(), [c.id, a.id])
  assert.deepEqual(await list({ state: 'expired' }), [b.id])
  const unpaid = await call(api.approvePayment, { token, params: { id: a.id } })
  assert.deepEqual([unpaid.status, unpaid.fault.error], [409, 'This payment has not been paid.'])
  const { token: other } = await desk.signUp()
  for (const endpoint of [api.getPayment, api.approvePayment, api.acceptPayment, api.expirePayment])
    assert.equal((await call(endpoint, { token: other, params: { id: a.id } })).status, 404)
  const { funds } = (await call(api.getPayment, { token, params: { id: a.id } })).ok
  assert.deepEqual([funds?.free_sol, funds?.keep_sol], [0, 0.00065024])
})
