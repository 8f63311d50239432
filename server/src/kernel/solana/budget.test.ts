import { test } from 'node:test'
import assert from 'node:assert/strict'
import { cappedPrice, LEAST_PRICE, MAX_PRIORITY_LAMPORTS, priceFrom, priorityFee, raised } from './budget.ts'

void test('a later attempt offers more, and no attempt more than the cap', () => {
  const budget = { units: 200_000, loadedBytes: 1, price: 100_000n }
  assert.equal(priorityFee(raised(budget, 1)), 20_000n)
  assert.equal(priorityFee(raised(budget, 2)), 40_000n)
  assert.equal(priorityFee(raised(budget, 9)), MAX_PRIORITY_LAMPORTS)
})

void test('an absurd price is cut to the cap, whoever proposes it', () => {
  const units = 189_962
  const price = cappedPrice(82_000_000_000n, units)
  assert.ok(priorityFee({ units, loadedBytes: 1, price }) <= MAX_PRIORITY_LAMPORTS)
  assert.equal(priceFrom([82_000_000_000n, 82_000_000_000n, 82_000_000_000n, 1n], units), price)
})

void test('where others pay something is offered in a quiet hour too', () => {
  for (const recent of [[], [0n, 0n, 0n, 0n]]) {
    assert.equal(priceFrom(recent, 40_000, LEAST_PRICE), LEAST_PRICE)
    assert.equal(priceFrom(recent, 40_000), 0n)
  }
  assert.equal(priceFrom([1n, 1n, 1n, 20_000n], 40_000, LEAST_PRICE), 20_000n)
})
