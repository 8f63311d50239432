/** A bare figure before a name, beside one with a currency sign, is the number of tokens, and never the price. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import fc from 'fast-check'
import { SETTING, TOKENS } from '../corpus/judge.ts'
import { interpretText } from './index.ts'
import { propertyRuns } from '../../server/src/test/property-runs.ts'

const read = (instruction: string) =>
  interpretText({ instruction, tokenAddress: SETTING, tokens: TOKENS, previousPlan: null })

const TYPE_WORDS = [
  '',
  'limit',
  'lmt',
  'limit order',
  'tp',
  'sl',
  'stop',
  'target',
  'entry',
  'dca',
  'twap',
  'grid',
  'rsi',
]
const parts = fc
  .record({
    verb: fc.constantFrom('', 'buy', 'sell', 'long', 'exit'),
    type: fc.constantFrom(...TYPE_WORDS),
    n: fc.integer({ min: 101, max: 997 }),
    of: fc.constantFrom('jup', 'wif', 'WIF', 'sol wif', 'usdc jup', 'jup for sol'),
    price: fc.integer({ min: 2, max: 49 }).map((n) => `${n}.13`),
    sign: fc.constantFrom('$', 'at $', '@ $', '$ each '),
    more: fc.constantFrom('', 'sl 5%', 'daily', 'tp 20%', 'over 3 hours', 'good for 2 days'),
  })
  .chain((one) => fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }).map((order) => ({ ...one, order })))

const pricesOf = (plan: Plan, exits: readonly { price: string | number }[] = []): number[] => [
  ...Object.entries(plan).flatMap(([key, value]) =>
    /price_usd$|_percent$/.test(key) ? [Number(value)] : [],
  ),
  ...exits.map(({ price }) => Number(price)),
]
const amountsOf = (plan: Plan): { value: number; unit: string }[] =>
  Object.entries(plan).flatMap(([key, value]) =>
    /amount/.test(key) ? [value as { value: number; unit: string }] : [],
  )

test('a bare figure before a name is never the price of what a figure of dollars buys or sells', () => {
  let plans = 0
  fc.assert(
    fc.property(parts, ({ verb, type, n, of, price, sign, more, order }) => {
      const said = [verb, type, `${n} ${of}`, sign.endsWith(' ') ? `$${price} each` : `${sign}${price}`, more]
      const text = order
        .map((i) => said[i])
        .filter((one) => one !== '')
        .join(' ')
      const meant = read(text)
      if (meant.kind !== 'plan') return
      // 'Daily stop 641 SOL' is the loss limit of a day.
      if (Number(meant.plan.risk?.daily_loss_limit?.value) === n) return
      plans++
      const { plan, exits } = meant
      assert.ok(
        !pricesOf(plan, exits).includes(n),
        `${n} is a price: '${text}' became ${JSON.stringify(plan)}`,
      )
      for (const { value, unit } of amountsOf(plan))
        assert.ok(Number(value) === n || unit === 'percent', `'${text}' became ${JSON.stringify(plan)}`)
    }),
    { numRuns: propertyRuns(3_000) },
  )
  assert.ok(plans > propertyRuns(100), `${plans} plans`)
})

test('a limit of so many at a price is that', () => {
  for (const text of [
    'sell limit 900 jup $1.12',
    'limit sell 900 jup 1.12',
    'limit 900 jup $1.12 sell',
    'limit $1.12 sell 900 jup',
    'sell 900 jup $1.12 limit',
  ]) {
    const meant = read(text)
    assert.ok(meant.kind === 'plan' && meant.plan.strategy_type === 'limit', text)
    assert.equal(Number(meant.plan.limit_price_usd), 1.12, text)
    assert.deepEqual(meant.plan.amount, { value: 900, unit: 'token' }, text)
  }
  for (const [text, code] of [
    ['lmt 300 jup $0.9', 'direction'],
    ['sell jup limit 900 $1.12', 'price'],
    ['$0.9 jup 300 buy limit', 'price'],
    ['sell limit 900 jup 1.12', 'price'],
    ['buy 1 sol of wif go up to $2 stop loss 2% daily loss limit 5 USDC', 'price'],
  ] as const) {
    const meant = read(text)
    assert.ok(meant.kind === 'ask' && meant.code === code, text)
  }
  for (const text of ['buy $50 of wif at 1.2', 'buy $50 wif limit 1.2', 'if wif hits 1.2 sell $50']) {
    const meant = read(text)
    assert.ok(meant.kind === 'plan' && meant.plan.strategy_type === 'limit', text)
    assert.equal(Number(meant.plan.limit_price_usd), 1.2, text)
  }
})
