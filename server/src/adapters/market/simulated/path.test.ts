import { test } from 'node:test'
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { KNOWN_TOKENS, SOL_MINT, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import { buildCandles } from './candles.ts'
import { createPath } from './path.ts'
import { createProfile } from './profile.ts'

const BONK = KNOWN_TOKENS.find((t) => t.symbol === 'BONK')?.mint ?? ''
const STRANGER = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
const createTestPath = (mint: string, seed = 'test') => createPath(createProfile(mint, seed))
const NOW = 1_795_000_000_000
const Mint = fc.constantFrom(SOL_MINT, BONK, USDC_MINT, STRANGER)
const Time = fc.integer({ min: NOW - 4e11, max: NOW + 4e11 })

/** Standard deviation of a year's log return, from returns over `step` ms. */
function volatility(mint: string, seed: string, step: number): number {
  const path = createTestPath(mint, seed)
  const n = 10_000
  let sum = 0
  for (let i = 0; i < n; i++) sum += Math.log(path.at(NOW - i * step) / path.at(NOW - (i + 1) * step)) ** 2
  return Math.sqrt((sum / n) * (31_557_600_000 / step))
}

void test('a moment asked for by itself has the price that it has in a row', () => {
  fc.assert(
    fc.property(Mint, fc.string(), fc.array(Time, { minLength: 2, maxLength: 30 }), (mint, seed, times) => {
      const inRow = createTestPath(mint, seed)
      for (const time of times) assert.equal(inRow.at(time), createTestPath(mint, seed).at(time))
    }),
  )
})

void test('another seed tells another history, and every price is above zero', () => {
  assert.notEqual(createTestPath(SOL_MINT, 'a').at(NOW), createTestPath(SOL_MINT, 'b').at(NOW))
  fc.assert(
    fc.property(Mint, fc.string(), Time, (mint, seed, time) => createTestPath(mint, seed).at(time) > 0),
  )
})

void test('volatile mints are as wild by the minute as by the hour and the day, between 30 and 300 % a year', () => {
  for (const mint of [SOL_MINT, BONK, STRANGER])
    for (const step of [60_000, 3_600_000, 86_400_000]) {
      const v = volatility(mint, 'test', step)
      assert.ok(v > 0.3 && v < 3, `${v} for ${mint} by ${step} ms`)
      const wanted = createProfile(mint, 'test').volatility
      assert.ok(Math.abs(v / wanted - 1) < 0.25, `${v} instead of ${wanted} for ${mint} by ${step} ms`)
    }
})

void test('a pegged mint stays within a thousandth of its peg, and moves', () => {
  const path = createTestPath(USDC_MINT)
  const prices = Array.from({ length: 20_000 }, (_, i) => path.at(NOW - i * 600_000))
  assert.ok(Math.max(...prices) <= 1.001 && Math.min(...prices) >= 0.999)
  assert.ok(Math.max(...prices) - Math.min(...prices) > 0.0005)
})

void test('candles chain, hold their own prices, and depend on nothing but their time', () => {
  fc.assert(
    fc.property(
      Mint,
      fc.constantFrom(60, 300, 3600, 86_400),
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: 0, max: 86_400 }),
      (mint, seconds, n, offset) => {
        const from = 1_770_000_000 + offset
        const ask = (a: number, b: number) =>
          buildCandles(createTestPath(mint), { seconds, from: a, to: b, depth: 1_000_000n }, NOW)
        const candles = ask(from, from + n * seconds)
        assert.equal(candles.length, n)
        candles.forEach((c, i) => {
          assert.equal(c.time % seconds, 0)
          assert.ok(c.time >= from && c.time < from + n * seconds)
          assert.ok(c.low > 0 && c.low <= Math.min(c.open, c.close) && c.high >= Math.max(c.open, c.close))
          assert.ok(c.volume > 0)
          if (i > 0) assert.equal(c.open, candles[i - 1]?.close)
        })
        const last = candles.at(-1)
        assert.deepEqual(ask(last?.time ?? 0, (last?.time ?? 0) + 1), [last])
      },
    ),
    { numRuns: 40 },
  )
})

void test('candles tell nothing of what is still to come', () => {
  const path = createTestPath(SOL_MINT)
  const now = 1_780_000_000_000 + 90_000
  const candles = buildCandles(path, { seconds: 60, from: 1_779_999_960, to: 1_780_009_960, depth: 1n }, now)
  const last = candles.at(-1)
  assert.equal(last?.time, Math.floor(now / 60_000) * 60)
  assert.equal(last?.close, path.at(now))
})

/** How long that takes is measured in bench/interpreter.ts. */
void test('a month of minutes has a candle for each, in their order', () => {
  const request = { seconds: 60, from: 1_780_000_000, to: 1_780_000_000 + 43_200 * 60, depth: 1n }
  const candles = buildCandles(createTestPath(BONK), request, NOW)
  assert.equal(candles.length, 43_200)
  assert.ok(candles.every(({ time }, i) => i === 0 || time - (candles[i - 1]?.time ?? 0) === 60))
})
