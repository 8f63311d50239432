/** The arithmetic of payments, on seeded random figures: nothing is made or lost by dividing and rounding. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seed, seededRandom } from '../../test/seeded-random.ts'
import { creditAt, isEnough, toLamports, computeRate, readAmountUsd, toUsd } from './amounts.ts'

const random = seededRandom(seed + 18)
const upTo = (most: number): bigint => BigInt(1 + Math.floor(random() * most))
const RATE = 10n ** 12n

void test(`parts of a quote count for exactly its whole, however it is divided (seed ${seed})`, () => {
  for (let i = 0; i < 2_000; i++) {
    const usd = upTo(10 ** (3 + (i % 13)))
    const rate = upTo(100_000) * RATE + upTo(1_000_000_000)
    const quote = { usd, lamports: toLamports(usd, rate) }
    let [before, counted] = [0n, 0n]
    while (before < quote.lamports) {
      const part = upTo(Number(quote.lamports - before))
      const credit = creditAt(quote, before, part)
      assert.ok(credit >= 0n)
      counted += credit
      before += part
      if (before < quote.lamports) assert.ok(counted < usd || quote.lamports <= usd)
    }
    assert.equal(counted, usd)
  }
})

void test('what a quote asks for is worth what is due, and a lamport less is not', () => {
  for (let i = 0; i < 2_000; i++) {
    const usd = upTo(10 ** (4 + (i % 12)))
    const rate = upTo(1_000_000) * RATE + upTo(1_000_000_000)
    const lamports = toLamports(usd, rate)
    assert.ok(toUsd(lamports, rate) >= usd)
    assert.ok(toUsd(lamports - 1n, rate) < usd)
    const quote = { usd, lamports }
    assert.ok(!isEnough(creditAt(quote, 0n, lamports - 1n), usd, 0))
    assert.ok(isEnough(creditAt(quote, 0n, lamports), usd, 0))
  }
})

void test('a tolerance is exact to the hundredth of a percent', () => {
  assert.ok(isEnough(98_000_000n, 100_000_000n, 200))
  assert.ok(!isEnough(97_999_999n, 100_000_000n, 200))
  assert.ok(isEnough(99_990_000n, 100_000_000n, 1))
  assert.ok(!isEnough(99_989_999n, 100_000_000n, 1))
})

void test('a rate is what was counted by what was received', () => {
  assert.equal(computeRate(25_000_000n, 250_000_000n), 100n * RATE)
  assert.equal(computeRate(1n, 0n), 0n)
  assert.equal(readAmountUsd('1.10'), 1_100_000n)
  assert.equal(readAmountUsd(0.07), 70_000n)
})
