/** A plan that was shown, the next text, and what changes: nothing else. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { interpretText } from './index.ts'

const SETTING = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
const say = (instruction: string, previousPlan: Plan | null = null, unsaid: readonly string[] = []) =>
  interpretText({ instruction, tokenAddress: SETTING, tokens: KNOWN_TOKENS, previousPlan, unsaid })

const mint = (symbol: string) => KNOWN_TOKENS.find((t) => t.symbol === symbol)?.mint
const dca = 'buy 0.1 SOL of BONK every hour for 3 days'
const grid = 'grid on WIF between $1 and $2 with 10 levels using 3 SOL'
const swap = 'buy 2 SOL of JUP'
const bracket = 'buy 2 SOL of WIF, stop loss 10%, take profit 30%'
const twap = 'TWAP 10 SOL into WIF over 4 hours, one order every 10 minutes'
const limit = 'buy 1 SOL of WIF at $1.80'
const rsi = 'RSI on WIF, 15m, buy below 30 and sell above 70, 0.2 SOL a trade'
const cross = 'EMA 9/21 crossover on WIF, 5m, 0.5 SOL each trade'
const share = 'keep 40% of the wallet in WIF, rebalance every 4 hours when it is off by 3%'

const cases: [string, string, Record<string, unknown>][] = [
  [dca, 'make it every two hours', { interval_seconds: 7200 }],
  [dca, 'use 0.5 SOL instead', { amount_per_order: { value: 0.5, unit: 'SOL' } }],
  [dca, 'add a 10 % stop loss', { 'risk.stop_loss_percent': 10 }],
  [dca, 'for a week instead', { duration_days: 7 }],
  [dca, 'double it', { amount_per_order: { value: 0.2, unit: 'SOL' } }],
  [dca, 'with 2% slippage', { slippage_bps: 200 }],
  [dca, 'use WIF instead', { token_address: mint('WIF') }],
  [dca, 'only below $0.00003', { max_price_usd: 0.00003 }],
  [dca, 'sell everything when stopped', { on_stop: 'sell' }],
  [dca, 'run it until I stop it', { duration_days: null }],
  [dca, 'change the interval to 30 minutes', { interval_seconds: 1800 }],
  [dca, 'twice a day please', { interval_seconds: 43200 }],
  [dca, 'increase the amount by 50%', { amount_per_order: { value: 0.15, unit: 'SOL' } }],
  [dca, 'halve the amount', { amount_per_order: { value: 0.05, unit: 'SOL' } }],
  [dca, 'make it $20 per order', { amount_per_order: { value: 20, unit: 'USD' } }],
  [dca, 'limit it to 10 orders', { order_count: 10 }],
  [dca, 'and set a budget of 2 SOL', { 'risk.max_spend': { value: 2, unit: 'SOL' } }],
  [
    dca,
    'add a daily loss limit of 1 SOL and a max drawdown of 20%',
    { 'risk.daily_loss_limit': { value: 1, unit: 'SOL' }, 'risk.max_drawdown_percent': 20 },
  ],
  [`${dca}, stop loss 10%`, 'remove the stop loss', { 'risk.stop_loss_percent': null }],
  [`${dca}, stop loss 10%`, 'no stop loss', { 'risk.stop_loss_percent': null }],
  [`${dca}, stop loss 10%`, 'raise the stop loss to 15%', { 'risk.stop_loss_percent': 15 }],
  [dca, 'sell instead', { trade_direction: 'sell' }],
  [grid, 'only 5 levels', { grid_levels: 5 }],
  [grid, 'double the levels', { grid_levels: 20 }],
  [grid, 'make it geometric', { spacing: 'geometric' }],
  [grid, 'use $1.2 to $1.8 instead', { lower_price_usd: 1.2, upper_price_usd: 1.8 }],
  [grid, 'with 5 SOL', { total_amount: { value: 5, unit: 'SOL' } }],
  [grid, 'for two weeks', { duration_days: 14 }],
  [swap, 'make it 3 SOL', { amount: { value: 3, unit: 'SOL' } }],
  [swap, 'with 50 USDC instead', { amount: { value: 50, unit: 'USDC' }, quote: 'USDC' }],
  [bracket, 'make the stop loss 5%', { stop_loss_percent: 5 }],
  [bracket, 'remove the take profit', { take_profit_percent: null }],
  [bracket, 'add a trailing stop of 8%', { trailing_stop_percent: 8 }],
  [twap, 'over 8 hours instead', { total_duration_seconds: 28800 }],
  // An assumed pace follows the time.
  [
    'TWAP 10 SOL into WIF over 4 hours',
    'over 8 hours instead',
    { total_duration_seconds: 28800, order_interval_seconds: 1200 },
  ],
  [twap, 'every 5 minutes', { order_interval_seconds: 300 }],
  [twap, 'use 20 SOL', { total_amount: { value: 20, unit: 'SOL' } }],
  [limit, 'at $1.50 instead', { limit_price_usd: 1.5 }],
  [limit, 'make it good for 2 days', { expires_in_seconds: 172800 }],
  [rsi, 'buy below 25 instead', { buy_below: 25 }],
  [rsi, 'use the 1h chart', { timeframe: '1h' }],
  [rsi, 'change the length to 21', { length: 21 }],
  [rsi, '0.5 SOL per trade', { amount_per_trade: { value: 0.5, unit: 'SOL' } }],
  [cross, 'use 12/26 instead', { fast_length: 12, slow_length: 26 }],
  [cross, 'on 15m candles', { timeframe: '15m' }],
  [share, 'make it 50%', { target_percent: 50 }],
  [share, 'rebalance daily', { interval_seconds: 86400 }],
  [share, 'change the threshold to 2%', { threshold_percent: 2 }],
]
for (const [first, then, wanted] of cases)
  void test(`"${then}" after "${first}" changes only that`, () => {
    const shown = say(first)
    assert.ok(shown.kind === 'plan', JSON.stringify(shown))
    const got = say(then, shown.plan, shown.unsaid)
    assert.ok(got.kind === 'plan' && got.changes, JSON.stringify(got))
    assert.deepEqual(Object.fromEntries(got.changes.map((c) => [c.field, c.to])), wanted)
  })

void test('a swap that gets an interval becomes recurring, and one that gets a stop loss a bracket', () => {
  const shown = say(swap)
  assert.ok(shown.kind === 'plan')
  const often = say('make it every two hours', shown.plan)
  assert.ok(often.kind === 'plan' && often.plan.strategy_type === 'dca')
  assert.deepEqual(often.plan.amount_per_order, { value: 2, unit: 'SOL' })
  const guarded = say('add a 10 % stop loss', shown.plan)
  assert.ok(guarded.kind === 'plan' && guarded.plan.strategy_type === 'bracket')
  assert.equal(guarded.plan.stop_loss_percent, 10)
})

void test('a whole instruction is a new plan, whatever was shown before', () => {
  const shown = say(dca)
  assert.ok(shown.kind === 'plan')
  for (const text of [
    'buy 1 SOL of WIF',
    grid,
    rsi,
    'sell half of my JUP',
    'TWAP 3 SOL into JUP over 2 hours',
  ]) {
    const got = say(text, shown.plan)
    assert.ok(got.kind === 'plan' && got.changes === undefined, text)
    assert.deepEqual(got, say(text))
  }
  assert.match(JSON.stringify(say('buy some WIF', shown.plan)), /"ask".*How much/)
  assert.match(JSON.stringify(say('buy some', shown.plan)), /"ask".*How much/)
})

void test('questions stay questions with a plan shown', () => {
  const shown = say(dca)
  assert.ok(shown.kind === 'plan')
  for (const text of ['how is my strategy doing', 'price of WIF?'])
    assert.equal(say(text, shown.plan).kind, 'question', text)
  for (const text of ['hello', 'thanks!', 'what can you do?', 'the weather is nice'])
    assert.notEqual(say(text, shown.plan).kind, 'plan', text)
})

void test('without a plan shown a change is asked about', () => {
  for (const text of [
    'make it every two hours',
    'use 0.5 SOL instead',
    'add a 10 % stop loss',
    'remove the stop loss',
    'double it',
    'for a week instead',
  ])
    assert.match(JSON.stringify(say(text)), /"ask".*Which plan/, text)
})

void test('a change that no plan can hold leaves the plan alone', () => {
  const shown = say(grid)
  assert.ok(shown.kind === 'plan')
  for (const text of [
    'make it 500 levels',
    'with 90% slippage',
    'make it every hour',
    'change the stop loss',
  ])
    assert.notEqual(say(text, shown.plan).kind, 'plan', text)
})

test('a plan of another type that is said whole carries nothing on from the one before', () => {
  for (const [before, said] of [
    ['buy 0.5 SOL of WIF every hour, 6 times', 'spread 6 SOL into WIF over 4 hours'],
    ['sell half of my WIF', 'keep 40% of the wallet in WIF'],
    ['buy 1 SOL of WIF with a 10% stop loss', 'keep 40% of the wallet in WIF, rebalance every 4 hours'],
    ['trade RSI on the 15 minute chart with 0.2 SOL a trade', 'EMA 9/21 crossover, 5m, 0.5 SOL each trade'],
    ['buy 1 SOL of WIF', 'rsi below 30 buy, above 70 sell, 1h candles, 0.2 SOL a trade'],
  ] as const) {
    const shown = say(before)
    assert.ok(shown.kind === 'plan')
    assert.deepEqual(say(said, shown.plan), say(said), said)
  }
  // About the plan before, it is a change of it.
  const shown = say('buy 6 SOL of WIF')
  assert.ok(shown.kind === 'plan')
  const split = say('split it over 4 hours', shown.plan)
  assert.ok(split.kind === 'plan' && split.changes && split.plan.strategy_type === 'twap')
})
