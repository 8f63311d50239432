/** A change of an amount changes the amount: unit, token, quote, side and type stay. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import { converse } from '../corpus/judge.ts'
import { amountIn } from './follow-up/standing.ts'
import { interpretText } from './index.ts'
import type { Interpretation } from './port.ts'

const said = (...texts: string[]): Promise<Interpretation> =>
  converse(interpretText, { say: texts.at(-1) ?? '', after: texts.slice(0, -1), setting: 'BONK', want: {} })
const planOf = async (...texts: string[]): Promise<Plan> => {
  const meant = await said(...texts)
  assert.ok(meant.kind === 'plan', `${texts.join(' // ')}: ${JSON.stringify(meant)}`)
  return meant.plan
}

/** Every type, in every unit: `#` is the figure. */
const UNITS: [buy: string, sell: string, figure: number][] = [
  ['# SOL of WIF', '# SOL of WIF', 2],
  ['# USDC of WIF', '# USDC of WIF', 50],
  ['$# of WIF', '$# of WIF', 50],
  ['# WIF', '# WIF', 500],
]
const SHOWN: [shown: string, figure: number][] = [
  ...UNITS.flatMap(([bought, sold, figure]): [string, number][] => {
    const [buy, sell] = [bought.replace('#', String(figure)), sold.replace('#', String(figure))]
    const counted = buy.replace(/ (?:of )?WIF$/, (end) => (figure === 500 ? end : ''))
    return [
      [`buy ${buy}`, figure],
      [`sell ${sell}`, figure],
      [`buy ${buy} every hour`, figure],
      [`buy ${buy} every hour for 3 days`, figure],
      [`sell ${sell} every day`, figure],
      [`buy ${buy} over 4 hours`, figure],
      [`sell ${sell} over 4 hours`, figure],
      [`limit buy ${buy} at $1.50`, figure],
      [`sell ${sell} at $4`, figure],
      [`buy ${buy} with a 10% stop loss`, figure],
      [`grid on WIF between $1 and $3 with 10 levels and ${counted}`, figure],
      [`RSI on WIF, 1h, ${counted} per trade`, figure],
      [`SMA cross 10/40 on WIF, 1h, ${counted} per trade`, figure],
    ]
  }),
  ['swap 2 SOL for USDC', 2],
  ['sell 2 SOL for USDC every day', 2],
  ['sell 2 SOL for USDC over 4 hours', 2],
  ['sell 2 SOL for USDC at $300', 2],
  ['buy SOL with 50 USDC', 50],
  ['buy SOL with 50 USDC every day', 50],
  ['buy 2 SOL with USDC', 2],
  ['sell 40% of my WIF', 40],
  ['sell 40% of my WIF every day', 40],
  ['spend 40% of my SOL on WIF', 40],
  ['sell 40% of my WIF over 4 hours', 40],
]
const FORMS = [
  '#',
  'make it #',
  'rather #',
  '# instead',
  'use #',
  'change it to #',
  '# each',
  '# each time',
  'no, #',
]
const FIELDS = ['token_address', 'quote', 'trade_direction', 'strategy_type'] as const

test('a bare figure never changes what is counted, nor anything beside it', async () => {
  let changed = 0
  for (const [shown, figure] of SHOWN) {
    const before = await planOf(shown)
    for (const form of FORMS)
      for (const value of [figure * 1.5, figure * 3, figure / 4]) {
        const text = form.replace('#', String(value))
        const meant = await said(shown, text)
        if (meant.kind !== 'plan') continue
        changed++
        const about = `${shown} // ${text}: ${JSON.stringify(meant.plan)}`
        assert.equal(amountIn(meant.plan)?.unit, amountIn(before)?.unit, about)
        for (const field of FIELDS) {
          // 'Each' turns a divided total into orders.
          if (field === 'strategy_type' && /each/.test(text)) continue
          assert.equal(meant.plan[field], before[field], about)
        }
      }
  }
  assert.ok(changed > 800, `only ${changed} were understood`)
})

test('a figure with its unit changes neither token nor side', async () => {
  for (const [shown] of SHOWN) {
    const before = await planOf(shown)
    for (const form of FORMS.slice(0, 6))
      for (const amount of ['3 SOL', '70 USDC', '$70', '30%']) {
        const text = form.replace('#', amount)
        const meant = await said(shown, text)
        if (meant.kind !== 'plan') continue
        const about = `${shown} // ${text}: ${JSON.stringify(meant.plan)}`
        assert.equal(meant.plan.token_address, before.token_address, about)
        assert.equal(meant.plan.trade_direction, before.trade_direction, about)
        assert.equal(meant.plan.strategy_type, before.strategy_type, about)
        if (!/SOL|USDC/.test(amount)) assert.equal(meant.plan.quote, before.quote, about)
      }
  }
})

test('what was bought or sold of SOL and USDC stays the pair', async () => {
  for (const [shown, change, value, unit] of [
    ['change 1.5 sol into usdc', 'make it 2.5 sol', 2.5, 'SOL'],
    ['swap 1.5 sol for usdc', '2.5 sol', 2.5, 'SOL'],
    ['change 1.5 sol into usdc', 'rather 3', 3, 'SOL'],
    ['buy SOL with 100 USDC', '200 usdc', 200, 'USDC'],
    ['buy SOL with 100 USDC', '2 SOL', 2, 'SOL'],
    ['buy 500 JUP every hour', '700 each time', 700, 'token'],
    ['buy 50 USDC of WIF', 'make it 70 dollars', 70, 'USD'],
    ['buy 1 SOL of WIF', 'make it usdc 50', 50, 'USDC'],
  ] as const) {
    const [before, after] = [await planOf(shown), await planOf(shown, change)]
    assert.deepEqual(amountIn(after), { value, unit }, `${shown} // ${change}`)
    assert.equal(after.token_address, before.token_address)
    assert.equal(after.trade_direction, before.trade_direction)
  }
})

