// On PostgreSQL as well.
/** A payment is shown while the network is away: only what its wallet can pay is unknown then. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getPayment } from '@purser/contract/payments/payments.ts'
import { startTestDesk } from '../../test/harness.ts'
import { createOwner } from '../../test/paid-links.ts'

const desk = await startTestDesk({ endpoints: 1 })
const [endpoint] = desk.endpoints
assert.ok(endpoint)

void test('a payment is read without its funds while the network is away, or silent', async () => {
  const { token, make } = await createOwner(desk)
  const { id } = await make(5)
  const read = async () => (await desk.call(getPayment, { token, params: { id } })).ok
  assert.equal((await read()).funds?.free_sol, 0)
  for (const how of ['close', 'hang'] as const) {
    endpoint.play({ name: `it does not answer: ${how}`, rules: [{ on: '*', kind: 'lose', how }] })
    const payment = await read()
    assert.deepEqual([payment.id, payment.funds], [id, null], how)
    endpoint.beHonest()
  }
  assert.equal((await read()).funds?.free_sol, 0)
})
