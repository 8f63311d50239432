import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { WireFault } from '#wire/fault.ts'
import { retryMissing } from './retry-missing.ts'

const missing = () => new WireFault('route_not_found', 404, 'nothing here')
const signal = new AbortController().signal
/** Lets everything run that waits for no timer. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('a 404 is retried after 1 s, 2 s and 3 s, and then thrown', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    let calls = 0
    const answer = retryMissing(() => {
      calls++
      return Promise.reject(missing())
    }, signal)
    const thrown = assert.rejects(answer, { status: 404 })
    for (const [n, wait] of [1_000, 2_000, 3_000].entries()) {
      await settle()
      assert.equal(calls, n + 1)
      mock.timers.tick(wait - 1)
      await settle()
      assert.equal(calls, n + 1)
      mock.timers.tick(1)
    }
    await thrown
    assert.equal(calls, 4)
  } finally {
    mock.timers.reset()
  }
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
