import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calculated, fromFile, inMode, isStale, NO_AMOUNTS, withAmount } from './distribute-amounts.ts'

const picked = new Set([1, 2])
const now = { total: '1', variance: 20, picked }
const equal = calculated(
  new Map([
    [1, '0.5'],
    [2, '0.5'],
  ]),
  { mode: 'equal', ...now },
)

test('amounts fit what they were calculated for, and nothing else', () => {
  assert.equal(isStale(NO_AMOUNTS, now), false)
  assert.equal(isStale(equal, now), false)
  assert.equal(isStale(equal, { ...now, picked: new Set([2, 1]) }), false)
  assert.equal(isStale(equal, { ...now, variance: 30 }), false)
  assert.equal(isStale(equal, { ...now, total: '2' }), true)
  assert.equal(isStale(equal, { ...now, picked: new Set([1]) }), true)
  const random = calculated(equal.amounts, { mode: 'random', ...now })
  assert.equal(isStale(random, { ...now, variance: 30 }), true)
})

test('amounts edited by hand never go out as an equal split', () => {
  const edited = withAmount(inMode(equal, 'custom'), 2, '7')
  assert.equal(isStale(edited, now), false)
  assert.equal(edited.amounts.get(2), '7')
  assert.equal(isStale(inMode(edited, 'equal'), now), true)
})

test('amounts of a file never go out as an equal split', () => {
  const read = fromFile(new Map([[1, '3']]))
  assert.equal(isStale(read, { ...now, picked: new Set([1]) }), false)
  assert.equal(isStale(inMode(read, 'equal'), { ...now, picked: new Set([1]) }), true)
})

test('another mode and back wants a new calculation', () => {
  assert.equal(isStale(inMode(inMode(equal, 'random'), 'equal'), now), true)
})
