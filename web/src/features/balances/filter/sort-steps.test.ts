import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sortSteps, STEP } from './sort-steps.ts'

test('sorting in steps is stable sorting', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(40), { maxLength: 5 * STEP }), (sizes) => {
      const rows = sizes.map((size, n) => ({ size, n }))
      const steps = sortSteps(rows, (a, b) => a.size - b.size)
      let step = steps.next()
      while (!step.done) step = steps.next()
      assert.deepEqual(
        step.value,
        rows.toSorted((a, b) => a.size - b.size),
      )
    }),
  )
})

test('no step takes more than its share', () => {
  const rows = Array.from({ length: 20 * STEP }, (_, n) => (n * 7919) % 10_007)
  let compared = 0
  const steps = sortSteps(rows, (a, b) => {
    compared++
    return a - b
  })
  let most = 0
  for (let step = steps.next(); !step.done; step = steps.next()) {
    most = Math.max(most, compared)
    compared = 0
  }
  assert.ok(most < STEP * 12, `${most} comparisons in one step`)
})
