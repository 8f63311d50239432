/** Entry, target and stop in one sentence are one bracket; exits at prices become percent of an entry that is said. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { converse } from '../corpus/judge.ts'
import { interpretText } from './index.ts'
import type { Interpretation } from './port.ts'

const say = (...texts: string[]): Promise<Interpretation> =>
  converse(interpretText, { say: texts.at(-1) ?? '', after: texts.slice(0, -1), setting: null, want: {} })

async function bracket(...texts: string[]) {
  const got = await say(...texts)
  if (got.kind !== 'plan' || got.plan.strategy_type !== 'bracket')
    assert.fail(`${texts.join(' // ')}: ${JSON.stringify(got)}`)
  const { plan, exits = [] } = got
  const exitAt = (field: string, percent: number | undefined) =>
    exits.find((one) => one.field === field)?.price ?? (percent === undefined ? undefined : `${percent}%`)
  return [
    plan.entry_price_usd,
    exitAt('stop_loss_percent', plan.stop_loss_percent),
    exitAt('take_profit_percent', plan.take_profit_percent),
  ]
}
async function asks(code: string, ...texts: string[]) {
  const got = await say(...texts)
  assert.equal(got.kind === 'ask' && got.code, code, `${texts.join(' // ')}: ${JSON.stringify(got)}`)
}

void test('with an entry they are percent of it, to four decimals, cut off', async () => {
  for (const text of [
    'buy 1 sol of wif when it hits $0.80 and sell at $0.95, stop at 0.75',
    'buy 1 sol of wif at 0.8, sell at 0.95, stop at 0.75',
    'buy 1 sol of wif at 0.8, stop at 0.75 and sell at 0.95',
    'buy 1 sol of wif at 0.8 and sell it at 0.95, stop loss 0.75',
    'buy wif at 0.8 with 1 sol, sl 0.75, tp 0.95',
    'buy 1 sol of wif if it drops to 0.8, take profit 0.95, stop loss 0.75',
    'buy 1 sol of wif at 0.8, exit at 0.95 or 0.75',
    'buy 1 sol of wif at 0.8, out at 0.95, stop 0.75',
    'buy 1 sol of wif when it drops to 0.8, then sell at 0.95 or if it falls to 0.75',
  ])
    assert.deepEqual(await bracket(text), [0.8, '6.25%', '18.75%'], text)
  assert.deepEqual(await bracket('buy half a sol of wif at 0.76, target 0.95, stop 0.684'), [
    0.76,
    '10%',
    '25%',
  ])
  assert.deepEqual(await bracket('get 1 sol of bonk at 0.00003 and sell it at 0.00004, stop 0.000028'), [
    0.00003,
    '6.6666%',
    '33.3333%',
  ])
  assert.deepEqual(await bracket('buy 1 sol of wif at 0.8, sell at 0.95'), [0.8, undefined, '18.75%'])
})

void test('without one they are prices until the market has its own', async () => {
  assert.deepEqual(await bracket('buy wif 0.5 sol tp 0.95 sl 0.75'), [undefined, 0.75, 0.95])
  assert.deepEqual(await bracket('buy 0.1 sol of jup, stop 0.8 target 1.1'), [undefined, 0.8, 1.1])
  assert.deepEqual(await bracket('buy 1 sol of wif, sell at 0.95, stop at 0.75'), [undefined, 0.75, 0.95])
  const stop = 'buy 0.2 sol of wif, stop at 0.7'
  assert.deepEqual(await bracket(stop, 'take profit at $1'), [undefined, 0.7, 1])
  assert.deepEqual(await bracket(stop, 'stop at 0.65'), [undefined, 0.65, undefined])
  assert.deepEqual(await bracket(stop, 'make it 0.3 sol'), [undefined, 0.7, undefined])
})

void test('what may be percent as well is asked about', async () => {
  for (const text of [
    'buy wif 0.5 sol tp 1.5',
    'buy 1 sol of wif, sl 0.5, tp 1.5',
    'buy 1 sol of jup, stop 1.1 target 0.8',
    'buy 1 sol of jup at 1.4, stop at 1.2, target 3',
    'buy 1 sol of jup at 0.4, stop at 0.35, target 1.5',
  ])
    await asks('percent', text)
  for (const text of [
    'buy 1 sol of wif at 0.8, sell at 0.7, stop at 0.75',
    'rsi on wif 1h, buy at 30, sell at 70',
  ])
    assert.notEqual((await say(text)).kind, 'plan', text)
})

void test('after a plan a stop or a target is one of its entry', async () => {
  const limit = 'buy 0.5 sol of wif at 0.75'
  assert.deepEqual(await bracket(limit, 'stop at 0.69'), [0.75, '8%', undefined])
  assert.deepEqual(await bracket(limit, 'stop at 0.69', 'target 0.9'), [0.75, '8%', '20%'])
  assert.deepEqual(await bracket(limit, 'tp 0.9 and sl 0.69'), [0.75, '8%', '20%'])
  assert.deepEqual(await bracket(limit, 'stop at 0.69', 'make the stop 5%'), [0.75, '5%', undefined])
})

void test('an expiry that a bracket cannot hold is named as it was written, and is never lost', async () => {
  const got = await say('limit buy 0.2 SOL of WIF at 0.8, expires in 30 minutes', 'add a 4% stop loss')
  assert.equal(got.kind, 'ask')
  const question = got.kind === 'ask' ? got.question : ''
  assert.ok(question.includes('30 minutes') && question.includes('"add a 4% stop loss"'), question)
  assert.ok(!question.includes('good for'), question)
  assert.deepEqual(
    await bracket(
      'limit buy 0.2 SOL of WIF at 0.8, expires in 30 minutes',
      'add a 4% stop loss',
      'add a 4% stop loss, remove the expiry',
    ),
    [0.8, '4%', undefined],
  )
})

void test('a fresh instruction that names its type is a new plan', async () => {
  const got = await say(
    'buy 1 sol of wif at 0.8, sell at 0.95, stop at 0.75',
    'limit order: 0.3 sol of jup at 3% below, good for 2 hours',
  )
  if (got.kind !== 'plan' || got.plan.strategy_type !== 'limit') assert.fail(JSON.stringify(got))
  assert.equal(got.plan.expires_in_seconds, 7200)
  assert.equal(got.as, 'instruction')
})
