import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { emaIndicator, rsiIndicator, smaIndicator, type Signal } from './indicators.ts'

const Closes = fc.array(fc.double({ min: 0.5, max: 2, noNaN: true }), { minLength: 60, maxLength: 200 })

/** The textbook RSI: all changes from the first on, averaged by Wilder. */
function rsiByTheBook(closes: number[], length: number): number {
  const changes = closes.slice(1).map((close, i) => close - closes[i]!)
  const first = changes.slice(0, length)
  let up = first.reduce((sum, c) => sum + Math.max(0, c), 0) / length
  let down = first.reduce((sum, c) => sum + Math.max(0, -c), 0) / length
  for (const change of changes.slice(length)) {
    up = (up * (length - 1) + Math.max(0, change)) / length
    down = (down * (length - 1) + Math.max(0, -change)) / length
  }
  return 100 - 100 / (1 + up / down)
}

void test('the RSI is that of Wilder, also where it is known by hand', () => {
  // The textbook example: 14 changes, RSI 70.46, then 66.25.
  const closes = [
    44.34, 44.09, 44.15, 43.61, 44.33, 44.83, 45.1, 45.42, 45.84, 46.08, 45.89, 46.03, 45.61, 46.28, 46.28,
    46,
  ]
  const { begin, take } = rsiIndicator(14, 30, 70)
  const figures = begin()
  for (const close of closes.slice(0, 15)) take(figures, close)
  assert.equal(figures[4]?.toFixed(2), '70.46')
  assert.deepEqual(rsiIndicator(14, 30, 70).values(figures), [figures[4]])
  assert.equal(take(figures, 46), 0)
  assert.equal(figures[4]?.toFixed(2), '66.25')
  fc.assert(
    fc.property(Closes, fc.integer({ min: 2, max: 20 }), (random, length) => {
      const indicator = rsiIndicator(length, 30, 70)
      const own = indicator.begin()
      for (const close of random) indicator.take(own, close)
      assert.ok(Math.abs((own[4] ?? 0) - rsiByTheBook(random, length)) < 1e-6)
    }),
  )
})

const mean = (list: number[]) => list.reduce((sum, x) => sum + x, 0) / list.length

void test('the averages cross where those added up anew at each candle do', () => {
  let crosses = 0
  fc.assert(
    fc.property(
      Closes,
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 20 }),
      (closes, fast, more) => {
        const slow = fast + more
        const indicator = smaIndicator(fast, slow)
        const figures = indicator.begin()
        let before: number | null = null
        closes.forEach((close, i) => {
          const signal = indicator.take(figures, close)
          if (i + 1 < slow) return assert.equal(signal, 0)
          const now = mean(closes.slice(i + 1 - fast, i + 1)) - mean(closes.slice(i + 1 - slow, i + 1))
          // If both differ only by rounding, either answer is right.
          if (before !== null && Math.abs(now) > 1e-9 && Math.abs(before) > 1e-9) {
            const wanted: Signal = before < 0 && now > 0 ? 1 : before > 0 && now < 0 ? -1 : 0
            assert.equal(signal, wanted)
            if (wanted) crosses++
          }
          before = now
        })
      },
    ),
  )
  assert.ok(crosses > 500, `only ${crosses} crosses`)
})

void test('the exponential average gives each close its weight', () => {
  const { begin, take } = emaIndicator(1, 3)
  const figures = begin()
  assert.deepEqual(
    [10, 11, 12, 13, 9, 20].map((close) => take(figures, close)),
    [0, 0, 0, 0, -1, 1],
  )
  assert.deepEqual(figures.slice(1, 3), [20, ((((10 + 11) / 2 + 12) / 2 + 13) / 2 + 9) / 4 + 10])
})

void test('values are those of its signals, and unknown before the first', () => {
  for (const indicator of [smaIndicator(2, 3), emaIndicator(2, 3), rsiIndicator(2, 30, 70)]) {
    const figures = indicator.begin()
    const values = [4, 5, 9].map((close) => {
      indicator.take(figures, close)
      return indicator.values(figures)
    })
    assert.deepEqual(values.slice(0, 2), [null, null])
    assert.notEqual(values[2], null)
  }
  const sma = smaIndicator(2, 3)
  const figures = sma.begin()
  for (const close of [4, 5, 9, 1]) sma.take(figures, close)
  assert.deepEqual(sma.values(figures), [5, 5])
})
