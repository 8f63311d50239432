/** Profit over time, for any trades and any known prices. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HISTORY_STEPS } from '@purser/contract/limits.ts'
import { parseUnitsDown } from '@purser/contract/money.ts'
import fc from 'fast-check'
import { pnlUsd } from './figures.ts'
import { type Moment, toPoints, chooseStep } from './history.ts'

const decimals = { quote: 9, token: 5 }
const amount = fc.bigInt({ min: 0n, max: 10n ** 15n })
const price = fc.bigInt({ min: 1n, max: 10n ** 16n })
const bucket = fc.record({
  at: fc.date({ min: new Date(0), max: new Date(10 ** 12), noInvalidDate: true }),
  boughtBase: amount,
  soldBase: amount,
  spentQuote: amount,
  receivedQuote: amount,
  feesLamports: amount,
  tokenPrice: fc.option(price),
  quotePrice: fc.option(price),
})
const moment = fc.record({
  ms: fc.integer({ min: 0, max: 10 ** 12 }),
  prices: fc.record({ quote: price, token: price, sol: price }),
})
const units = (value: number | string, places: number) => {
  // The shortest text that is this number: more places would show what its last bit adds.
  const text = String(value)
  return text.startsWith('-') ? -parseUnitsDown(text.slice(1), places) : parseUnitsDown(text, places)
}

void test('the last point is what all fills together are worth at the last prices', () => {
  fc.assert(
    fc.property(fc.array(bucket, { maxLength: 20 }), fc.array(moment), moment, (fills, moments, end) => {
      const last: Moment = { ...end, ms: 10 ** 12 + 1 }
      const points = toPoints(fills, [...moments, last], decimals)
      const sums = { boughtBase: 0n, soldBase: 0n, spentQuote: 0n, receivedQuote: 0n, feesLamports: 0n }
      for (const fill of fills)
        for (const key of Object.keys(sums) as (keyof typeof sums)[]) sums[key] += fill[key]
      const point = points.at(-1)
      assert.equal(points.length, fills.length + moments.length + 1)
      if (sums.boughtBase === 0n) assert.equal(point?.pnl, null)
      else assert.equal(units(point?.pnl ?? 0, 6), pnlUsd(sums, decimals, end.prices))
      const held = sums.boughtBase - sums.soldBase
      assert.equal(units(point?.held ?? -1, decimals.token), held > 0n ? held : 0n)
    }),
  )
})

void test('points stand in the order of time, and none has a profit before the first buy', () => {
  fc.assert(
    fc.property(fc.array(bucket, { maxLength: 20 }), fc.array(moment), (fills, moments) => {
      const points = toPoints(fills, moments, decimals)
      const times = points.map(({ time }) => time)
      assert.deepEqual(times, times.toSorted())
      const bought = fills.filter((fill) => fill.boughtBase > 0n).map((fill) => fill.at.getTime())
      for (const { time, pnl } of points)
        if (Date.parse(time) < Math.min(...bought, Infinity)) assert.equal(pnl, null)
    }),
  )
})

void test('however long a strategy runs, its steps are bounded and those that candles come in', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 * 366 * 86_400 }), (seconds) => {
      const step = chooseStep(seconds)
      assert.ok(seconds / step <= HISTORY_STEPS)
      assert.ok(step % 86_400 === 0 || [60, 300, 900, 3_600, 14_400].includes(step))
    }),
  )
})
