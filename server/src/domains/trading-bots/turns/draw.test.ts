/** The draw of a turn: always within its bounds, and in the long run with the right frequency. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOT_DEFAULTS } from '@purser/contract/trading-bots/trading-bots.ts'
import fc from 'fast-check'
import { seededRandom } from '../../../test/seeded-random.ts'
import {
  buyProbability,
  CALM,
  drawInterval,
  drawSide,
  drawSize,
  type Flow,
  firstTurn,
  takePart,
  toParts,
  reactionTo,
  getTerms,
} from './draw.ts'
import { type Holdings, measureCapacity, TRADE_FEE } from './trading-capacity.ts'
import type { Parameters } from '../rows.ts'
import { drawTurn } from './turn.ts'

const { status: _, ...defaults } = BOT_DEFAULTS
const PARAMETERS = {
  ...defaults,
  whale_threshold: '5',
  price_range_min: '0',
  price_range_max: '100',
} as Parameters

const share = fc.double({ min: 0, max: 1, noNaN: true })
/** A chance as the code draws it: less than 1. */
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const pair = <T>(one: fc.Arbitrary<T>, order: (a: T, b: T) => number) =>
  fc.tuple(one, one).map((two) => two.sort(order))
const range = pair(share, (a, b) => a - b)
const seconds = pair(fc.integer({ min: 600, max: 86_400 }), (a, b) => a - b)
const lamports = fc.bigInt({ min: 0n, max: 10n ** 16n })

const parameters: fc.Arbitrary<Parameters> = fc
  .record({
    percent: range,
    interval: seconds,
    p: share,
    aggressiveness: share,
    most: fc.double({ min: 1, max: 10, noNaN: true }),
    advanced: fc.boolean(),
  })
  .map(({ percent, interval, p, aggressiveness, most, advanced }) => ({
    ...PARAMETERS,
    whale_trade_percent_min: percent[0],
    whale_trade_percent_max: percent[1],
    whale_interval_min: interval[0],
    whale_interval_max: interval[1],
    whale_buy_probability: p,
    aggressiveness,
    volatility_multiplier: most,
    use_advanced_settings: advanced,
  }))
const change = fc.record({
  hour: fc.option(fc.double({ min: -1, max: 5, noNaN: true })),
  day: fc.option(fc.double({ min: -1, max: 5, noNaN: true })),
})

void test('intervals and sizes are within their bounds, however lively the flow is', () => {
  fc.assert(
    fc.property(parameters, change, chance, (p, moved, draw) => {
      const terms = getTerms(p, 'whale')
      const flow = reactionTo(p, moved)
      const interval = drawInterval(terms, draw, flow)
      assert.ok(Number.isInteger(interval))
      assert.ok(interval >= terms.interval.min && interval <= terms.interval.max)
      const ppm = drawSize(terms, draw, flow)
      assert.ok(Number.isInteger(ppm) && ppm >= 0 && ppm <= 1_000_000)
      const { min, max } = toParts(terms.percent.min, terms.percent.max)
      assert.ok(ppm >= min && ppm <= max)
      // Whole parts per million, exactly as set.
      assert.ok(max <= terms.percent.max * 1e6 + 1e-3 && (min >= terms.percent.min * 1e6 - 1 || min === max))
      const chances = buyProbability(terms, flow)
      assert.ok(chances >= 0 && chances <= 1)
    }),
    { numRuns: 2_000 },
  )
})

void test('a lively flow trades sooner and larger than a calm one, and leans to its side', () => {
  fc.assert(
    fc.property(parameters, change, chance, (p, moved, draw) => {
      const terms = getTerms(p, 'whale')
      const flow = reactionTo({ ...p, use_advanced_settings: true }, moved)
      assert.ok(drawInterval(terms, draw, flow) <= drawInterval(terms, draw))
      assert.ok(drawSize(terms, draw, flow) >= drawSize(terms, draw))
      if (flow.target === 'buy') assert.ok(buyProbability(terms, flow) >= terms.buyProbability)
      if (flow.target === 'sell') assert.ok(buyProbability(terms, flow) <= terms.buyProbability)
    }),
    { numRuns: 2_000 },
  )
})

