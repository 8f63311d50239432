/** Whoever a round pays is in need, in order, within the cap and above the reserve; nobody is left out without reason. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Address } from '@solana/kit'
import { spreadFees } from '../../distributions/index.ts'
import { lowestFirst, planRound } from './plan-round.ts'

const AMOUNT = 10_000_000n
const request = fc.record({
  low: fc
    .array(fc.bigInt(0n, 9_000_000n), { maxLength: 300 })
    .map((list) =>
      list.map((lamports, i) => ({ id: i + 1, name: `W${i}`, address: `a${i}` as Address, lamports })),
    ),
  amount: fc.bigInt(AMOUNT, 3n * AMOUNT),
  budget: fc.bigInt(-AMOUNT, 400n * AMOUNT),
  left: fc.option(fc.bigInt(-AMOUNT, 400n * AMOUNT)),
  limit: fc.integer({ min: 1, max: 200 }),
  size: fc.constantFrom(18, 19, 61),
  price: fc.constantFrom(0n, 1_000n, 50_000n),
})

void test('a round pays the lowest first, as many as the cap and the funds allow and not one more', () => {
  fc.assert(
    fc.property(request, (w) => {
      const { pay, fees, short, capped } = planRound(w)
      const due = [...w.low].sort(lowestFirst).slice(0, w.limit)
      assert.deepEqual([...pay, ...short, ...capped], due)
      const cost = (n: number) => BigInt(n) * w.amount + spreadFees(n, w.size, w.price)
      assert.equal(fees, spreadFees(pay.length, w.size, w.price))
      if (pay.length > 0) assert.ok(cost(pay.length) <= w.budget)
      if (short.length > 0) assert.ok(cost(pay.length + 1) > w.budget)
      const total = (n: number) => BigInt(n) * w.amount
      if (w.left !== null && pay.length > 0) assert.ok(total(pay.length) <= w.left)
      if (capped.length > 0) assert.ok(w.left !== null && total(pay.length + short.length + 1) > w.left)
    }),
    { numRuns: 1_000 },
  )
})
