import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Plan } from '@purser/contract/strategies/plan.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { aPlan } from '../../../test/values.ts'
import { planRows } from './plan-rows.ts'

const mint = KNOWN_TOKENS[2]?.mint ?? ''

test('a plan is shown with all its keys but type and goal', () => {
  const rows = planRows(aPlan('Buy BONK', { token_address: mint, max_price_usd: 2 }))
  assert.deepEqual(
    rows.map((row) => [row.label, row.value]),
    [
      ['Token', `BONK (${mint.slice(0, 4)}...${mint.slice(-4)})`],
      ['Quote', 'SOL'],
      ['Slippage limit', '1.5%'],
      ['When stopped', 'keep the token'],
      ['Direction', 'buy'],
      ['Amount per order', '0.05 SOL'],
      ['Interval', '90 minutes'],
      ['Duration', '1 day'],
      ['Not above', '2 USD'],
    ],
  )
})

test('every type of plan is shown in words, each risk limit in a row', () => {
  const envelope = {
    version: 1 as const,
    goal: 'Trade',
    token_address: mint,
    quote: 'SOL' as const,
    slippage_bps: 100,
    on_stop: 'keep' as const,
  }
  const rowsOf = (plan: Plan) => {
    assert.ok(Plan.safeParse(plan).success)
    return Object.fromEntries(planRows(plan).map((row) => [row.label, row.value]))
  }
  const grid = rowsOf({
    ...envelope,
    strategy_type: 'grid',
    trade_direction: 'both',
    lower_price_usd: 1,
    upper_price_usd: 2,
    grid_levels: 10,
    spacing: 'geometric',
    total_amount: { value: 3, unit: 'SOL' },
    duration_days: 0.5,
    risk: { max_drawdown_percent: 12, daily_loss_limit: { value: 1, unit: 'SOL' }, cooldown_seconds: 600 },
  })
  assert.equal(grid['Lowest level'], '1 USD')
  assert.equal(grid.Direction, 'buys and sells')
  assert.equal(grid.Spacing, 'geometric (equal percentage steps)')
  assert.equal(grid.Duration, '12 hours')
  assert.equal(grid['Max drawdown'], '12%')
  assert.equal(grid['Daily loss limit'], '1 SOL')
  assert.equal(grid['Rest after a loss'], '10 minutes')
  const rsi = rowsOf({
    ...envelope,
    strategy_type: 'rsi',
    trade_direction: 'both',
    timeframe: '15m',
    length: 14,
    buy_below: 30,
    sell_above: 70,
    amount_per_trade: { value: 20, unit: 'percent' },
  })
  assert.deepEqual(
    [rsi.Candles, rsi['RSI length'], rsi['Buys below'], rsi['Amount per trade']],
    ['15 minutes', '14 candles', '30', '20%'],
  )
  const cross = rowsOf({
    ...envelope,
    strategy_type: 'ma_cross',
    trade_direction: 'both',
    timeframe: '1h',
    kind: 'ema',
    fast_length: 9,
    slow_length: 21,
    amount_per_trade: { value: 1, unit: 'SOL' },
  })
  assert.deepEqual(
    [cross.Average, cross['Fast average'], cross['Slow average']],
    ['exponential', '9 candles', '21 candles'],
  )
  const bracket = rowsOf({
    ...envelope,
    strategy_type: 'bracket',
    trade_direction: 'buy',
    amount: { value: 2, unit: 'SOL' },
    entry_price_usd: 1.5,
    stop_loss_percent: 10,
    time_limit_seconds: 86_400,
  })
  assert.deepEqual(
    [bracket['Entry price'], bracket['Stop loss'], bracket['Time limit']],
    ['1.5 USD', '10%', '1 day'],
  )
  const share = rowsOf({
    ...envelope,
    strategy_type: 'rebalance',
    trade_direction: 'both',
    target_percent: 40,
    threshold_percent: 3,
    interval_seconds: 14_400,
  })
  assert.deepEqual([share['Target share'], share.Threshold, share.Interval], ['40%', '3%', '4 hours'])
})