void test('fractions are parts per million to the digit', () => {
  for (let i = 0; i <= 1_000; i++) {
    const fraction = Number(`${i / 1_000}`)
    assert.deepEqual(toParts(fraction, fraction), { min: i * 1_000, max: i * 1_000 })
  }
  assert.deepEqual(toParts(0.000001, 0.0000015), { min: 1, max: 1 })
  assert.deepEqual(toParts(0.0000001, 0.0000002), { min: 0, max: 0 })
})

void test('a turn never spends more than may be spent: rent and fees stay, in SOL and in USDC', () => {
  const holdings: fc.Arbitrary<Holdings> = fc.record({
    sol: lamports,
    token: lamports,
    usdc: lamports,
    opensToken: fc.boolean(),
    opensUsdc: fc.boolean(),
  })
  const draws = fc.array(chance, { minLength: 3, maxLength: 3 })
  const rents = { wallet: 650_240n, token: 1_488_440n, usdc: 1_488_440n }
  fc.assert(
    fc.property(parameters, holdings, draws, fc.boolean(), (p, held, drawn, inSol) => {
      const currency = inSol ? 'SOL' : 'USDC'
      const capacity = measureCapacity(held, rents, currency, 5n)
      const next = [...drawn]
      const { side, amount, skip, turn } = drawTurn(
        { parameters: p },
        { walletId: 1, dueAt: null },
        { capacity, flow: CALM, at: 1_000_000, chance: () => next.shift() ?? 0 },
      )
      assert.ok(turn.dueAt.getTime() >= 1_000_000 + 600_000)
      const opens = side === 'buy' ? held.opensToken : !inSol && held.opensUsdc
      const keeps = rents.wallet + (opens ? rents.token : 0n) + TRADE_FEE
      if (skip !== null) return
      assert.ok(amount > 0n)
      if (side === 'sell') assert.ok(amount <= held.token && held.sol >= keeps)
      else if (inSol) assert.ok(held.sol - amount >= keeps + 2n * TRADE_FEE)
      else assert.ok(amount <= held.usdc && held.sol >= keeps)
    }),
    { numRuns: 5_000 },
  )
  const rich = { sol: 10n ** 10n, token: 0n, usdc: 0n, opensToken: true, opensUsdc: true }
  const skips = (held: Partial<Holdings>, currency: 'SOL' | 'USDC' = 'SOL') => {
    const {
      class: is,
      buySkip,
      sellSkip,
    } = measureCapacity({ ...rich, ...held }, rents, currency, 5n * 10n ** 9n)
    return [is, buySkip, sellSkip]
  }
  assert.deepEqual(skips({}), ['whale', null, 'nothing_to_sell'])
  assert.deepEqual(skips({ sol: 5n * 10n ** 9n }), ['whale', null, 'nothing_to_sell'])
  assert.deepEqual(skips({ sol: 5n * 10n ** 9n - 1n, token: 1n }), ['retail', null, null])
  assert.deepEqual(skips({ sol: 0n, token: 1n }), ['retail', 'fees', 'fees'])
  assert.deepEqual(skips({ sol: 650_240n + 1_488_440n + 30_000n }), [
    'retail',
    'nothing_to_spend',
    'nothing_to_sell',
  ])
  assert.deepEqual(skips({ token: 1n }, 'USDC'), ['retail', 'nothing_to_spend', null])
  assert.deepEqual(skips({ usdc: 5n * 10n ** 9n, sol: 0n }, 'USDC'), ['whale', 'fees', 'nothing_to_sell'])
})

void test('the flow reacts to the hour first, then to the day, and only where it is switched on', () => {
  const on: Parameters = { ...PARAMETERS, use_advanced_settings: true }
  const reacts = (p: Parameters, hour: number | null, day: number | null) => reactionTo(p, { hour, day })
  const skew = 1 + 4 * 0.5
  const towards = (target: Flow['target']): Flow => ({ target, skew, aggressiveness: 0.5 })
  assert.deepEqual(reacts(on, 0.01, -0.05), towards('buy'))
  assert.deepEqual(reacts(on, -0.01, 0.05), towards('sell'))
  assert.deepEqual(reacts(on, 0.0099, -0.05), towards('sell'))
  assert.deepEqual(reacts(on, null, 0.05), towards('buy'))
  assert.deepEqual(reacts(on, 0.0099, 0.0499), CALM)
  assert.deepEqual(reacts(on, null, null), CALM)
  assert.deepEqual(reacts({ ...on, aggressiveness: 0 }, 1, 1), CALM)
  assert.deepEqual(reacts(PARAMETERS, 1, 1), CALM)
  const terms = getTerms(on, 'whale')
  assert.equal(buyProbability(terms, towards('buy')), 0.7 + 0.5 * 0.3)
  assert.equal(buyProbability(terms, towards('sell')), 0.35)
  assert.equal(buyProbability(terms, { target: 'sell', skew: 5, aggressiveness: 1 }), 0)
})

