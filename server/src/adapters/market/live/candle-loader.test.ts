import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSeriesMemory } from './candles/candle-loader.ts'

const series = (mint: string) => ({ mint, seconds: 60 })

test('a series is forgotten once many others were asked for, but not while its call is under way', async () => {
  const memory = createSeriesMemory(10_000, 2)
  const call = Promise.withResolvers<void>()
  const known = memory.open(series('a'))
  const first = memory.share(series('a'), known, () => call.promise)
  for (const mint of ['b', 'c', 'd']) memory.open(series(mint))
  assert.equal(memory.find(series('a')), known)
  assert.equal(memory.find(series('b')), undefined)
  const second = memory.share(series('a'), memory.open(series('a')), () => assert.fail('a second call'))
  assert.equal(first, second)
  call.resolve()
  await memory.whenIdle()
  for (const mint of ['b', 'c', 'd']) memory.open(series(mint))
  assert.equal(memory.find(series('a')), undefined)
})
