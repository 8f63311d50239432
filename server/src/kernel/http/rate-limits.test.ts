import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConcurrencyLimit, createTokenBucket } from './rate-limits.ts'

test('over one of its limits nothing is counted under any of its keys', () => {
  const limit = createConcurrencyLimit()
  const first = limit.acquire([
    ['session', 1],
    ['user', 2],
  ])
  assert.ok(first)
  assert.equal(
    limit.acquire([
      ['session', 1],
      ['user', 2],
    ]),
    null,
  )
  const other = limit.acquire([
    ['another session', 1],
    ['user', 2],
  ])
  assert.ok(other)
  first()
  first()
  assert.ok(
    limit.acquire([
      ['session', 1],
      ['user', 2],
    ]),
  )
  assert.equal(
    limit.acquire([
      ['a third', 1],
      ['user', 2],
    ]),
    null,
  )
})

test('a token bucket allows its burst and then its rate', () => {
  let at = 0
  const take = createTokenBucket({ burst: 3, perSecond: 2 }, { monotonic: () => at })
  assert.deepEqual([take(), take(), take(), take()], [true, true, true, false])
  at = 499
  assert.equal(take(), false)
  at = 500
  assert.deepEqual([take(), take()], [true, false])
  at = 60_000
  assert.deepEqual([take(), take(), take(), take()], [true, true, true, false])
})