const DRAWS = 100_000

void test(`over ${DRAWS} draws sides, sizes and intervals come as often as they should`, () => {
  const random = seededRandom(7)
  const mean = (draw: () => number) => {
    let sum = 0
    for (let i = 0; i < DRAWS; i++) sum += draw()
    return sum / DRAWS
  }
  /** Whether it lies within four standard deviations of the mean of this many draws. */
  const near = (found: number, expected: number, deviation: number) =>
    assert.ok(Math.abs(found - expected) < (4 * deviation) / Math.sqrt(DRAWS), `${found} is not ${expected}`)
  for (const each of ['whale', 'retail'] as const) {
    const terms = getTerms(PARAMETERS, each)
    const p = terms.buyProbability
    near(
      mean(() => (drawSide(terms, random()) === 'buy' ? 1 : 0)),
      p,
      Math.sqrt(p * (1 - p)),
    )
    const { min, max } = toParts(terms.percent.min, terms.percent.max)
    near(
      mean(() => drawSize(terms, random())),
      (min + max) / 2,
      (max - min) / Math.sqrt(12),
    )
    near(
      mean(() => drawInterval(terms, random())),
      (600 + 86_400) / 2,
      85_800 / Math.sqrt(12),
    )
    // A skew of 3: the mean of u^3 is a quarter of the range, its variance 1/7 - 1/16.
    const lively: Flow = { target: 'buy', skew: 3, aggressiveness: 0.5 }
    const spread = Math.sqrt(1 / 7 - 1 / 16)
    near(
      mean(() => drawInterval(terms, random(), lively)),
      600 + 85_800 / 4,
      85_800 * spread,
    )
    near(
      mean(() => drawSize(terms, random(), lively)),
      max - (max - min) / 4,
      (max - min) * spread,
    )
  }
})

void test('a first turn lies within an interval, and never too soon after the last', () => {
  fc.assert(
    fc.property(
      parameters,
      chance,
      chance,
      fc.option(fc.integer({ min: -90_000, max: 90_000 })),
      (p, a, b, last) => {
        const terms = getTerms(p, 'whale')
        const now = 10 ** 9
        const lastTurnAt = last === null ? null : now + last * 1_000
        const due = firstTurn(terms, { now, lastTurnAt, chances: [a, b] })
        assert.ok(due >= now && due <= now + terms.interval.max * 1_000)
        if (lastTurnAt !== null && lastTurnAt <= now)
          assert.ok(due >= lastTurnAt + terms.interval.min * 1_000)
      },
    ),
    { numRuns: 2_000 },
  )
})

void test('after a clock was set back the next turn is a whole interval away', () => {
  const terms = getTerms(PARAMETERS, 'retail')
  const now = 1_700_000_000_000
  for (const lastTurnAt of [now + 1, now + 3_600_000])
    for (const chances of [
      [0, 0],
      [0, 0.999_999],
      [0.5, 0],
    ] as [number, number][]) {
      const due = firstTurn(terms, { now, lastTurnAt, chances })
      assert.ok(due >= now + terms.interval.min * 1_000 && due <= now + terms.interval.max * 1_000)
    }
})

void test('a part of an amount is never more than the amount', () => {
  fc.assert(
    fc.property(lamports, fc.integer({ min: 0, max: 1_000_000 }), (amount, ppm) => {
      const part = takePart(amount, ppm)
      assert.ok(part >= 0n && part <= amount)
      assert.ok(part * 1_000_000n <= amount * BigInt(ppm))
    }),
  )
})
