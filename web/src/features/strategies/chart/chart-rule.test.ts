import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Candle } from '@purser/contract/market/market.ts'
import { Plan } from '@purser/contract/strategies/plan.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { countCandles, createRule, isSignalPlan } from './chart-rule.ts'

const aPlan = (fields: object): Plan =>
  Plan.parse({
    version: 1,
    goal: 'A plan.',
    token_address: KNOWN_TOKENS[2]?.mint,
    quote: 'SOL',
    trade_direction: 'both',
    amount_per_trade: { value: 1, unit: 'SOL' },
    timeframe: '1m',
    ...fields,
  })
const candles = (closes: number[]): Candle[] =>
  closes.map((close, i) => ({ time: 60 * (i + 1), open: close, high: close, low: close, close, volume: 0 }))

const CROSS = aPlan({ strategy_type: 'ma_cross', kind: 'sma', fast_length: 2, slow_length: 3 })
const RSI = aPlan({ strategy_type: 'rsi', length: 2, buy_below: 25, sell_above: 75 })

test('a crossing draws both averages over the closed candles, from the first that the slow one knows', () => {
  const rule = createRule(CROSS, '1m', candles([1, 2, 3, 6, 100]))
  assert.deepEqual(rule, {
    name: 'SMA 2 and SMA 3',
    timeframe: '1m',
    lines: [
      {
        label: 'SMA 2',
        spots: [
          { time: 180, value: 2.5 },
          { time: 240, value: 4.5 },
        ],
      },
      {
        label: 'SMA 3',
        spots: [
          { time: 180, value: 2 },
          { time: 240, value: 11 / 3 },
        ],
      },
    ],
    bounds: null,
  })
})

test('an RSI is drawn with its levels', () => {
  const rule = createRule(RSI, '1m', candles([1, 2, 1, 1]))
  assert.deepEqual(rule?.bounds, { buy: 25, sell: 75 })
  assert.deepEqual(rule.lines, [{ label: 'RSI 2', spots: [{ time: 180, value: 50 }] }])
})

test('on other candles than its own a rule has a name and no line, and a plan without one has none', () => {
  const rule = createRule(CROSS, '5m', candles([1, 2, 3, 4, 5]))
  assert.equal(rule?.timeframe, '1m')
  assert.deepEqual(
    rule.lines.map(({ spots }) => spots),
    [[], []],
  )
  const swap = Plan.parse({
    version: 1,
    goal: 'A plan.',
    token_address: KNOWN_TOKENS[2]?.mint,
    quote: 'SOL',
    strategy_type: 'swap',
    trade_direction: 'buy',
    amount: { value: 1, unit: 'SOL' },
  })
  assert.equal(createRule(swap, '1m', candles([1, 2])), undefined)
})

test('as many candles are needed as the indicator reads, and those in sight', () => {
  assert.ok(isSignalPlan(CROSS) && isSignalPlan(RSI))
  assert.deepEqual([countCandles(CROSS), countCandles(RSI)], [64, 81])
})
