import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPaused, nextPoll, pausePolling, resumePolling } from './poll-pause.ts'

test('the status is polled every 10 s, and not for 15 s after a stop', () => {
  assert.equal(nextPoll(1, 0), 10_000)
  pausePolling(1, 1_000)
  assert.ok(isPaused(1, 15_999))
  assert.equal(nextPoll(1, 4_000), 12_000)
  assert.equal(nextPoll(2, 4_000), 10_000)
  assert.ok(!isPaused(1, 16_000))
  assert.equal(nextPoll(1, 16_000), 10_000)
  pausePolling(1, 20_000)
  resumePolling(1)
  assert.equal(nextPoll(1, 20_001), 10_000)
})
