/**
 * Sentences of a grammar of their own: every figure and every token of a text is in the plan, or no plan is made; no
 * plan has a figure without a source; the reading covers the text; nothing throws.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Plan, type Timeframe, TIMEFRAME_SECONDS } from '@purser/contract/strategies/plan.ts'
import fc from 'fast-check'
import { SETTING, TOKENS } from '../corpus/judge.ts'
import { interpretText } from './index.ts'
import type { Interpretation } from './port.ts'
import { propertyRuns } from '../../server/src/test/property-runs.ts'

const read = (instruction: string): Interpretation =>
  interpretText({ instruction, tokenAddress: SETTING, tokens: TOKENS, previousPlan: null })

/** The text of each part, and the values of a plan that it must become. */
type Part = { text: string; values: number[] }
const part = (text: string, ...values: number[]): Part => ({ text, values })
const number = fc.integer({ min: 2, max: 97 })
const SECONDS = { minutes: 60, hours: 3_600, days: 86_400 }
const time = fc
  .tuple(
    fc.integer({ min: 2, max: 40 }),
    fc.constantFrom(...(Object.keys(SECONDS) as (keyof typeof SECONDS)[])),
  )
  .map(([n, unit]) => ({ text: `${n} ${unit}`, seconds: n * SECONDS[unit] }))
const token = fc.constantFrom('BONK', 'WIF', 'JUP')
const unit = fc.constantFrom('SOL', 'USDC')

const opening: fc.Arbitrary<Part> = fc
  .tuple(fc.constantFrom('buy', 'please buy', 'Purchase', 'i want to buy', 'grab'), number, unit, token)
  .map(([verb, n, of, name]) => part(`${verb} ${n}.5 ${of} of ${name}`, n + 0.5))
const limits: fc.Arbitrary<Part> = fc.oneof(
  number.map((n) => part(`stop loss ${n}%`, n)),
  number.map((n) => part(`take profit at ${n} percent`, n)),
  number.map((n) => part(`with a ${n}% trailing stop`, n)),
  number.map((n) => part(`max drawdown ${n}%`, n)),
  fc.integer({ min: 1, max: 40 }).map((n) => part(`slippage of ${n}%`, n * 100)),
  number.map((n) => part(`daily loss limit ${n} USDC`, n)),
  number.map((n) => part(`total budget ${n} SOL`, n)),
  time.map(({ text, seconds }) => part(`every ${text}`, seconds)),
  time.map(({ text, seconds }) => part(`for ${text}`, seconds)),
  time.map(({ text, seconds }) => part(`over ${text}`, seconds)),
  time.map(({ text, seconds }) => part(`cool-down of ${text} after a loss`, seconds)),
  time.map(({ text, seconds }) => part(`sell after ${text}`, seconds)),
  number.map((n) => part(`at $${n}`, n)),
  number.map((n) => part(`only below $${n}`, n)),
  number.map((n) => part(`${n} times`, n)),
  number.map((n) => part(`in ${n} equal parts`, n)),
  number.map((n) => part(`${n}% below the market`, n)),
  fc
    .constantFrom('when eth drops', 'on friday', 'unless it rains', 'but not today', 'with care', 'and moon')
    .map((text) => part(text, -1)),
)
/** Requests and reasons: they mean nothing for the plan, except for figures that it holds all the same. */
const remarks: fc.Arbitrary<Part> = fc.oneof(
  fc
    .constantFrom(
      "if you don't mind",
      'when you have a moment',
      "because I think it'll go up",
      'as I need the money for my rent',
      "so I'd sleep better",
      'would be great',
      'thank you for your help yesterday',
      "I'm rather new to this, but",
    )
    .map((text) => part(text)),
  number.map((n) => part(`because I think it will go up to $${n}`, n)),
  number.map((n) => part(`as I like it at $${n}`, n)),
  number.map((n) => part(`as I need ${n}.5 SOL for my rent`, n + 0.5)),
  number.map((n) => part(`I think it will fall ${n}%`, n)),
  number.map((n) => part(`when you have ${n}.5 USDC`, n + 0.5)),
  time.map(({ text, seconds }) => part(`as I can't watch it for ${text}`, seconds)),
  fc
    .constantFrom(
      'if it is fine with the market',
      'I like it only on weekends',
      'unless you mind',
      'if it suits WIF fans',
    )
    .map((text) => part(text, -1)),
)
const sentence = fc
  .tuple(
    opening,
    fc.array(fc.oneof({ arbitrary: limits, weight: 4 }, { arbitrary: remarks, weight: 1 }), { maxLength: 4 }),
    fc.constantFrom(' ', ', '),
    fc.boolean(),
  )
  .map(([first, more, between, last]) => {
    const parts = last ? [...more, first] : [first, ...more]
    return {
      text: parts.map(({ text }) => text).join(between),
      values: parts.flatMap(({ values }) => values),
      parts,
    }
  })

