import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createIdle, IDLE_MS } from './idle.mjs'

/** Processors that have been idle for `idle` of `total` milliseconds each. */
const processors = (count, idle, total) =>
  Array.from({ length: count }, () => ({ times: { user: total - idle, nice: 0, sys: 0, idle, irq: 0 } }))

function watch({ count = 2, ours = 2 } = {}) {
  let [at, idle, total] = [0, 0, 0]
  const hasIdle = createIdle({ read: () => processors(count, idle, total), now: () => at, ours })
  return (ms, share) => {
    at += ms
    total += ms
    idle += ms * share
    return hasIdle()
  }
}

void test('processors with time to spare are seen once for each stretch', () => {
  const look = watch()
  assert.equal(look(IDLE_MS, 0.5), true)
  assert.equal(look(1, 1), false, 'looked at again at once')
  assert.equal(look(IDLE_MS, 0.1), false, 'too busy')
  assert.equal(look(IDLE_MS, 0.9), true)
})

void test('what others have of the processors says nothing of ours', () => {
  assert.equal(watch({ count: 16, ours: 2 })(IDLE_MS, 1), false)
})
