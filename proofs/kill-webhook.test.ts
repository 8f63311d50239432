/** Kills during a delivery: it arrives at least once, with the same body, and none is lost. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPaymentLink } from '@purser/contract/payments/payments.ts'
import { createWebhook, listDeliveries } from '@purser/contract/webhooks.ts'
import { startProduct, temporaryDir } from '../server/src/test/product.ts'
import { startReceiver } from '../server/src/test/receiver.ts'
import { signUp } from '../server/src/test/sign-up.ts'
import { until } from '../server/src/test/until.ts'

test('a delivery that a kill has cut off is made by the next start', async () => {
  const dir = temporaryDir()
  const receiver = await startReceiver()
  const url = `http://127.0.0.1:${receiver.port}/hook`
  receiver.answer('/hook', () => undefined)
  const first = await startProduct(dir)
  const { token } = await signUp(first.call)
  const { id, secret } = (await first.call(createWebhook, { token, body: { url } })).ok
  const link = (await first.call(createPaymentLink, { token, body: { amount_usd: 10 } })).ok
  const cut = await receiver.nth('/hook', 0)
  // Written with the payment, and not begun: at most two calls to a host run at once.
  for (let n = 0; n < 3; n++) await first.call(createPaymentLink, { token, body: { amount_usd: 11 + n } })
  await receiver.nth('/hook', 1)
  await first.end('SIGKILL')
  assert.equal(receiver.posted.length, 2)

  receiver.answer('/hook', 200)
  const second = await startProduct(dir)
  const deliveries = await until('all are delivered', async () => {
    const found = (await second.call(listDeliveries, { token, params: { id } })).ok.deliveries
    return found.every(({ status }) => status === 'delivered') && found
  })
  assert.equal(deliveries.length, 4)
  assert.deepEqual(
    deliveries.map(({ attempts }) => attempts),
    [1, 1, 1, 1],
  )
  const bodies = receiver.posted.map(({ body }) => body)
  assert.equal(new Set(bodies).size, 4)
  assert.ok(bodies.slice(2).includes(cut.body))
  assert.ok(cut.body.includes(link.reference_id))
  await second.end('SIGTERM')
  for (const program of [first, second])
    assert.ok(!`${program.stdout()}${program.stderr()}`.includes(secret), 'the secret was printed')
})
