import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRecent } from './recent.ts'

function start() {
  let now = 1_000_000
  const reads: number[][] = []
  const recent = createRecent<number>({ now: () => now })
  let value = 1
  const get = (ids: number[], userId = 7) =>
    recent.get(
      ids.map((id) => ({ id, userId })),
      async (stale) => {
        reads.push(stale.map(({ id }) => id))
        return new Map(stale.map(({ id }) => [id, id * 10 + value]))
      },
    )
  return {
    recent,
    reads,
    get,
    move: (ms: number) => void (now += ms),
    change: () => void value++,
  }
}

void test('within 3 s the same answer is given again, and only what is older is read anew', async () => {
  const { get, reads, move, change } = start()
  assert.deepEqual(await get([1, 2]), [11, 21])
  change()
  move(2_999)
  assert.deepEqual(await get([2, 1, 3]), [21, 11, 32])
  move(1)
  assert.deepEqual(await get([1, 3]), [12, 32])
  assert.deepEqual(reads, [[1, 2], [3], [1]])
})

void test('those who ask while it is read share one reading', async () => {
  const { get, reads } = start()
  const all = await Promise.all(Array.from({ length: 20 }, () => get([1, 2])))
  assert.deepEqual(new Set(all.map(String)), new Set(['11,21']))
  assert.deepEqual(reads, [[1, 2]])
})

void test('what changed is forgotten at once, of that user only', async () => {
  const { get, reads, recent, change } = start()
  await get([1], 7)
  await get([2], 8)
  change()
  recent.forget(7)
  assert.deepEqual([await get([1], 7), await get([2], 8)], [[12], [21]])
  recent.forgetOne(2)
  assert.deepEqual(await get([2], 8), [22])
  assert.equal(reads.length, 4)
})

void test('a reading that began before a change is not given to those who ask after it', async () => {
  const recent = createRecent<number>({ now: () => 5 })
  const key = [{ id: 1, userId: 7 }]
  let finish = (_: Map<number, number>) => {}
  const before = recent.get(key, () => new Promise((resolve) => (finish = resolve)))
  recent.forget(7)
  const after = recent.get(key, async () => new Map([[1, 2]]))
  finish(new Map([[1, 1]]))
  assert.deepEqual([await before, await after], [[1], [2]])
  assert.deepEqual(await recent.get(key, async () => new Map()), [2])
})

void test('what could not be read is read again the next time', async () => {
  const recent = createRecent<number>({ now: () => 5 })
  const key = [{ id: 1, userId: 7 }]
  assert.deepEqual(await recent.get(key, async () => new Map([[1, null]])), [null])
  await assert.rejects(
    recent.get(key, () => Promise.reject(new Error('away'))),
    /away/,
  )
  assert.deepEqual(await recent.get(key, async () => new Map([[1, 3]])), [3])
})
