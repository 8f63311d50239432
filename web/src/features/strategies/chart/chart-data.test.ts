import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Candle } from '@purser/contract/market/market.ts'
import { Plan } from '@purser/contract/strategies/plan.ts'
import type { Strategy, StrategyTrade } from '@purser/contract/strategies/strategies.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { amountWords, columnWords, compactWords, directionOf, usdWords } from '#ui/formats/amount-words.ts'
import {
  boundariesOf,
  groupMarks,
  joinCandles,
  listLevels,
  marksOf,
  mergeCandles,
  spotsOf,
  timeframeFor,
} from './chart-data.ts'
import { tradeWords } from '../trades/trade-words.ts'

const candle = (time: number, close = 1): Candle => ({ time, open: 1, high: 2, low: 0.5, close, volume: 0 })
const candles = [candle(60), candle(120), candle(180)]
const trade = (seconds: number, more: Partial<StrategyTrade> = {}): StrategyTrade => ({
  id: `1.${seconds}.w`,
  run: 1,
  order: seconds,
  side: 'buy',
  status: 'filled',
  time: new Date(seconds * 1000).toISOString(),
  wallet: 'w',
  tokens: 1_200,
  quote: 0.02,
  usd: 3,
  price_usd: 0.0000214071,
  fee: 0.00001,
  costs: null,
  profit: null,
  signature: null,
  error: null,
  ...more,
})

test('the timeframe is the shortest in which the run fits on the screen', () => {
  assert.deepEqual([0, 60 * 60, 60 * 60 + 1, 86_400, 9 * 86_400, 400 * 86_400].map(timeframeFor), [
    '1m',
    '1m',
    '5m',
    '1h',
    '4h',
    '1d',
  ])
})

test('newest candles are joined where none is missing, and none of a time that was taken back stays', () => {
  const times = (joined: Candle[] | null) => joined?.map(({ time }) => time)
  assert.deepEqual(times(joinCandles(candles, [candle(180), candle(240)], 9)), [60, 120, 180, 240])
  assert.equal(joinCandles(candles, [candle(240), candle(300)], 9), null)
  assert.deepEqual(times(joinCandles(candles, [candle(60), candle(120)], 9)), [60, 120])
  assert.equal(joinCandles([candle(600)], [candle(60), candle(120)], 9), null)
  assert.equal(joinCandles(candles, [], 9), candles)
})

test('fresh candles replace known ones, in order of time, and the oldest are dropped', () => {
  const merged = mergeCandles(candles, [candle(180, 9), candle(240)], 3)
  assert.deepEqual(
    merged.map(({ time, close }) => [time, close]),
    [
      [120, 1],
      [180, 9],
      [240, 1],
    ],
  )
})

test('trades of one candle, side and outcome are one mark; what is in flight or out of sight is none', () => {
  const marks = marksOf(
    [
      trade(185, { side: 'sell' }),
      trade(130),
      trade(125),
      trade(121, { status: 'failed' }),
      trade(140, { status: 'placed' }),
      trade(20),
      trade(999),
    ],
    candles,
    60,
  )
  assert.deepEqual(
    marks.map(({ time, side, status, trades }) => [time, side, status, trades.length]),
    [
      [120, 'buy', 'filled', 2],
      [120, 'buy', 'failed', 1],
      [180, 'sell', 'filled', 1],
    ],
  )
})

test('a line has one value per candle, the last within it, and none where nothing is known', () => {
  const point = (seconds: number, pnl: number | null) => ({
    time: new Date(seconds * 1000).toISOString(),
    held: '1.5',
    pnl,
  })
  const points = [point(10, 1), point(61, null), point(70, 2), point(119, 3), point(125, null)]
  assert.deepEqual(
    spotsOf(points, candles, 60, (p) => p.pnl),
    [{ time: 60, value: 3 }],
  )
  assert.deepEqual(
    spotsOf(points, candles, 60, (p) => p.held).map(({ time }) => time),
    [60, 120],
  )
  // A market without trades has no candle: the profit at the end belongs to the last one before it.
  const end = { time: new Date(400_000).toISOString(), held: 0, pnl: 7 }
  assert.deepEqual(spotsOf([...points, end], candles, 60, (p) => p.pnl).at(-1), { time: 180, value: 7 })
})

const base = {
  version: 1,
  goal: 'A plan.',
  token_address: KNOWN_TOKENS[2]?.mint,
  quote: 'SOL',
  trade_direction: 'both',
}
const strategyOf = (fields: object, average: number | null = null) =>
  ({ plan: Plan.parse({ ...base, ...fields }), average_price_usd: average }) as Strategy
const amount = { value: 1, unit: 'SOL' }

