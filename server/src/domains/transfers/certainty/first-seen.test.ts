import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFirstSeen } from './first-seen.ts'

void test('what is not seen again is dropped, and what is seen again is not', () => {
  let now = 0
  const since = createFirstSeen({ monotonic: () => now })
  for (let i = 0; i < 1_000; i++) assert.equal(since.mark(`once ${i}`), undefined)
  assert.equal(since.mark('often'), undefined)
  for (now = 60_000; now <= 4_000_000; now += 60_000) assert.equal(since.mark('often'), 0)
  assert.equal(since.size, 1)
  since.forget('often')
  assert.equal(since.size, 0)
})
