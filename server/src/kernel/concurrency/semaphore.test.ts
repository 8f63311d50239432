import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSemaphore } from './semaphore.ts'

test('permits are limited, given in FIFO order, and an aborted wait takes none', async () => {
  const slots = createSemaphore(2)
  const never = new AbortController().signal
  const [one, two] = await Promise.all([slots.acquire(never), slots.acquire(never)])
  const came: string[] = []
  const leaver = new AbortController()
  const left = slots.acquire(leaver.signal).then((free) => (came.push(free ? 'left' : 'gone'), free))
  const third = slots.acquire(never).then((free) => (came.push('third'), free))
  const fourth = slots.acquire(never).then((free) => (came.push('fourth'), free))
  assert.deepEqual(came, [])
  leaver.abort()
  assert.equal(await left, null)
  one?.()
  const free = await third
  assert.deepEqual(came, ['gone', 'third'])
  free?.()
  await fourth
  two?.()
  assert.ok(await slots.acquire(never))
  assert.equal(await slots.acquire(leaver.signal), null)
})
