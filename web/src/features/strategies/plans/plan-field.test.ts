import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Plan } from '@purser/contract/strategies/plan.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { canGo, faultOfField } from './plan-fault.ts'
import { inputOf, isSameValue, textOfField, valueAt, valueOfField } from './plan-field.ts'
import { planRows } from './plan-rows.ts'

const envelope = {
  version: 1 as const,
  goal: 'Trade',
  token_address: KNOWN_TOKENS[2]?.mint ?? '',
  quote: 'SOL' as const,
  slippage_bps: 150,
  on_stop: 'keep' as const,
}
const SOL = (value: number | string) => ({ value, unit: 'SOL' as const })
const dca: Plan = {
  ...envelope,
  strategy_type: 'dca',
  trade_direction: 'buy',
  amount_per_order: SOL('0.05'),
  interval_seconds: 5_400,
  duration_days: 0.5,
  max_price_usd: 2,
  risk: { stop_loss_percent: 12.5, max_spend: SOL(3), cooldown_seconds: 600 },
}
const grid: Plan = {
  ...envelope,
  strategy_type: 'grid',
  trade_direction: 'both',
  lower_price_usd: '0.000012345678901234',
  upper_price_usd: 2,
  grid_levels: 10,
  spacing: 'geometric',
  total_amount: SOL(3),
}
const bracket: Plan = {
  ...envelope,
  strategy_type: 'bracket',
  trade_direction: 'buy',
  amount: SOL(1),
  stop_loss_percent: 10,
}
const cross: Plan = {
  ...envelope,
  strategy_type: 'ma_cross',
  trade_direction: 'both',
  timeframe: '1h',
  kind: 'ema',
  fast_length: 9,
  slow_length: 21,
  amount_per_trade: { value: 20, unit: 'percent' },
}

/** Reads this text like the input of a field. */
function typed(plan: Plan, path: string, text: string, unit?: string): unknown {
  const input = inputOf(plan, path)
  assert.ok(input, path)
  const before = valueAt(plan, path)
  const shown = textOfField(input, before)
  return valueOfField(input, { text, unit: unit ?? shown.unit }, before)
}

test('every row of a plan can be edited but for the direction of both, and untouched it keeps its value', () => {
  for (const plan of [dca, grid, bracket, cross]) {
    assert.ok(Plan.safeParse(plan).success)
    for (const { path } of planRows(plan)) {
      const input = inputOf(plan, path)
      const before = valueAt(plan, path)
      if (before === 'both') {
        assert.equal(input, undefined)
        continue
      }
      assert.ok(input, path)
      const value = valueOfField(input, textOfField(input, before), before)
      assert.ok(isSameValue(value, before), path)
      assert.equal(faultOfField(plan, path, value), undefined, path)
    }
  }
  assert.equal(inputOf(dca, 'strategy_type'), undefined)
  assert.equal(inputOf(dca, 'min_price_usd'), undefined)
  assert.equal(inputOf(dca, 'constructor'), undefined)
})

test('a figure is typed in the unit that is shown and becomes the unit of the plan', () => {
  assert.deepEqual(typed(dca, 'amount_per_order.value', '.5', 'USDC'), { value: '0.5', unit: 'USDC' })
  assert.deepEqual(typed(grid, 'total_amount', '4.5'), SOL(4.5))
  assert.equal(typed(dca, 'interval_seconds', '2', '3600'), 7_200)
  assert.equal(typed(dca, 'interval_seconds', '1.1', '3600'), 3_960)
  assert.equal(typed(dca, 'duration_days', '36', '3600'), 1.5)
  assert.equal(typed(dca, 'slippage_bps', '0.29'), 29)
  assert.equal(typed(dca, 'risk.stop_loss_percent', '7.5'), 7.5)
  assert.equal(typed(grid, 'upper_price_usd', '0.000000000000012345'), '0.000000000000012345')
  assert.equal(typed(grid, 'lower_price_usd', '1'), '1')
  for (const text of ['', ' ', '1,000', '0,5', '1e3', '-1', 'ten', '1.', '0x10'])
    assert.equal(typed(dca, 'amount_per_order', text), undefined, text)
})

test('what a plan may not have is said by the name and in the unit of the field', () => {
  const cases: [plan: Plan, path: string, value: unknown, said: string][] = [
    [dca, 'amount_per_order', undefined, 'Amount per order must be a number, such as 0.5.'],
    [dca, 'amount_per_order', SOL(0), 'Amount per order must be above 0.'],
    [dca, 'interval_seconds', 0.5, 'Interval must be a whole number.'],
    [dca, 'interval_seconds', 0, 'Interval must be at least 1 second.'],
    [dca, 'interval_seconds', 31_622_400, 'Interval must be at most 365 days.'],
    [dca, 'slippage_bps', 6_000, 'Slippage limit must be at most 50%.'],
    [dca, 'risk.stop_loss_percent', 101, 'Stop loss must be at most 100%.'],
    [dca, 'token_address', 'BONK', 'Token must be a Solana address.'],
    [grid, 'grid_levels', 1, 'Levels must be at least 2.'],
    [grid, 'lower_price_usd', 3, 'Highest level must be above Lowest level.'],
    [cross, 'fast_length', 21, 'Slow average must be longer than Fast average.'],
  ]
  for (const [plan, path, value, said] of cases) assert.equal(faultOfField(plan, path, value), said)
})

test('only what the plan can do without is offered to be removed', () => {
  assert.deepEqual(
    ['duration_days', 'max_price_usd', 'risk.stop_loss_percent', 'risk.max_spend'].map((path) =>
      canGo(dca, path),
    ),
    [true, true, true, true],
  )
  assert.ok(!canGo(dca, 'interval_seconds'))
  assert.ok(!canGo(dca, 'slippage_bps'), 'a default would take its place')
  assert.ok(!canGo(bracket, 'stop_loss_percent'), 'its last barrier')
})
