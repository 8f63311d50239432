/** The amount that a send takes out of a wallet, for any wallet. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { solAmount } from './sol-amount.ts'

const RENT = 650_240n
const lamports = fc.oneof(fc.bigInt({ min: 0n, max: 2n * RENT }), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }))
const terms = fc.record({
  free: lamports,
  fee: fc.bigInt({ min: 5_000n, max: 2_000_000n }),
  rent: fc.constantFrom(RENT, 890_880n),
})
const runs = { numRuns: 5_000 }

void test('all of it is everything but the fee, and leaves exactly nothing', () => {
  fc.assert(
    fc.property(terms, (given) => {
      const all = solAmount('max', given, 'Main')
      if (given.free <= given.fee) assert.ok('short' in all && all.short > given.fee)
      else assert.deepEqual(all, { amount: given.free - given.fee, left: 0n })
    }),
    runs,
  )
})

void test('nothing is lost or made, and the chain is left nothing that it refuses', () => {
  fc.assert(
    fc.property(terms, fc.bigInt({ min: 1n, max: 2n ** 64n - 1n }), (given, wanted) => {
      const { free, fee, rent } = given
      const planned = solAmount(wanted, given, 'Main')
      if ('short' in planned) return assert.ok(wanted + fee > free && planned.short === wanted + fee)
      if ('refused' in planned) return assert.ok(wanted + fee < free && free - wanted - fee < rent)
      assert.equal(planned.amount + planned.left + fee, free)
      assert.ok(planned.left === 0n || planned.left >= rent)
    }),
    runs,
  )
})

void test('what a refusal names as possible is possible, and a lamport more is not', () => {
  const given = { free: 2n * RENT, fee: 5_000n, rent: RENT }
  const refused = solAmount(RENT, given, 'Main')
  assert.ok('refused' in refused)
  assert.deepEqual(refused.refused, {
    code: 'leaves_too_little',
    wallet: 'Main',
    left: '0.00064524',
    rent: '0.00065024',
    most: '0.00064524',
    all: '0.00129548',
  })
  assert.ok('amount' in solAmount(645_240n, given, 'Main'))
  assert.ok('refused' in solAmount(645_241n, given, 'Main'))
  assert.ok('amount' in solAmount(1_295_480n, given, 'Main'))
  assert.ok('short' in solAmount(1_295_481n, given, 'Main'))
  const poor = solAmount(1n, { ...given, free: RENT }, 'Main')
  assert.ok('refused' in poor && poor.refused.most === null)
})