test('levels come from the plan, barriers from the position', () => {
  const prices = (strategy: Strategy) => listLevels(strategy).map(({ label, price }) => `${label} ${price}`)
  const limit = { strategy_type: 'limit', trade_direction: 'buy', amount, limit_price_usd: '0.5' }
  assert.deepEqual(prices(strategyOf(limit)), ['Limit 0.5'])
  const grid = {
    strategy_type: 'grid',
    lower_price_usd: 1,
    upper_price_usd: 4,
    grid_levels: 3,
    total_amount: amount,
  }
  assert.deepEqual(prices(strategyOf(grid)), ['Lowest level 1', ' 2.5', 'Highest level 4'])
  assert.deepEqual(prices(strategyOf({ ...grid, spacing: 'geometric' })), [
    'Lowest level 1',
    ' 2',
    'Highest level 4',
  ])
  assert.deepEqual(prices(strategyOf({ ...grid, grid_levels: 200 })), ['Lowest level 1', 'Highest level 4'])
  const bracket = {
    strategy_type: 'bracket',
    trade_direction: 'buy',
    amount,
    stop_loss_percent: 10,
    take_profit_percent: 50,
  }
  assert.deepEqual(prices(strategyOf(bracket)), [])
  assert.deepEqual(prices(strategyOf(bracket, 2)), ['Average cost 2', 'Stop loss 1.8', 'Take profit 3'])
  const swap = { strategy_type: 'swap', trade_direction: 'buy', amount, risk: { stop_loss_percent: 50 } }
  assert.deepEqual(prices(strategyOf(swap, 2)), ['Average cost 2', 'Stop loss 1'])
})

test('amounts are shown with their sign, rounded half up', () => {
  assert.deepEqual(
    [amountWords('1234567.8999999', 'BONK'), amountWords(-0.001, 'SOL'), amountWords(0.5, 'SOL', true)],
    ['1,234,567.90 BONK', '-0.001 SOL', '+0.50 SOL'],
  )
  assert.deepEqual(
    [usdWords(0), usdWords(-0.12689), usdWords('1234567.899', true), usdWords(1e-7)],
    ['$0.00', '-$0.1269', '+$1,234,567.90', '$0.0000'],
  )
  assert.deepEqual(
    [usdWords('-0.00004', true), amountWords('0.0000001', 'SOL', true), compactWords('740883.85', 'BONK')],
    ['$0.0000', '0.00 SOL', '740.88K BONK'],
  )
  assert.deepEqual([directionOf(0), directionOf('-0.1'), directionOf(1e-9)], ['even', 'down', 'up'])
})

test('a trade is shown in one line, with its profit, its failure or that it is in flight', () => {
  const { tokens, quote } = { tokens: null, quote: null }
  assert.deepEqual(
    [
      trade(1),
      trade(1, { side: 'sell', profit: -0.001 }),
      trade(1, { status: 'failed', tokens, quote, error: 'The price moved.' }),
      trade(1, { status: 'placed', tokens, quote }),
    ].map((one) => tradeWords(one, 'BONK', 'SOL')),
    [
      'Buy 1,200.00 BONK for 0.02 SOL at $0.0₄21407',
      'Sell 1,200.00 BONK for 0.02 SOL at $0.0₄21407; profit -0.001 SOL',
      'Buy failed: The price moved.',
      'Buy in flight',
    ],
  )
})

test('at every zoom all trades are on marks, and no two marks of a side are too near to each other', () => {
  const many = Array.from({ length: 300 }, (_, i) => candle(i * 60))
  const trades = many.flatMap(({ time }, i) => {
    const side = i % 7 === 0 ? ('sell' as const) : ('buy' as const)
    return i % 5 === 4
      ? []
      : [trade(time + 1, { side, status: i % 11 === 0 ? 'failed' : 'filled' }), trade(time + 30, { side })]
  })
  const marks = marksOf(trades, many, 60)
  for (const apart of [1, 2, 3, 8, 24, 48, 300]) {
    const shown = groupMarks(marks, many, apart)
    assert.equal(shown.flatMap((mark) => mark.trades).length, trades.length, `${apart} apart`)
    for (const side of ['buy', 'sell']) {
      const places = [...new Set(shown.filter((mark) => mark.side === side).map(({ time }) => time / 60))]
      const gaps = places.slice(1).map((place, i) => place - (places[i] ?? 0))
      assert.ok(
        gaps.every((gap) => gap >= apart),
        `${side}, ${apart} apart: ${gaps.join()}`,
      )
    }
    for (const mark of shown)
      assert.ok(mark.trades.every(({ status, side }) => status === mark.status && side === mark.side))
    // Each of its trades is found under the candles of its mark.
    assert.ok(shown.every((mark) => mark.until >= mark.time))
  }
})

test('the start, each later run and the end are marked at their candles', () => {
  const of = (trades: StrategyTrade[], ended: number | null) =>
    boundariesOf(
      {
        created_at: new Date(61_000).toISOString(),
        ended_at: ended === null ? null : new Date(ended * 1000).toISOString(),
      },
      trades,
      candles,
      60,
    ).map(({ time, label }) => `${label} ${time}`)
  assert.deepEqual(of([trade(185, { run: 2 }), trade(181, { run: 2 }), trade(70)], null), [
    'Started 60',
    'Run 2 180',
  ])
  // The first trade of the oldest loaded run may be missing.
  assert.deepEqual(of([trade(185, { run: 3 })], 190), ['Started 60', 'Ended 180'])
  assert.deepEqual(of([], 10_000), ['Started 60'])
})

test('amounts of a column have the same digits, as many as one of them needs', () => {
  assert.deepEqual(columnWords([1234.5, '0.00001', null, -2], 'SOL', true), [
    '+1,234.50000 SOL',
    '+0.00001 SOL',
    '–',
    '-2.00000 SOL',
  ])
  assert.deepEqual(columnWords([1, 2], 'SOL'), ['1.00 SOL', '2.00 SOL'])
})