const asked = async (code: string, ...texts: string[]) => {
  const meant = await said(...texts)
  assert.ok(meant.kind === 'ask' && meant.code === code, `${texts.join(' // ')}: ${JSON.stringify(meant)}`)
}
test('what is not certain is asked', async () => {
  for (const form of FORMS.slice(0, 4)) {
    await asked('amount', 'sell 40% of my WIF', form.replace('#', '60'))
    await asked('amount', 'buy 500 JUP every hour', form.replace('#', '0.2'))
    await asked('amount', 'buy 0.1 SOL of JUP', form.replace('#', '50'))
  }
  for (const part of ['half', 'half of it', 'a quarter', '50%']) await asked('amount', 'sell 300 WIF', part)
  for (const text of ['and JUP', 'and 200 JUP', 'also 200', 'in JUP', 'plus 50 JUP'])
    assert.notEqual((await said('sell 300 WIF', text)).kind, 'plan', text)
  for (const text of ['tp 2', 'sl 2', 'tp 3']) await asked('percent', 'buy 1 SOL of WIF', text)
  await asked('percent', 'limit buy 1 SOL of WIF at $20', 'tp 30')
  await asked('percent', 'keep 40% of the wallet in WIF', '3')
  assert.notEqual((await said('buy 2 SOL of WIF, stop loss 10%', 'sell')).kind, 'plan')
  assert.notEqual((await said('buy 1 SOL of WIF', '10 daily')).kind, 'plan')
})

test('what could be of another order, or of its price, changes nothing', async () => {
  const none = async (...texts: string[]) =>
    assert.notEqual((await said(...texts)).kind, 'plan', texts.join(' // '))
  for (const text of ['only 0.5', 'at most 0.5', '20% lower', 'sell at 2', 'sell it for JUP', 'no, sell 2'])
    await none('buy 1 SOL of WIF', text)
  await none('buy $10 of WIF every day', 'sell 5')
  await none('put a 10% stop on my WIF', 'buy 2 SOL')
  await none('buy 0.1 SOL of WIF every hour, only below $2', 'above $3')
  await none('split 6 SOL into WIF over 4 hours', '10 per hour')
  const budgeted = 'buy 0.1 SOL of WIF every hour, budget 5 SOL'
  for (const text of ['7 SOL', 'make it 7']) await none(budgeted, text)
  assert.deepEqual((await planOf(budgeted, 'make it 7', 'budget')).risk?.max_spend, { value: 7, unit: 'SOL' })
  assert.deepEqual(amountIn(await planOf(budgeted, '0.2')), { value: 0.2, unit: 'SOL' })
  // A token that replaces the counted one.
  assert.deepEqual(amountIn(await planOf('buy 500 JUP every hour', 'no, WIF')), { value: 500, unit: 'token' })
})

test('a short answer chooses among what was offered of a change', async () => {
  const total = ['split 6 SOL into JUP over 4 hours', '1 SOL an hour']
  for (const text of ['total', 'in total', 'the total', 'the first']) {
    const plan = await planOf(...total, text)
    assert.equal(plan.strategy_type, 'twap', text)
    assert.deepEqual(amountIn(plan), { value: 1, unit: 'SOL' })
  }
  for (const text of ['each', 'for each order', 'per order', 'the second']) {
    const plan = await planOf(...total, text)
    assert.equal(plan.strategy_type, 'dca', text)
    assert.equal(plan.duration_days, 4 / 24)
  }
  assert.equal(
    (await planOf('buy 0.1 SOL of JUP hourly for 3 days', 'make it a twap', 'total')).strategy_type,
    'twap',
  )
  assert.deepEqual(amountIn(await planOf('sell 40% of my JUP', '60', '60%')), { value: 60, unit: 'percent' })
  const kept = await planOf('keep 40% of the wallet in WIF', '3', 'threshold')
  assert.ok(kept.strategy_type === 'rebalance' && kept.threshold_percent === 3 && kept.target_percent === 40)
})

test('an answer is held together with the change that it completes', async () => {
  const shown = 'buy 0.1 SOL of WIF every hour'
  for (const text of ['5 hours', 'over 5 hours']) {
    const plan = await planOf(shown, '5 SOL in total', text)
    assert.ok(plan.strategy_type === 'twap' && plan.total_duration_seconds === 18_000, JSON.stringify(plan))
  }
  for (const text of ['sell', 'every hour', 'no', 'stop', 'what is the price?'])
    assert.notEqual((await said('buy 1 SOL of WIF', '200', text)).kind, 'plan', text)
})

test('a whole instruction that names SOL or USDC is of those, whatever was shown', async () => {
  const bonk = 'buy 0.1 SOL of BONK every hour'
  for (const [said, direction, quote] of [
    ['buy 0.1 SOL of USDC every hour', 'buy', 'SOL'],
    ['swap 1 SOL to USDC', 'sell', 'USDC'],
    ['swap 20 USDC to SOL', 'buy', 'USDC'],
  ] as const) {
    const meant = await converse(interpretText, { say: said, after: [bonk], want: {} })
    assert.ok(meant.kind === 'plan', `${said}: ${JSON.stringify(meant)}`)
    assert.deepEqual([meant.plan.trade_direction, meant.plan.quote], [direction, quote], said)
  }
})