/** Every number that a plan holds, times as seconds. */
function valuesOf(plan: Plan, meant: Extract<Interpretation, { kind: 'plan' }>): number[] {
  const found: number[] = []
  const gather = (value: unknown, key = ''): void => {
    if (key === 'timeframe') found.push(TIMEFRAME_SECONDS[value as Timeframe])
    else if (typeof value === 'number')
      found.push(key === 'duration_days' ? Math.round(value * 86_400) : value)
    else if (typeof value === 'string' && /^[\d.]+$/.test(value)) found.push(Number(value))
    else if (value instanceof Object) for (const [k, one] of Object.entries(value)) gather(one, k)
  }
  const { goal: _g, version: _v, token_address: _t, ...rest } = plan
  gather(rest)
  for (const { percent } of meant.relative ?? []) found.push(Math.abs(percent))
  for (const { price } of meant.exits ?? []) found.push(Number(price))
  return found
}

/** The number of orders that a total is divided into, as the desk places them. */
const ordersOf = (plan: Plan): number | undefined =>
  plan.strategy_type === 'twap'
    ? Math.floor(plan.total_duration_seconds / plan.order_interval_seconds)
    : undefined

test('what is said is in the plan, or no plan is made', () => {
  let plans = 0
  fc.assert(
    fc.property(sentence, ({ text, values, parts }) => {
      const meant = read(text)
      if (meant.kind !== 'plan') return
      plans++
      const held = valuesOf(meant.plan, meant)
      for (const value of values) {
        // A plan holds a number of orders as the pace that makes this number.
        const paced = ordersOf(meant.plan) === value
        assert.ok(
          held.includes(value) || paced,
          `${value} of '${text}' is not in ${JSON.stringify(meant.plan)}`,
        )
      }
      const name = /BONK|WIF|JUP/.exec(text)?.[0]
      assert.equal(meant.plan.token_address, TOKENS.find(({ symbol }) => symbol === name)?.mint)
      assert.ok(parts.every((one) => !one.values.includes(-1)))
    }),
    { numRuns: propertyRuns(3_000) },
  )
  assert.ok(plans > propertyRuns(300), `${plans} plans`)
})

test('no plan has a figure that is neither in the text nor a default', () => {
  const DEFAULTS = [100, 5, 3_600, 14, 30, 70, 50, 200, 1]
  fc.assert(
    fc.property(sentence, ({ text, values }) => {
      const meant = read(text)
      if (meant.kind !== 'plan') return
      const made =
        meant.plan.strategy_type === 'twap'
          ? [meant.plan.order_interval_seconds, meant.plan.total_duration_seconds]
          : []
      for (const value of valuesOf(meant.plan, meant))
        assert.ok([...values, ...DEFAULTS, ...made].includes(value), `${value} is not in '${text}'`)
    }),
    { numRuns: propertyRuns(2_000) },
  )
})

test('the reading covers the text, part after part, and marks what was not understood', () => {
  const word = fc.constantFrom(
    'buy',
    '2',
    'sol',
    'of',
    'wif',
    'xyzzy',
    'every',
    'hour',
    '€',
    'stop',
    'loss',
    '10%',
    'frob',
    ',',
    'if',
    '$3',
  )
  const salad = fc.array(word, { minLength: 1, maxLength: 10 }).map((words) => words.join(' '))
  fc.assert(
    fc.property(
      fc.oneof(
        salad,
        sentence.map(({ text }) => text),
      ),
      (text) => {
        const meant = read(text)
        if (meant.kind !== 'plan' && meant.kind !== 'ask') return
        const { reading = [] } = meant
        const covered = new Set<number>()
        for (const { from, to } of reading)
          for (let at = from; at < to; at++) {
            assert.ok(!covered.has(at), `${at} of '${text}' is in two parts`)
            covered.add(at)
          }
        for (const { index } of text.matchAll(/[\p{L}\p{N}%$€]/gu))
          assert.ok(covered.has(index), `${index} of '${text}' is in no part`)
        if (meant.kind === 'plan')
          assert.ok(
            reading.every(({ kind }) => kind !== 'unknown'),
            text,
          )
      },
    ),
    { numRuns: propertyRuns(2_000) },
  )
})

