/**
 * Texts of strangers that were needlessly asked about, each by its structure, and similar ones that are still asked
 * about.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { converse, getOpenCode } from '../corpus/judge.ts'
import { interpretText } from './index.ts'

const said = (...texts: string[]) =>
  converse(interpretText, { say: texts.at(-1) ?? '', after: texts.slice(0, -1), setting: 'BONK', want: {} })
async function asks(code: string, ...texts: string[]): Promise<void> {
  const meant = await said(...texts)
  assert.ok(getOpenCode(meant) === code, `${texts.join(' // ')}: ${JSON.stringify(meant)}`)
}
async function plans(...texts: string[]): Promise<Record<string, unknown>> {
  const meant = await said(...texts)
  assert.ok(meant.kind === 'plan', `${texts.join(' // ')}: ${JSON.stringify(meant)}`)
  return meant.plan
}

test('what is invested without a unit is bought, and of what is asked', async () => {
  for (const verb of ['invest', 'put', 'allocate', 'throw', 'please invest'])
    for (const figure of ['1000', '500', '70'])
      for (const place of ['in WIF', 'into JUP', 'into BONK'])
        await asks('amount', `${verb} ${figure} ${place}`)
  await asks('amount', 'invest 1000 in WIF', '1000')
  const plan = await plans('invest 1000 in WIF', '1000 usdc')
  assert.deepEqual([plan.trade_direction, plan.amount], ['buy', { value: 1000, unit: 'USDC' }])
})

test("'make that' of an amount near to the one of each order is for each", async () => {
  for (const [before, change, value] of [
    ['buy 20 dollars of jup every week', 'make that 30 dollars', 30],
    ['buy 0.2 sol of wif every hour for 3 days', 'no, make that 0.3 SOL', 0.3],
    ['sell 100 jup daily', 'ok change that to 150 jup please', 150],
  ] as const)
    assert.equal(((await plans(before, change)).amount_per_order as { value: number }).value, value, change)
  for (const [before, change] of [
    ['buy 20 dollars of jup every week', 'make that 300 dollars'],
    ['buy 20 dollars of jup every week for 10 weeks', 'make that 200 dollars'],
    ['buy 20 dollars of jup every week for 3 weeks', 'make that 60 dollars'],
    ['buy 0.2 sol of wif every hour for 3 days', 'change that to 14.4 SOL'],
    ['buy 0.2 sol of wif every hour for 3 days', 'use 14 SOL instead'],
    ['sell 100 jup daily for 10 days', 'make it 1000'],
    ['buy 20 dollars of jup 10 times, daily', '200 dollars'],
  ])
    await asks('total_or_each', before ?? '', change ?? '')
})

test('a pace and an end answer how often', async () => {
  for (const answer of [
    'every 6 hours, for a week',
    'evry 6 hours, for a week',
    'for a week, every 6 hours',
  ]) {
    const plan = await plans('dca 0.05 sol into wif', answer)
    assert.deepEqual([plan.interval_seconds, plan.duration_days], [21_600, 7], answer)
  }
  assert.equal((await plans('dca 0.05 sol into wif', '6 hours')).interval_seconds, 21_600)
})

test('slips: trun, limmit', async () => {
  assert.equal((await plans('trun half my sol into usdc')).strategy_type, 'swap')
  assert.equal((await plans('buy limmit 2 sol wif at 0.9')).limit_price_usd, 0.9)
})

test('a currency that is not offered is asked about as the amount, and stays open until that is said', async () => {
  for (const sum of [
    '20 euros',
    '€20',
    '20€',
    '£20',
    '15 pounds',
    'twenty quid',
    '300 yen',
    '20 swiss francs',
    '50 CAD',
  ])
    for (const text of [`buy ${sum} of WIF`, `sell ${sum} of JUP`, `put ${sum} into JUP every day`])
      await asks('amount', text)
  for (const answer of ['20', '20 euros', 'every day']) {
    const meant = await said('buy 20 euros of WIF', answer)
    assert.notEqual(meant.kind, 'plan', answer)
  }
  assert.deepEqual((await plans('buy 20 euros of WIF', '20 dollars')).amount, { value: 20, unit: 'USD' })
})

test('another one beside an order is a second order', async () => {
  for (const text of [
    'buy 1 sol of bonk now and another one when it hits 0.00001',
    'sell 200 jup now and then another one at $2',
    'buy 0.5 sol of wif and another order when it drops 10%',
  ])
    await asks('which_first', text)
})

test('the lengths of a golden cross may be days without the word average', async () => {
  for (const [text, fast, slow] of [
    ['golden cross on wif, 50 and 200 day, 2 sol', 50, 200],
    ['golden cross jup, 20/100 day, 0.5 sol', 20, 100],
  ] as const) {
    const plan = await plans(text)
    assert.deepEqual([plan.fast_length, plan.slow_length, plan.timeframe], [fast, slow, '1d'], text)
  }
})

test('beside an entry and an exit that is a price, a bare figure as near and as exact is one', async () => {
  for (const text of [
    'buy 1 sol of jup at 0.4, stop at 0.35, target 0.55',
    'buy 1 sol of jup at 0.4, target at 0.55, stop 0.35',
    'buy 1 sol of jup at 0.4, stop 0.35, target 0.55',
    'buy 1 sol of jup at 1.6, stop at 1.4, target 2.2',
  ]) {
    const plan = await plans(text)
    assert.deepEqual([plan.stop_loss_percent, plan.take_profit_percent], [12.5, 37.5], text)
  }
  for (const text of [
    'buy 1 sol of jup at 1.4, stop at 1.2, target 3',
    'buy 1 sol of jup at 0.4, stop at 0.35, target 1.5',
  ])
    await asks('percent', text)
})

test('half in one and half in the other at all times is kept so; once it is asked', async () => {
  for (const text of [
    'half in Jupiter and half in SOL at all times',
    'half in wif, half in usdc at all times',
  ]) {
    const plan = await plans(text)
    assert.deepEqual([plan.strategy_type, plan.target_percent], ['rebalance', 50], text)
  }
  await asks('which_first', 'half in Jupiter and half in SOL')
  for (const text of [
    'half my jup in sol at all times',
    'sell half my jup at all times',
    'buy 1 sol of jup at all times',
  ])
    assert.notEqual((await said(text)).kind, 'plan', text)
})

test("slips beside what they are of, a share behind an arrow, and 'until' before a time", async () => {
  for (const figure of [8, 10, 15]) {
    const guard = await plans(`put stop lost ${figure}% on my JUP`)
    assert.deepEqual([guard.stop_loss_percent, guard.trade_direction], [figure, 'sell'])
    const share = await plans(`wif ${figure % 2 ? '->' : '=>'} usdc, ${figure}%`)
    assert.deepEqual([share.trade_direction, share.amount], ['sell', { value: figure, unit: 'percent' }])
    const spread = await plans(`sell ${figure}00 JUP ovr ${figure} hours in 4 slices`)
    assert.equal(spread.total_duration_seconds, figure * 3600)
  }
  for (const [until, days] of [
    ['until one week', 7],
    ['till 12 hours from now', 0.5],
    ['until 3 days from now', 3],
  ] as const)
    assert.equal((await plans(`every hour sell 200 jup, ${until}`)).duration_days, days, until)
  await asks('direction', 'usdc -> wif, 80%')
  await asks('direction', 'wif -> usdc at 80%')
})

test('two orders in one, and a pace that is only vague', async () => {
  await asks('which_first', 'buy 1 SOL of WIF and 2 SOL of JUP')
  await asks('which_first', 'sell 100 JUP and 200 WIF')
  for (const share of ['half', 'third'])
    await asks(
      'which_first',
      `sell ${share === 'half' ? 'half' : 'a third'} of my JUP now and the other ${share} at $1`,
    )
  for (const pace of ['a few times a day', 'several times each week', 'many times daily'])
    await asks('interval', `buy 0.1 SOL of JUP ${pace}`)
  await asks('interval', 'buy 0.1 sol of jup regularly', 'a few times a day')
})

test('until all of it is gone bounds nothing; a part of it does', async () => {
  for (const all of ['everything', 'the lot', 'all my JUP', "it's all"])
    assert.equal(
      (await plans(`sell 100 JUP every day until ${all}${all.startsWith('it') ? '' : ' is'} gone`)).risk,
      undefined,
      all,
    )
  const half = await plans('sell 100 JUP every day until half of it is gone')
  assert.deepEqual((half.risk as { max_spend: unknown }).max_spend, { value: 50, unit: 'percent' })
})

test('what is rather done with it is of the swap shown, and of any other plan it is asked', async () => {
  const rather = await plans('sell half of my JUP', 'actually sell all of it')
  assert.deepEqual(rather.amount, { value: 100, unit: 'percent' })
  assert.notEqual(rather.token_address, (await plans('sell half of it')).token_address)
  await asks('token', 'sell half of my JUP', 'sell all of it')
  await asks('token', 'sell 30% of my JUP over the next 3 hours', 'actually sell all of it')
})

test('a point before three figures of which the last is none may be one or a thousand', async () => {
  for (const say of [
    'buy JUP for 1.000 USDC',
    'buy 1.500 WIF',
    'sell 12.000 bonk at 2 dollars',
    'buy $1.250 of bonk',
    'dca 10.000 bonk every day',
    'buy 0.1 SOL of WIF every hour until 1.000 USDC are spent',
  ])
    assert.equal((await said(say)).kind, 'refused', say)
  // There is nothing open that a bare figure could answer.
  for (const figure of ['1', '2', 'two', '1000'])
    assert.notEqual((await said('buy JUP for 2.000 USDC', figure)).kind, 'plan', figure)
  assert.equal((await said('buy 100 SOL of JUP', 'make it 1.000 USDC')).kind, 'refused')
  for (const [say, value] of [
    ['buy 0.500 SOL of WIF', 0.5],
    ['buy 1.125 SOL of WIF', 1.125],
    ['buy 1,000 USDC of WIF', 1000],
    ['buy 1.5 SOL of WIF at $1.250', 1.5],
  ] as const)
    assert.equal(((await plans(say)).amount as { value: number }).value, value, say)
})
