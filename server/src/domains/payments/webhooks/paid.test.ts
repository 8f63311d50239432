// On PostgreSQL as well.
/** A receiver and a payer hear of a payment that is paid on the network. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readOutbox } from '@purser/contract/accounts.ts'
import { quotePayment, testPayment } from '@purser/contract/payments/payer.ts'
import { createPaymentLink } from '@purser/contract/payments/payments.ts'
import { createWebhook, WebhookBody } from '@purser/contract/webhooks.ts'
import { startTestDesk, until } from '../../../test/harness.ts'
import { startReceiver } from '../../../test/receiver.ts'

const desk = await startTestDesk()
const receiver = await startReceiver()

test('a payment is told of from its link until it is paid, and its payer gets a receipt', async () => {
  const { token } = await desk.signUp()
  const url = `http://127.0.0.1:${receiver.port}/paid`
  await desk.call(createWebhook, { token, body: { url } })
  const body = { amount_usd: 25, payer_email: 'payer@example.org' }
  const link = (await desk.call(createPaymentLink, { token, body })).ok
  const params = { reference: link.reference_id }
  await desk.call(quotePayment, { params, body: {} })
  const tested = await desk.call(testPayment, { params, body: {} })
  assert.equal(tested.status, 200, tested.text)
  const told = await until('it is told that it is paid', () => {
    const found = receiver.posted.map((one) => WebhookBody.parse(JSON.parse(one.body)))
    return found.some(({ type }) => type === 'payment.paid') && found
  })
  const of = (type: string) => told.find((one) => one.type === type)?.payment
  const signature = of('payment.paid')?.receipts[0]?.signature
  assert.equal(of('payment.created')?.status, 'pending')
  assert.equal(of('payment.paid')?.status, 'paid')
  assert.deepEqual(
    of('payment.paid')?.receipts.map(({ state, amount_usd }) => [state, amount_usd]),
    [['final', 25]],
  )
  const revisions = ['payment.created', 'payment.paid'].map((type) => of(type)?.revision ?? 0)
  assert.ok((revisions[0] ?? 0) < (revisions[1] ?? 0))
  const mail = await until(
    'the receipt',
    async () => (await desk.call(readOutbox, { query: { to: 'payer@example.org' } })).ok[0],
  )
  assert.equal(mail.subject, 'Receipt for your payment of $25.00')
  assert.ok(signature && mail.text.includes(signature))
})
