import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { drawBlocks } from './bootstrap.ts'
import { cdf, quantile } from './normal.ts'
import { probabilityOfOverfitting, sumBlocks } from './overfitting.ts'
import { toRange } from './quantiles.ts'
import { gainAt, placeAtRandom, shareAsGood } from './random-entries.ts'
import { createRandom } from './random.ts'
import {
  computeBenchmark,
  computeMoments,
  expectedBest,
  minimumTrackRecord,
  probabilisticSharpe,
} from './sharpe.ts'
import { walkForward } from './walk-forward.ts'

const digits = (value: number | null, n = 4) => (value === null ? null : Number(value.toFixed(n)))
const seed = fc.integer({ min: 1, max: 2 ** 31 - 1 })
const ratio = fc.double({ min: -0.5, max: 0.5, noNaN: true })
/** Returns that are normal, from a seed. */
function drawReturns(from: number, length: number, mean = 0): Float64Array {
  const random = createRandom(from)
  return Float64Array.from({ length }, () => mean + 0.02 * quantile(0.0005 + 0.999 * random.next()))
}

void test('the published figures come out to four digits', () => {
  // Bailey and López de Prado 2014: a Sharpe ratio of 2.5 a year in 1250 days of 250 a year.
  const moments = { periods: 1_250, sharpe: 2.5 / Math.sqrt(250), skewness: -3, kurtosis: 10 }
  const variance = 0.5 / 250
  assert.equal(digits(expectedBest(100, variance)), 0.1132)
  assert.equal(digits(probabilisticSharpe(moments, expectedBest(100, variance))), 0.9004)
  assert.equal(digits(probabilisticSharpe(moments, expectedBest(46, variance))), 0.9505)
  const normal = { periods: 365, sharpe: 1 / Math.sqrt(365), skewness: 0, kurtosis: 3 }
  assert.equal(digits(minimumTrackRecord(normal, 0, 0.95), 0), 990)
  assert.equal(digits(cdf(quantile(0.975)), 12), 0.975)
})

void test('a first try is measured against no edge at all, and one that is no better than its benchmark never proves itself', () => {
  assert.equal(expectedBest(1, 0.5), 0)
  const moments = { periods: 365, sharpe: 0.02, skewness: 0, kurtosis: 3 }
  assert.equal(minimumTrackRecord(moments, 0.02, 0.95), null)
  assert.equal(minimumTrackRecord(moments, 0.05, 0.95), null)
})

void test('moments by hand', () => {
  const moments = computeMoments([1, 2, 3, 6])
  assert.equal(moments?.periods, 4)
  // The mean is 3; the squares are 4, 1, 0, 9.
  assert.equal(digits(moments?.sharpe ?? null), digits(3 / Math.sqrt(14 / 3)))
  assert.equal(digits(moments?.skewness ?? null), digits((-8 - 1 + 27) / 4 / 3.5 ** 1.5))
  assert.equal(digits(moments?.kurtosis ?? null), digits((16 + 1 + 81) / 4 / 3.5 ** 2))
  assert.equal(computeMoments([0.5]), null)
  assert.equal(computeMoments([0.1, 0.1, 0.1]), null)
})

void test('a further try never lowers the benchmark, nor raises what the same returns prove', () => {
  fc.assert(
    fc.property(fc.array(ratio, { minLength: 1, maxLength: 60 }), seed, (ratios, from) => {
      const moments = computeMoments(drawReturns(from, 365, 0.002))
      assert.ok(moments)
      let [floor, proof] = [0, 1]
      for (const [i] of ratios.entries()) {
        const benchmark = computeBenchmark(
          { count: i + 1, ratios: ratios.slice(0, i + 1), floor },
          moments.periods,
        )
        const now = probabilisticSharpe(moments, benchmark)
        assert.ok(benchmark >= floor && now <= proof, `${benchmark} ${floor}, ${now} ${proof}`)
        ;[floor, proof] = [benchmark, now]
      }
    }),
  )
})

void test('tries that resemble each other count all the same: the benchmark grows with their number alone', () => {
  const same = (count: number) =>
    computeBenchmark({ count, ratios: Array.from({ length: count }, () => 0.1), floor: 0 }, 365)
  assert.equal(same(1), 0)
  assert.equal(same(14), expectedBest(14, 1 / 364))
  // Of 45 tries on noise the best has a ratio of about 1 a year in five years of days.
  assert.ok(Math.abs(expectedBest(45, 1 / (5 * 250 - 1)) * Math.sqrt(250) - 1) < 0.02)
})

void test('a proof is a probability, whatever the returns', () => {
  const returns = fc.array(fc.double({ min: -0.99, max: 10, noNaN: true }), { minLength: 2, maxLength: 400 })
  fc.assert(
    fc.property(returns, ratio, (values, benchmark) => {
      const moments = computeMoments(values)
      if (!moments) return
      const proof = probabilisticSharpe(moments, benchmark)
      assert.ok(proof >= 0 && proof <= 1, `${proof}`)
      const record = minimumTrackRecord(moments, benchmark, 0.95)
      assert.ok(record === null || record >= 1, `${record}`)
    }),
  )
})

