import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTooOften } from './connect-limit.ts'

test('the sixth connection within ten seconds is refused while the last is under five seconds old', () => {
  assert.equal(isTooOften([0, 1, 2, 3], 4), false)
  assert.equal(isTooOften([0, 1, 2, 3, 4], 5), true)
  assert.equal(isTooOften([0, 1, 2, 3, 4], 5_004), false)
  assert.equal(isTooOften([0, 1, 2, 3, 4], 20_000), false)
})
