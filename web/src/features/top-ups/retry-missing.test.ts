import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WireFault } from '#wire/fault.ts'
import { manualWaits, settle } from '../../test/manual-waits.ts'
import { retryMissing } from './retry-missing.ts'

const missing = () => new WireFault('route_not_found', 404, 'nothing here')
const signal = new AbortController().signal

test('a 404 is retried after 1 s, 2 s and 3 s, and then thrown', async () => {
  const { wait, pass } = manualWaits()
  let calls = 0
  const ask = () => {
    calls++
    return Promise.reject(missing())
  }
  const thrown = assert.rejects(retryMissing(ask, signal, wait), { status: 404 })
  await settle()
  for (const [n, ms] of [1_000, 2_000, 3_000].entries()) {
    assert.equal(calls, n + 1)
    await pass(ms - 1)
    assert.equal(calls, n + 1)
    await pass(1)
  }
  await thrown
  assert.equal(calls, 4)
})

test('an answer ends it, and another failure is thrown at once', async () => {
  assert.equal(await retryMissing(() => Promise.resolve(7), signal), 7)
  let calls = 0
  const refused = () => {
    calls++
    return Promise.reject(new WireFault('not_found', 400, 'no'))
  }
  await assert.rejects(retryMissing(refused, signal), { status: 400 })
  assert.equal(calls, 1)
})
