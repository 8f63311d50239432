import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tooOften } from './connect-rule.ts'

test('the sixth connection within ten seconds is refused while the last is under five seconds old', () => {
  assert.equal(tooOften([0, 1, 2, 3], 4), false)
  assert.equal(tooOften([0, 1, 2, 3, 4], 5), true)
  assert.equal(tooOften([0, 1, 2, 3, 4], 5_004), false)
  assert.equal(tooOften([0, 1, 2, 3, 4], 20_000), false)
})
