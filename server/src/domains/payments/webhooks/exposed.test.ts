// On PostgreSQL as well.
/** A desk that strangers reach calls nothing within its own network for a user. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWebhook, listDeliveries, pingWebhook } from '@purser/contract/webhooks.ts'
import { startTestDesk, until } from '../../../test/harness.ts'
import { startReceiver } from '../../../test/receiver.ts'

const desk = await startTestDesk({ network: 'none', exposed: true })
const receiver = await startReceiver()

test('exposed, no webhook goes to this machine, and the log does not tell what is there', async () => {
  const { token } = await desk.signUp()
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '10.0.0.1', '[::ffff:127.0.0.1]'])
    for (const scheme of ['http', 'https']) {
      const body = { url: `${scheme}://${host}:${receiver.port}/` }
      const { status, fault } = await desk.call(createWebhook, { token, body })
      assert.deepEqual([status, fault.code], [400, 'webhook_refused'], body.url)
    }
  // One that was made before the desk was exposed; a port that is open and one that is not give the same.
  const errors: (string | null)[] = []
  for (const port of [receiver.port, 9]) {
    const { id } = (await desk.call(createWebhook, { token, body: { url: 'https://example.com/' } })).ok
    await desk.database.db.execute(`update webhooks set url = 'https://127.0.0.1:${port}/' where id = ${id}`)
    await desk.call(pingWebhook, { token, params: { id } })
    const tried = await until('it was tried', async () => {
      const [found] = (await desk.call(listDeliveries, { token, params: { id } })).ok.deliveries
      return found?.attempts === 1 && found
    })
    errors.push(tried.error)
    assert.equal(tried.response_status, null)
  }
  assert.equal(errors[0], errors[1])
  assert.equal(receiver.connections(), 0)
})