test('nothing throws, whatever is said before', () => {
  const shown = read('buy 0.1 SOL of BONK every hour')
  const previousPlan = shown.kind === 'plan' ? shown.plan : null
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ maxLength: 300 })),
      (text) => {
        for (const pending of [
          null,
          { instruction: 'buy some BONK', code: 'amount' as const },
          { instruction: text, code: 'token' as const },
        ])
          interpretText({ instruction: text, tokenAddress: null, tokens: TOKENS, previousPlan, pending })
      },
    ),
    { numRuns: propertyRuns(1_000) },
  )
})

test('the longest texts cost a bounded time, whatever they repeat', () => {
  const timeOf = (text: string): number => {
    const begun = performance.now()
    read(text)
    return performance.now() - begun
  }
  const fastest = (text: string, length: number) =>
    Math.min(...[1, 2, 3].map(() => timeOf(text.repeat(Math.floor(length / text.length)))))
  // Ten times the text: far from the square of the work.
  for (const text of [
    'buy 1 sol stop loss 10% ',
    'and the my a of to at ',
    '1h30m',
    'if it is down to ',
    'a ',
    '( ',
  ])
    assert.ok(fastest(text, 4_000) < 60 * Math.max(fastest(text, 400), 5), text)
})

const plansBefore = [
  'buy 0.3 SOL of BONK every 3 hours for 45 days',
  'TWAP 11 SOL into BONK over 13 hours every 17 minutes',
  'buy 5 SOL of BONK at $1.9',
  'grid BONK 0.11 to 0.93, 44 levels, 12 SOL',
  'buy 9 SOL of BONK, stop loss 19%, take profit 53%',
  'rsi BONK 1h 0.21 SOL per trade',
  'ema 9/21 cross BONK 1h 1.3 SOL',
  'keep 41% in BONK, check every 5 hours',
].map((text) => read(text))
/** A change, by its text: every figure of it must be in the resulting plan. */
const change: fc.Arbitrary<Part> = fc.oneof(
  limits,
  number.map((n) => part(`${n}.5 SOL`, n + 0.5)),
  number.map((n) => part(`make it ${n}.5 USDC`, n + 0.5)),
  number.map((n) => part(`make it ${n}`, n)),
  number.map((n) => part(`$${n}`, n)),
  number.map((n) => part(`${n}%`, n)),
  number.map((n) => part(`${n} levels`, n)),
  number.map((n) => part(`increase it by ${n}.5 SOL`, -1)),
  number.map((n) => part(`extend it by ${n} days`, -1)),
  number.map((n) => part(`${n} SOL more`, -1)),
  time.map(({ text, seconds }) => part(text, seconds)),
  time.map(({ text }) => part(`another ${text}`, -1)),
  fc.constantFrom('WIF', 'JUP').map((name) => part(`${name} instead`)),
  fc
    .constantFrom('do not sell', 'forget it', 'when eth drops', 'WIF or JUP', 'not now')
    .map((text) => part(text, -1)),
)

test('what a change says is in the new plan, in the question, or no plan is made; the rest stays as it was', () => {
  let plans = 0
  fc.assert(
    fc.property(
      fc.constantFrom(...plansBefore),
      fc.array(change, { minLength: 1, maxLength: 2 }),
      (shown, parts) => {
        assert.ok(shown.kind === 'plan')
        const text = parts.map((one) => one.text).join(', ')
        const { plan, unsaid = [] } = shown
        const meant = interpretText({
          instruction: text,
          tokenAddress: SETTING,
          tokens: TOKENS,
          previousPlan: plan,
          unsaid,
        })
        if (meant.kind !== 'plan') return
        plans++
        const [before, held] = [valuesOf(plan, shown), valuesOf(meant.plan, meant)]
        const values = parts.flatMap((one) => one.values)
        assert.ok(!values.includes(-1), `'${text}' became ${JSON.stringify(meant.plan)}`)
        for (const value of values)
          assert.ok(
            held.includes(value) || ordersOf(meant.plan) === value,
            `${value} of '${text}' is not in ${JSON.stringify(meant.plan)}`,
          )
        const made = meant.plan.strategy_type === 'twap' ? [meant.plan.order_interval_seconds] : []
        // '2 parts, every 2 minutes' last four.
        if (meant.plan.strategy_type === 'twap' && values.includes(ordersOf(meant.plan) ?? 0))
          made.push(meant.plan.total_duration_seconds)
        for (const value of held)
          assert.ok(
            [...before, ...values, ...made, 100, 1].includes(value),
            `${value} is neither in '${text}' nor was it before`,
          )
        const name = /WIF|JUP/.exec(text)?.[0] ?? 'BONK'
        assert.equal(meant.plan.token_address, TOKENS.find(({ symbol }) => symbol === name)?.mint)
      },
    ),
    { numRuns: propertyRuns(3_000) },
  )
  assert.ok(plans > propertyRuns(300), `${plans} plans`)
})
