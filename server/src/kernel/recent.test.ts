import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recent } from './recent.ts'

test('many who ask at once share one answer, and so does whoever asks shortly after', async () => {
  let [at, asked] = [0, 0]
  const answer = recent(
    1_000,
    async () => ++asked,
    () => at,
  )
  assert.deepEqual(await Promise.all(Array.from({ length: 100 }, answer)), Array(100).fill(1))
  at = 999
  assert.equal(await answer(), 1)
  at = 1_000
  assert.equal(await answer(), 2)
})

test('one that takes long is waited for, not asked for again', async () => {
  let [at, asked] = [0, 0]
  const { promise, resolve } = Promise.withResolvers<string>()
  const answer = recent(
    1_000,
    () => (asked++, promise),
    () => at,
  )
  const first = answer()
  at = 60_000
  const second = answer()
  resolve('done')
  assert.deepEqual([await first, await second, asked], ['done', 'done', 1])
})

test('a failure is told to all who wait and is asked for anew later', async () => {
  let [at, asked] = [0, 0]
  const answer = recent(
    1_000,
    async () => {
      if (++asked === 1) throw new Error('away')
      return 'back'
    },
    () => at,
  )
  await assert.rejects(Promise.all([answer(), answer()]), /away/)
  await assert.rejects(answer(), /away/)
  at = 1_000
  assert.equal(await answer(), 'back')
})
