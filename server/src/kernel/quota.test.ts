import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPace, createTally } from './quota.ts'

test('what is over one of its bounds counts under none of its names', () => {
  const tally = createTally()
  const first = tally.enter([
    ['session', 1],
    ['user', 2],
  ])
  assert.ok(first)
  assert.equal(
    tally.enter([
      ['session', 1],
      ['user', 2],
    ]),
    null,
  )
  const other = tally.enter([
    ['another session', 1],
    ['user', 2],
  ])
  assert.ok(other)
  first()
  first()
  assert.ok(
    tally.enter([
      ['session', 1],
      ['user', 2],
    ]),
  )
  assert.equal(
    tally.enter([
      ['a third', 1],
      ['user', 2],
    ]),
    null,
  )
})

test('a pace allows its burst at once and then so many a second', () => {
  let at = 0
  const inTime = createPace(3, 2, () => at)
  assert.deepEqual([inTime(), inTime(), inTime(), inTime()], [true, true, true, false])
  at = 499
  assert.equal(inTime(), false)
  at = 500
  assert.deepEqual([inTime(), inTime()], [true, false])
  at = 60_000
  assert.deepEqual([inTime(), inTime(), inTime(), inTime()], [true, true, true, false])
})
