/** The samples of the specification, and properties that hold for every wording. */
import { test } from 'node:test'
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { Plan, type PlanAmount } from '@purser/contract/strategies/plan.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { grammarInterpreter, interpretText } from './index.ts'
import { propertyRuns } from '../../server/src/test/property-runs.ts'

const SETTING = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
const ask = (instruction: string, tokenAddress: string | null = SETTING) =>
  interpretText({ instruction, tokenAddress, tokens: KNOWN_TOKENS, previousPlan: null })
const mint = (symbol: string) => KNOWN_TOKENS.find((t) => t.symbol === symbol)!.mint

const samples: [string, Record<string, unknown>][] = [
  [
    'buy 0.5 SOL of this token',
    { strategy_type: 'swap', trade_direction: 'buy', amount: { value: 0.5, unit: 'SOL' } },
  ],
  [
    'Sell everything now',
    { strategy_type: 'swap', trade_direction: 'sell', amount: { value: 100, unit: 'percent' } },
  ],
  [
    'sell half of my BONK',
    {
      strategy_type: 'swap',
      trade_direction: 'sell',
      token_address: mint('BONK'),
      amount: { value: 50, unit: 'percent' },
    },
  ],
  [
    'swap $20 into WIF',
    {
      strategy_type: 'swap',
      trade_direction: 'buy',
      token_address: mint('WIF'),
      amount: { value: 20, unit: 'USD' },
    },
  ],
  [
    'Buy 100 USDC worth of JUP with 0.5% slippage',
    {
      strategy_type: 'swap',
      trade_direction: 'buy',
      token_address: mint('JUP'),
      quote: 'USDC',
      amount: { value: 100, unit: 'USDC' },
      slippage_bps: 50,
    },
  ],
  [
    'DCA 0.1 SOL every hour for 3 days',
    {
      strategy_type: 'dca',
      trade_direction: 'buy',
      amount_per_order: { value: 0.1, unit: 'SOL' },
      interval_seconds: 3600,
      duration_days: 3,
    },
  ],
  [
    'invest 5 bucks daily for two weeks',
    {
      strategy_type: 'dca',
      trade_direction: 'buy',
      amount_per_order: { value: 5, unit: 'USD' },
      interval_seconds: 86400,
      duration_days: 14,
    },
  ],
  [
    'buy .02 sol every 30 seconds, 20 times',
    {
      strategy_type: 'dca',
      trade_direction: 'buy',
      amount_per_order: { value: 0.02, unit: 'SOL' },
      interval_seconds: 30,
      order_count: 20,
    },
  ],
  [
    'sell 1000 tokens every 6 hours until I stop it',
    {
      strategy_type: 'dca',
      trade_direction: 'sell',
      amount_per_order: { value: 1000, unit: 'token' },
      interval_seconds: 21600,
    },
  ],
  [
    'dollar cost average into BONK, 0.05 SOL twice a day for a month, but only below $0.00003',
    {
      strategy_type: 'dca',
      token_address: mint('BONK'),
      amount_per_order: { value: 0.05, unit: 'SOL' },
      interval_seconds: 43200,
      duration_days: 30,
      max_price_usd: 0.00003,
    },
  ],
]
for (const [say, want] of samples) {
  void test(`the sample "${say}" has the fields it must have`, () => {
    const got = ask(say)
    assert.ok(got.kind === 'plan')
    for (const [field, value] of Object.entries(want))
      assert.deepEqual((got.plan as Record<string, unknown>)[field], value)
  })
}

void test('what is missing is asked for, and questions are questions', async () => {
  assert.match(JSON.stringify(ask('buy some of this token')), /"ask".*How much/)
  assert.match(JSON.stringify(ask('buy 1 SOL of BONK and JUP')), /"ask".*Which token/)
  assert.match(JSON.stringify(ask('buy 1 SOL', null)), /"ask".*Which token/)
  assert.equal(ask("what's the price of BONK?").kind, 'question')
  const seen = await grammarInterpreter().interpret({
    instruction: 'how is my strategy doing',
    tokenAddress: null,
    tokens: [],
    previousPlan: null,
  })
  assert.deepEqual(seen, { kind: 'question', topic: { about: 'strategy' }, as: 'question', asked: null })
})