void test('overfitting by hand: what is best in one half and worst in the other is chosen by noise', () => {
  const blocks = (values: number[]) =>
    values.map((v) => ({ count: 2, sum: 2 * v, squares: 2 * v * v + 0.02 }))
  const opposite = [blocks([1, -1]), blocks([-1, 1]), blocks([0, 0])]
  assert.equal(probabilityOfOverfitting(opposite), 1)
  const steady = [blocks([1, 1]), blocks([0, 0]), blocks([-1, -1])]
  assert.equal(probabilityOfOverfitting(steady), 0)
  assert.equal(probabilityOfOverfitting([blocks([1, 1])]), null)
  // Eight blocks are divided in 70 ways, and equal variants rank in the middle.
  const equal = [sumBlocks([1, 2, 3, 4, 5, 6, 7, 8], 8), sumBlocks([1, 2, 3, 4, 5, 6, 7, 8], 8)]
  assert.equal(probabilityOfOverfitting(equal), 1)
})

void test('noise is overfitted in about half of all cases, an edge hardly ever', () => {
  const noise = (from: number, best: number) =>
    Array.from({ length: 9 }, (_, i) => sumBlocks(drawReturns(from * 97 + i, 365, i === 0 ? best : 0), 8))
  const mean = (best: number) => {
    const all = Array.from({ length: 40 }, (_, from) => probabilityOfOverfitting(noise(from + 1, best)) ?? 0)
    return all.reduce((sum, one) => sum + one, 0) / all.length
  }
  assert.ok(Math.abs(mean(0) - 0.5) < 0.1, `${mean(0)}`)
  assert.ok(mean(0.006) < 0.05, `${mean(0.006)}`)
})

void test('walking forward by hand: the best so far is judged by what follows', () => {
  // The first variant is best at first and loses from then on.
  const variants = [
    [5, -1, -1, -1],
    [1, 1, 1, 1],
  ]
  const found = walkForward(variants, 3)
  assert.equal(found?.positive, 0)
  assert.equal(digits(found?.efficiency ?? null), digits(-3 / (5 / 1 + 4 / 2 + 3 / 3)))
  assert.equal(walkForward([[1, 1]], 5), null)
  assert.equal(walkForward([], 5), null)
  assert.equal(walkForward([[-1, -1, -1]], 2)?.efficiency, null)
})

void test('random positions keep their order, their lengths and their number, and fill the whole time', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 20 }),
      fc.nat(200),
      seed,
      (all, more, from) => {
        const length = all.reduce((sum, one) => sum + one, 0) + more + 1
        const starts = new Int32Array(all.length)
        placeAtRandom(all, length, createRandom(from), starts)
        let free = 0
        for (const [k, one] of all.entries()) {
          assert.ok(starts[k]! >= free, `${starts[k]} ${free}`)
          free = starts[k]! + one
        }
        assert.ok(free < length)
      },
    ),
  )
  // Without room there is one placement.
  const starts = new Int32Array(2)
  placeAtRandom([2, 3], 6, createRandom(1), starts)
  assert.deepEqual([...starts], [0, 2])
  assert.equal(gainAt([1, 1, 2, 2, 2, 1], { candles: [2, 3], stakes: [10, 10] }, starts), 5)
  assert.equal(shareAsGood(0, 1_999), 1 / 2_000)
})

void test('each place is equally likely', () => {
  const random = createRandom(7)
  const [starts, counts] = [new Int32Array(1), new Float64Array(8)]
  for (let i = 0; i < 8_000; i++) {
    placeAtRandom([3], 11, random, starts)
    counts[starts[0]!]!++
  }
  assert.ok(
    counts.every((count) => Math.abs(count - 1_000) < 130),
    counts.join(),
  )
})

void test('a path consists of blocks of the past', () => {
  fc.assert(
    fc.property(seed, fc.integer({ min: 1, max: 30 }), (from, block) => {
      const path = new Int32Array(100)
      drawBlocks({ first: 1, end: 60, block }, createRandom(from), path)
      assert.ok(path.every((one) => one >= 1 && one < 60))
      for (let i = 1; i < path.length; i++) if (i % block !== 0) assert.equal(path[i], path[i - 1]! + 1)
    }),
  )
})

void test('the same seed gives the same numbers, and quantiles lie between two values', () => {
  const draw = () => Array.from({ length: 5 }, createRandom(42).next)
  assert.deepEqual(draw(), draw())
  assert.deepEqual(toRange(Float64Array.from({ length: 101 }, (_, i) => 100 - i)), {
    p5: 5,
    p50: 50,
    p95: 95,
  })
  assert.deepEqual(toRange(Float64Array.of(3)), { p5: 3, p50: 3, p95: 3 })
  assert.deepEqual(toRange(Float64Array.of(0, 1)), { p5: 0.05, p50: 0.5, p95: 0.95 })
})
