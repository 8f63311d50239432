import assert from 'node:assert/strict'
import { test } from 'node:test'
import { after, every } from './clock.ts'

/** Sleeps end when the test says so. */
function manual() {
  const sleeping: (() => void)[] = []
  const sleep = (_: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => {
      sleeping.push(resolve)
      signal?.addEventListener('abort', () => resolve(), { once: true })
    })
  async function wake(): Promise<void> {
    for (const resolve of sleeping.splice(0)) resolve()
    await new Promise(setImmediate)
  }
  return { sleep, wake }
}

test('work runs after each sleep until it is stopped', async () => {
  const clock = manual()
  let runs = 0
  const stop = every(clock, 10, () => void runs++)
  await clock.wake()
  await clock.wake()
  assert.equal(runs, 2)
  stop()
  await clock.wake()
  await clock.wake()
  assert.equal(runs, 2)
})

test('work runs once after its sleep, and never when it is cancelled before', async () => {
  const clock = manual()
  let runs = 0
  after(clock, 10, () => void runs++)
  const cancel = after(clock, 10, () => void (runs += 10))
  cancel()
  await clock.wake()
  await clock.wake()
  assert.equal(runs, 1)
})
