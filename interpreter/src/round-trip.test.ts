/** The sentence of any plan reads back as the same plan. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Plan, TIMEFRAME_SECONDS } from '@purser/contract/strategies/plan.ts'
import { KNOWN_TOKENS, SOL_MINT, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import { interpretText } from './index.ts'
import { intents } from './intents/index.ts'
import { describeGoal } from './intents/make.ts'
import type { Fields } from './intents/outcome.ts'
import { length } from './intents/sentence-amounts.ts'
import { nothingWaits } from './intents/sentence-parts.ts'
import { propertyRuns } from '../../server/src/test/property-runs.ts'

const tokens = KNOWN_TOKENS.filter((t) => t.mint !== SOL_MINT && t.mint !== USDC_MINT)
const token = fc.constantFrom(...tokens)
const figure = fc
  .tuple(fc.integer({ min: 1, max: 99_999_999 }), fc.integer({ min: 0, max: 6 }))
  .map(([n, scale]) => Number(`${n}e-${scale}`))
const price = fc
  .tuple(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 0, max: 9 }))
  .map(([n, scale]) => Number(`${n}e-${scale}`))
const percent = fc.integer({ min: 1, max: 9_999 }).map((n) => n / 100)
const seconds = fc.oneof(
  fc.integer({ min: 1, max: 59 }),
  fc.integer({ min: 1, max: 600 }).map((n) => n * 60),
  fc.integer({ min: 1, max: 200 }).map((n) => n * 3_600),
  fc.integer({ min: 1, max: 52 }).map((n) => n * 604_800),
  fc.integer({ min: 1, max: 3_000_000 }),
  fc.constantFrom(15_768_000, 31_536_000),
)
const quote = fc.constantFrom('SOL' as const, 'USDC' as const)
const some = <A>(of: fc.Arbitrary<A>) => fc.option(of, { nil: undefined })
const spend = (side: string, against: string) =>
  fc.oneof(
    figure.map((value) => ({ value, unit: against })),
    figure.map((value) => ({ value, unit: 'USD' })),
    ...(side === 'sell' ? [figure.map((value) => ({ value, unit: 'token' }))] : []),
    percent.map((value) => ({ value, unit: 'percent' })),
  )
const loss = fc.oneof(
  figure.map((value) => ({ value, unit: 'SOL' })),
  figure.map((value) => ({ value, unit: 'USD' })),
)

const limits = {
  max_drawdown_percent: some(percent),
  daily_loss_limit: some(loss),
  max_spend: some(loss),
  cooldown_seconds: some(seconds),
}
const risk = (exits: boolean) =>
  some<object>(
    fc.record<Record<string, unknown>>(
      exits ? { stop_loss_percent: some(percent), take_profit_percent: some(percent), ...limits } : limits,
    ),
  )

const envelope = {
  slippage_bps: fc.integer({ min: 1, max: 5_000 }),
  duration_days: some(fc.integer({ min: 1, max: 400 })),
  on_stop: fc.constantFrom('keep', 'sell'),
}
type Arb = fc.Arbitrary<Record<string, unknown>>
const sided = (
  type: string,
  build: (side: string, against: string) => Record<string, fc.Arbitrary<unknown>>,
  exits = true,
): Arb =>
  fc.tuple(fc.constantFrom('buy', 'sell'), quote).chain(([side, against]) =>
    fc.record({
      ...envelope,
      strategy_type: fc.constant(type),
      trade_direction: fc.constant(side),
      quote: fc.constant(against),
      risk: risk(exits),
      ...build(side, against),
    }),
  )
const both = (type: string, build: (against: string) => Record<string, fc.Arbitrary<unknown>>): Arb =>
  quote.chain((against) =>
    fc.record({
      ...envelope,
      strategy_type: fc.constant(type),
      trade_direction: fc.constant('both'),
      quote: fc.constant(against),
      risk: risk(true),
      ...build(against),
    }),
  )
const range = fc.tuple(price, price).filter(([a, b]) => a < b)
const frame = fc.constantFrom(...Object.keys(TIMEFRAME_SECONDS))
const pair = (low: number, high: number) =>
  fc.tuple(fc.integer({ min: low, max: high }), fc.integer({ min: low, max: high })).filter(([a, b]) => a < b)

const plans: Record<string, Arb> = {
  swap: sided('swap', (s, q) => ({ amount: spend(s, q), duration_days: fc.constant(undefined) }), false),
  dca: sided('dca', (s, q) => ({
    amount_per_order: spend(s, q),
    interval_seconds: seconds,
    order_count: some(fc.integer({ min: 1, max: 999 })),
    max_price_usd: some(price),
  })),
  twap: sided('twap', (s, q) => ({
    total_amount: spend(s, q),
    duration_days: fc.constant(undefined),
    total_duration_seconds: seconds.map((n) => n * 10).filter((n) => n < 31_536_000),
    order_interval_seconds: fc.constantFrom(1, 5, 10),
  })),
  limit: sided(
    'limit',
    (s, q) => ({
      amount: spend(s, q),
      limit_price_usd: price,
      expires_in_seconds: some(seconds),
      duration_days: fc.constant(undefined),
    }),
    false,
  ),
  bracket: sided(
    'bracket',
    (s, q) => ({
      amount: spend(s, q),
      entry_price_usd: s === 'buy' ? some(price) : fc.constant(undefined),
      duration_days: fc.constant(undefined),
      stop_loss_percent: percent,
      take_profit_percent: some(percent),
      trailing_stop_percent: some(percent),
      time_limit_seconds: some(seconds),
    }),
    false,
  ),
  grid: both('grid', (q) => ({
    range,
    grid_levels: fc.integer({ min: 2, max: 200 }),
    spacing: fc.constantFrom('arithmetic', 'geometric'),
    total_amount: spend('both', q),
  })),
  rsi: both('rsi', (q) => ({
    timeframe: frame,
    length: fc.integer({ min: 2, max: 500 }),
    levels: pair(1, 99),
    amount_per_trade: spend('both', q),
  })),
  ma_cross: both('ma_cross', (q) => ({
    timeframe: frame,
    kind: fc.constantFrom('sma', 'ema'),
    lengths: pair(2, 500),
    amount_per_trade: spend('both', q),
  })),
  rebalance: both('rebalance', () => ({
    target_percent: percent,
    threshold_percent: percent,
    interval_seconds: seconds,
  })),
}

const clean = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
function planOf(drawn: Record<string, unknown>, mint: string): Record<string, unknown> {
  const {
    range: prices,
    levels,
    lengths,
    ...rest
  } = drawn as Record<string, unknown> & { range?: number[]; levels?: number[]; lengths?: number[] }
  const filled = clean({
    version: 1,
    token_address: mint,
    ...rest,
    ...(prices ? { lower_price_usd: prices[0], upper_price_usd: prices[1] } : {}),
    ...(levels ? { buy_below: levels[0], sell_above: levels[1] } : {}),
    ...(lengths ? { fast_length: lengths[0], slow_length: lengths[1] } : {}),
  }) as Record<string, unknown>
  if (filled.risk && Object.keys(filled.risk).length === 0) delete filled.risk
  return filled
}

for (const [type, arbitrary] of Object.entries(plans))
  void test(`any ${type} plan reads back from its own sentence`, () => {
    fc.assert(
      fc.property(arbitrary, token, (drawn, { symbol, mint }) => {
        const plan = planOf(drawn, mint)
        const goal = describeGoal(intents, plan, symbol, nothingWaits)
        assert.ok(Plan.safeParse({ ...plan, goal }).success, goal)
        const got = interpretText({
          instruction: goal,
          tokenAddress: null,
          tokens: KNOWN_TOKENS,
          previousPlan: null,
        })
        assert.ok(got.kind === 'plan', `${goal}\n${JSON.stringify(got)}`)
        assert.deepEqual({ ...(clean(got.plan) as object), goal: '' }, { ...plan, goal: '' }, goal)
        assert.equal(got.plan.goal, goal)
      }),
      { numRuns: propertyRuns(150) },
    )
  })

test('lengths of time are told in the units in which people say them', () => {
  const told: [number, string][] = [
    [15_768_000, 'half a year'],
    [31_536_000, '1 year'],
    [47_304_000, '1.5 years'],
    [2_592_000, '30 days'],
    [604_800, '1 week'],
    [129_600, '36 hours'],
    [360_000, '4 days 4 hours'],
    [5_400, '90 minutes'],
    [9_000, '2 hours 30 minutes'],
    [10_000, '2 hours 46 minutes 40 seconds'],
    [90, '90 seconds'],
  ]
  for (const [seconds, words] of told) assert.equal(length(seconds), words)
})

void test('grouped figures read back, also where a sentence ends with one', () => {
  const read = (instruction: string) => {
    const found = interpretText({ instruction, tokenAddress: null, tokens: KNOWN_TOKENS, previousPlan: null })
    assert.equal(found.kind, 'plan', instruction)
    return found.kind === 'plan' ? found.plan : assert.fail()
  }
  const large = read('sell 1234567.5 BONK when the price is at or above $12345')
  assert.match(large.goal, /1,234,567\.5 BONK.*\$12,345/)
  assert.deepEqual(read(large.goal), large)
  const limited = read('buy BONK for 1 SOL every hour until I stop it, with a budget of $1,000.')
  assert.deepEqual(limited.risk?.max_spend, { value: 1000, unit: 'USD' })
  assert.match(limited.goal, /a budget of \$1,000\.$/)
  assert.deepEqual(read(limited.goal), limited)
})
