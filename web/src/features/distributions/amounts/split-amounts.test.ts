import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { equalSplit, randomSplit } from './split-amounts.ts'

const sum = (amounts: bigint[]) => amounts.reduce((all, amount) => all + amount, 0n)
const totals = fc.bigInt({ min: 1n, max: 2n ** 63n })
const counts = fc.integer({ min: 1, max: 400 })

test('an equal split hands out the total, all the same but the last, which takes what does not divide', () => {
  assert.deepEqual(equalSplit(10n, 3), [3n, 3n, 4n])
  assert.deepEqual(equalSplit(10n, 0), [])
  fc.assert(
    fc.property(totals, counts, (total, count) => {
      const amounts = equalSplit(total, count)
      assert.equal(amounts.length, count)
      assert.equal(sum(amounts), total)
      const last = amounts.at(-1) ?? 0n
      for (const amount of amounts.slice(0, -1)) assert.equal(amount, total / BigInt(count))
      assert.ok(last - total / BigInt(count) < BigInt(count))
    }),
  )
})

test('a random split hands out the total exactly, and nothing negative', () => {
  fc.assert(
    fc.property(
      totals,
      counts,
      fc.integer({ min: 1, max: 50 }),
      fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
      (total, count, percent, stream) => {
        const amounts = randomSplit(total, count, percent, () => stream.next().value ?? 0)
        assert.equal(amounts.length, count)
        assert.equal(sum(amounts), total)
        for (const amount of amounts) assert.ok(amount >= 0n)
      },
    ),
  )
})

test('no two amounts of a random split are further apart than the variance lets them', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 10n ** 9n, max: 10n ** 15n }),
      fc.integer({ min: 2, max: 100 }),
      fc.integer({ min: 1, max: 50 }),
      fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
      (total, count, percent, stream) => {
        const amounts = randomSplit(total, count, percent, () => stream.next().value ?? 0).toSorted((a, b) =>
          a < b ? -1 : 1,
        )
        const least = amounts[0] ?? 0n
        const most = amounts.at(-1) ?? 0n
        // (1 + v) to (1 - v), with a lamport of rounding each and the remainder of the last.
        const slack = BigInt(count + 2) * 200n
        assert.ok(most * BigInt(100 - percent) <= least * BigInt(100 + percent) + slack)
      },
    ),
  )
})
