import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCache, createLoadingCache } from './cache.ts'

function start(first = 0) {
  let at = first
  return { clock: { monotonic: () => at }, move: (ms: number) => void (at += ms) }
}

test('a value is fresh until its time is over, whenever the clock begins', () => {
  for (const first of [0, 0.5, 1_760_000_000_000]) {
    const { clock, move } = start(first)
    const cache = createCache<string, number>({ clock, max: 10, ttlMs: 1_000 })
    assert.equal(cache.set('a', 1), 1)
    cache.set('long', 2, { ttlMs: 3_000 })
    move(999)
    assert.deepEqual([cache.get('a'), cache.get('b')], [1, undefined])
    cache.set('old', 3, { at: first })
    assert.equal(cache.get('old'), 3)
    move(1)
    assert.deepEqual([cache.get('a'), cache.get('old'), cache.get('long')], [undefined, undefined, 2])
    cache.set('a', 4)
    assert.equal(cache.get('a'), 4)
  }
})

test('a value that is not fresh is in no list, and leaves the memory when asked to', () => {
  const { clock, move } = start()
  const cache = createCache<string, number>({ clock, max: 10, ttlMs: 1_000 })
  cache.set('a', 1)
  move(600)
  cache.set('b', 2)
  move(600)
  assert.deepEqual([cache.entries(), cache.size()], [[['b', 2]], 2])
  cache.prune()
  assert.equal(cache.size(), 1)
})

test('beyond the limit the least recently used goes, whatever is null stays', () => {
  const cache = createCache<string, number | null>({ max: 2 })
  cache.set('a', null)
  cache.set('b', 2)
  assert.equal(cache.get('a'), null)
  cache.set('c', 3)
  assert.deepEqual([cache.get('a'), cache.get('b'), cache.get('c')], [null, undefined, 3])
  cache.clear()
  assert.deepEqual([cache.entries(), cache.size()], [[], 0])
})

test('a cache of one has the last value', () => {
  const cache = createCache<string, number>({ max: 1 })
  for (const n of [1, 2, 3]) cache.set(`${n}`, n)
  assert.deepEqual([cache.get('2'), cache.get('3'), cache.size()], [undefined, 3, 1])
})

test('a value is deleted unless another has taken its place', () => {
  const cache = createCache<string, object>({ max: 2 })
  const [first, second] = [{}, {}]
  cache.set('a', second)
  cache.delete('a', first)
  assert.equal(cache.get('a'), second)
  cache.delete('a', second)
  assert.equal(cache.get('a'), undefined)
})

test('concurrent and subsequent callers share one load', async () => {
  const { clock, move } = start()
  let loads = 0
  const read = createLoadingCache({ clock, max: 10, ttlMs: 1_000, load: async (_: string) => ++loads })
  assert.deepEqual(await Promise.all(Array.from({ length: 100 }, () => read('a'))), Array(100).fill(1))
  assert.equal(await read('b'), 2)
  move(999)
  assert.equal(await read('a'), 1)
  move(1)
  assert.equal(await read('a'), 3)
})

test('a slow load is awaited, not started again, and is fresh from when it has come', async () => {
  const { clock, move } = start()
  let loads = 0
  const { promise, resolve } = Promise.withResolvers<string>()
  const read = createLoadingCache({ clock, max: 1, ttlMs: 1_000, load: (_: string) => (loads++, promise) })
  const first = read('a')
  move(60_000)
  const second = read('a')
  resolve('done')
  assert.deepEqual([await first, await second], ['done', 'done'])
  move(999)
  assert.deepEqual([await read('a'), loads], ['done', 1])
  move(1)
  await read('a')
  assert.equal(loads, 2)
})

test('a value may say how long it is fresh', async () => {
  const { clock, move } = start()
  let loads = 0
  const ttlMs = (value: number) => value * 1_000
  const read = createLoadingCache({ clock, max: 1, ttlMs, load: async (_: string) => ++loads })
  assert.equal(await read('a'), 1)
  move(1_000)
  assert.equal(await read('a'), 2)
  move(1_999)
  assert.equal(await read('a'), 2)
})

test('a rejection is shared by those who wait for it, and not cached', async () => {
  const { clock } = start()
  let loads = 0
  const load = async (_: string) => {
    if (++loads === 1) throw new Error('away')
    return 'back'
  }
  const read = createLoadingCache({ clock, max: 1, ttlMs: 1_000, load })
  const both = await Promise.allSettled([read('a'), read('a')])
  assert.deepEqual([both.map(({ status }) => status), loads], [['rejected', 'rejected'], 1])
  assert.equal(await read('a'), 'back')
})

test('a load that is evicted meanwhile still answers those who wait', async () => {
  const { clock } = start()
  const { promise, resolve } = Promise.withResolvers<string>()
  const load = (key: string) => (key === 'slow' ? promise : Promise.resolve(key))
  const read = createLoadingCache({ clock, max: 1, ttlMs: 1_000, load })
  const slow = read('slow')
  await read('b')
  resolve('done')
  assert.equal(await slow, 'done')
})