void test('defaults are told and what was said is not', () => {
  const all = ask('buy 0.5 SOL every hour')
  assert.ok(all.kind === 'plan')
  assert.deepEqual(all.assumptions, [
    'Token taken from settings.',
    'Slippage of at most 1%.',
    'Runs until stopped or out of funds.',
  ])
  assert.equal(all.plan.goal, 'Buy 7xKX...gAsU for 0.5 SOL every hour until stopped or out of funds.')
  const none = ask('buy 0.02 SOL of BONK every 4 seconds, 10 times, slippage 2%')
  assert.ok(none.kind === 'plan')
  assert.deepEqual(none.assumptions, [])
})

const value = fc
  .tuple(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 1, max: 999_999 }))
  .map(([a, b]) => `${a}.${b}`.replace(/0+$/, ''))
const spans: [string, number][] = [
  ['second', 1],
  ['minute', 60],
  ['hour', 3600],
  ['day', 86400],
]
const templates: ((a: string, s: string, t: string, n: number) => string)[] = [
  (a, s, t, n) => `buy ${a} SOL of ${t} every ${s}, ${n} times`,
  (a, s, t, n) => `every ${s} buy ${t} with ${a} SOL, ${n} orders`,
  (a, s, t, n) => `please DCA ${a} SOL into ${t} every ${s}, max ${n} orders`,
  (a, s, t, n) => `I'd like to put ${a} SOL into ${t.toLowerCase()} ${n} times, once every ${s}`,
  (a, s, t, n) => `${n} purchases of ${a} SOL of $${t}, ${s} apart`,
  (a, s, t, n) => `can you swap ${a} sol for ${t} each ${s} and stop after ${n} orders?`,
]

void test('amount, interval, count and token come back exactly as they were said', () => {
  fc.assert(
    fc.property(
      value,
      fc.integer({ min: 2, max: 300 }),
      fc.constantFrom(...spans),
      fc.constantFrom('BONK', 'WIF', 'JUP'),
      fc.integer({ min: 2, max: 9999 }),
      fc.constantFrom(...templates),
      (amount, k, [unit, size], token, n, say) => {
        const got = ask(say(amount, `${k} ${unit}s`, token, n))
        assert.ok(got.kind === 'plan' && got.plan.strategy_type === 'dca', JSON.stringify(got))
        assert.deepEqual(got.plan.amount_per_order, { value: Number(amount), unit: 'SOL' })
        assert.equal(got.plan.interval_seconds, k * size)
        assert.equal(got.plan.order_count, n)
        assert.equal(got.plan.token_address, mint(token))
        assert.ok(Plan.safeParse(got.plan).success)
      },
    ),
    { numRuns: propertyRuns(500) },
  )
})

void test('no text throws, and no plan holds an amount that the text does not', () => {
  const words =
    'buy sell swap BONK WIF SOL USDC 5 0.25 17 $3 9% of into for with every hour day times a the my until stop below if not price slippage over , . - 3h per in once max grid levels between stop loss take profit trailing rsi ema cross chart limit twap split slices keep rebalance off budget drawdown wait when drops rises sell everything stopped instead add remove /'.split(
      ' ',
    )
  const salad = fc.array(fc.constantFrom(...words), { maxLength: 14 }).map((w) => w.join(' '))
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), salad, salad), (text) => {
      const got = ask(text)
      if (got.kind !== 'plan') return
      assert.ok(Plan.safeParse(got.plan).success)
      const plan = got.plan as Record<string, unknown>
      const amount = (plan.amount ?? plan.amount_per_order ?? plan.total_amount ?? plan.amount_per_trade) as
        | PlanAmount
        | undefined
      if (!amount) return
      assert.ok(
        ['5', '0.25', '17', '3', '9'].includes(String(amount.value)) ||
          (amount.value === 1 && /\ba\b/.test(text)) ||
          (amount.value === 100 && amount.unit === 'percent' && text.includes('everything')) ||
          (got.plan.strategy_type === 'bracket' && got.assumptions.some((a) => a.includes('is guarded'))),
        `${text} -> ${JSON.stringify(got.plan)}`,
      )
    }),
    { numRuns: propertyRuns(3000) },
  )
})
