import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cached } from './cached.ts'

test('concurrent and subsequent callers share one result', async () => {
  let [at, asked] = [0, 0]
  const answer = cached(1_000, async () => ++asked, { monotonic: () => at })
  assert.deepEqual(await Promise.all(Array.from({ length: 100 }, answer)), Array(100).fill(1))
  at = 999
  assert.equal(await answer(), 1)
  at = 1_000
  assert.equal(await answer(), 2)
})

test('a slow load is awaited, not started again', async () => {
  let [at, asked] = [0, 0]
  const { promise, resolve } = Promise.withResolvers<string>()
  const answer = cached(1_000, () => (asked++, promise), { monotonic: () => at })
  const first = answer()
  at = 60_000
  const second = answer()
  resolve('done')
  assert.deepEqual([await first, await second, asked], ['done', 'done', 1])
})

test('a rejection is shared and loaded again later', async () => {
  let [at, asked] = [0, 0]
  const answer = cached(
    1_000,
    async () => {
      if (++asked === 1) throw new Error('away')
      return 'back'
    },
    { monotonic: () => at },
  )
  await assert.rejects(Promise.all([answer(), answer()]), /away/)
  await assert.rejects(answer(), /away/)
  at = 1_000
  assert.equal(await answer(), 'back')
})
