import { test } from 'node:test'
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { noQuoteText } from '@purser/contract/market/no-quote-texts.ts'
import type { Quote } from '../../../ports/market.ts'
import { FEE_BPS, isNoQuote, movedPrice, movePpb, quoteSwap, type Side, valueUsd } from './pricing.ts'

const SideOf = (mint: string): fc.Arbitrary<Side> =>
  fc.record({
    mint: fc.constant(mint),
    decimals: fc.integer({ min: 0, max: 9 }),
    price: fc.bigInt(1n, 10n ** 17n),
    depth: fc.bigInt(100_000n, 500_000_000n),
  })
const Amount = fc.oneof(fc.bigInt(1n, 10_000n), fc.bigInt(1n, 2n ** 64n - 1n))
const A = SideOf('A')
const B = SideOf('B')
const ask = (input: Side, output: Side, inAmount: bigint, slippageBps = 100) =>
  quoteSwap({ inputMint: input.mint, outputMint: output.mint, inAmount, slippageBps }, input, output)
/** How many of the random cases had a quote: a property that never sees one proves nothing. */
function counted() {
  let seen = 0
  return {
    one: () => void seen++,
    atLeast: (n: number) => assert.ok(seen >= n, `only ${seen} cases were quoted`),
  }
}

void test('a swap never gives more value than it takes, less the fee, and says its limits truly', () => {
  const cases = counted()
  fc.assert(
    fc.property(A, B, Amount, fc.integer({ min: 1, max: 5000 }), (a, b, amount, slippage) => {
      const quote = ask(a, b, amount, slippage)
      if (isNoQuote(quote)) return
      cases.one()
      const scale = 10n ** 9n
      const given = (quote.outAmount * b.price * scale) / 10n ** BigInt(b.decimals)
      const taken = (amount * a.price * scale) / 10n ** BigInt(a.decimals)
      assert.ok(given <= (taken * (10_000n - FEE_BPS)) / 10_000n)
      assert.ok(quote.minOutAmount > 0n && quote.minOutAmount <= quote.outAmount)
      assert.ok(quote.minOutAmount * 10_000n >= quote.outAmount * BigInt(10_000 - slippage))
      assert.ok(quote.priceImpactBps >= 0 && quote.priceImpactBps <= 2_000)
    }),
    { numRuns: 3_000 },
  )
  cases.atLeast(200)
})

void test('buying and selling back never gains, even at the price that the buying moved', () => {
  const cases = counted()
  fc.assert(
    fc.property(A, B, Amount, (a, b, amount) => {
      const bought = ask(a, b, amount)
      if (isNoQuote(bought)) return
      const back = ask(b, a, bought.outAmount)
      if (!isNoQuote(back)) assert.ok(back.outAmount < amount)
      const value = valueUsd(a, amount)
      const movedA = { ...a, price: movedPrice(a.price, -movePpb(a, value)) }
      const movedB = { ...b, price: movedPrice(b.price, movePpb(b, value)) }
      const after = ask(movedB, movedA, bought.outAmount)
      if (isNoQuote(after)) return
      cases.one()
      // A price with so few digits rounds the move itself, so that one part in its price cannot be known.
      if (a.price < 10n ** 6n || b.price < 10n ** 6n) return
      assert.ok(after.outAmount <= amount, `${amount} became ${after.outAmount}`)
    }),
    { numRuns: 3_000 },
  )
  cases.atLeast(100)
})

void test('more in never brings less out', () => {
  const cases = counted()
  fc.assert(
    fc.property(A, B, Amount, fc.bigInt(1n, 10n ** 12n), (a, b, amount, more) => {
      const [small, large] = [ask(a, b, amount), ask(a, b, amount + more)]
      if (isNoQuote(small) || isNoQuote(large)) return
      cases.one()
      assert.ok(large.outAmount >= small.outAmount)
      assert.ok(large.priceImpactBps >= small.priceImpactBps)
    }),
    { numRuns: 3_000 },
  )
  cases.atLeast(150)
})

void test('what the market cannot take it refuses with the most that it can', () => {
  const sol: Side = { mint: 'A', decimals: 9, price: 150n * 10n ** 12n, depth: 1_000_000n }
  const coin: Side = { mint: 'B', decimals: 6, price: 10n ** 12n, depth: 1_000_000n }
  const refused = ask(sol, coin, 1_000n * 10n ** 9n)
  assert.ok(isNoQuote(refused))
  assert.deepEqual(refused.unavailable, {
    code: 'over_depth',
    amount: '1000',
    symbol: 'A...A',
    most: '666.666666666',
    percent: 20,
  })
  assert.equal(
    noQuoteText(refused.unavailable),
    'The market cannot absorb 1,000 A...A at once: that would move the price by more than 20%. The maximum is 666.666666666 A...A.',
  )
  assert.ok(!isNoQuote(ask(sol, coin, 666_666_666_666n)))
  assert.ok(isNoQuote(ask(sol, coin, 666_666_666_667n)))
})

void test('dust that is worth less than a smallest unit is refused, and figures of a plain swap are as by hand', () => {
  const whole: Side = { mint: 'A', decimals: 0, price: 10n ** 12n, depth: 100_000_000n }
  const sol: Side = { mint: 'B', decimals: 9, price: 150n * 10n ** 12n, depth: 100_000_000n }
  const dust = ask(sol, whole, 1_000n)
  assert.ok(isNoQuote(dust) && dust.unavailable.code === 'amount_too_small')
  assert.ok(isNoQuote(ask(sol, whole, 0n)))
  // 10 SOL are 1,500 USD; over a depth of 50 million for both sides they move the price by 0.003 %; the fee is 0.25 %.
  const quote = ask(sol, { ...whole, decimals: 6 }, 10n ** 10n) as Quote
  assert.equal(quote.outAmount, (1_500_000_000n * 99_997n * 9_975n) / (100_000n * 10_000n))
  assert.equal(quote.minOutAmount, (quote.outAmount * 99n + 99n) / 100n)
})
