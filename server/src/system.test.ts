// On PostgreSQL as well.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getProfile } from '@purser/contract/accounts.ts'
import { getStatus } from '@purser/contract/system.ts'
import { startTestDesk } from './test/harness.ts'

const desk = await startTestDesk()

test('the server says that it is up and on which network', async () => {
  const { ok } = await desk.call(getStatus)
  assert.deepEqual(ok, {
    status: 'ok',
    cluster: 'localnet',
    market: 'simulated',
    version: 'test',
    outbox: true,
    hold: null,
  })
})

test('a person registers with the code that was mailed and is known by the token', async () => {
  const user = await desk.signUp('Ann@Example.com')
  const { ok } = await desk.call(getProfile, { token: user.token })
  assert.equal(ok.email, 'ann@example.com')
})
