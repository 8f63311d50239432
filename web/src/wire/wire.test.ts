import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { faultOf, sentence } from './fault.ts'
import { newKey } from './idempotency.ts'
import { moneyReconnectDelay, reconnectDelay } from './live-retry.ts'
import { redactKeys } from './redact.ts'
import { forLogs, mayRetry, ordinary, retryDelay } from './retry.ts'

test('calls are tried again on 5xx and network errors only, twice, logs three times', () => {
  assert.equal(mayRetry(ordinary, 0, 0), true)
  assert.equal(mayRetry(ordinary, 1, 503), true)
  assert.equal(mayRetry(ordinary, 2, 503), false)
  assert.equal(mayRetry(forLogs, 2, 500), true)
  assert.equal(mayRetry(forLogs, 3, 500), false)
  for (const status of [400, 401, 403, 404, 409, 422, 429]) assert.equal(mayRetry(ordinary, 0, status), false)
})

test('waits double from their base with up to a second of jitter', () => {
  assert.equal(retryDelay(ordinary, 0, 0), 1_000)
  assert.equal(retryDelay(ordinary, 1, 0.5), 2_500)
  assert.equal(retryDelay(forLogs, 2, 0), 8_000)
})

test('a log channel waits 2 s three times, then longer up to 30 s, never under 1 s', () => {
  for (const attempt of [1, 2, 3]) assert.equal(reconnectDelay('logs', attempt, 0.9), 2_000)
  assert.equal(reconnectDelay('logs', 4, 0.999), 3_998)
  fc.assert(
    fc.property(
      fc.integer({ min: 4, max: 500 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (attempt, random) => {
        const wait = reconnectDelay('logs', attempt, random)
        assert.ok(wait >= 1_000 && wait <= 30_000)
      },
    ),
  )
  assert.equal(reconnectDelay('chat', 9, 0), 3_000)
  assert.equal(reconnectDelay('status', 9, 0), 5_000)
})

test('a channel that moves funds waits 1 s, doubling, at most 30 s', () => {
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6, 9].map(moneyReconnectDelay),
    [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000],
  )
})

test('secret keys are redacted, addresses are not', () => {
  const key = '5'.repeat(88)
  assert.equal(redactKeys(`Private key: ${key}.`), 'Private key: [REDACTED].')
  assert.equal(redactKeys(`[${Array.from({ length: 64 }, (_, i) => i).join(', ')}]`), '[REDACTED]')
  const address = '7GCihgDB8fe6KNjn2MYtkzZcRjQy3t9GHdC8uHYmW2hr'
  assert.equal(redactKeys(`Address: ${address}`), `Address: ${address}`)
})

test('the server speaks for itself where it can', () => {
  assert.equal(
    sentence(faultOf(400, { error: 'Email is required', code: 'email_required' }), 'x'),
    'Email is required',
  )
  assert.equal(sentence(faultOf(502, '<html>'), 'Failed to load agents.'), 'Failed to load agents.')
  assert.match(sentence(faultOf(503, {}), 'x'), /^Server temporarily unavailable/)
  assert.equal(sentence(new TypeError('boom'), 'otherwise'), 'otherwise')
})

test('no two confirmations share a key', () => {
  assert.equal(new Set(Array.from({ length: 1_000 }, newKey)).size, 1_000)
})
