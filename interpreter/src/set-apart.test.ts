/** A sum that is owned, set apart or aimed at is not the amount of one order: beside a pace it is asked about. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { converse } from '../corpus/judge.ts'
import { interpretText } from './index.ts'
import type { Interpretation } from './port.ts'

const said = (...texts: string[]): Promise<Interpretation> =>
  converse(interpretText, { say: texts.at(-1) ?? '', after: texts.slice(0, -1), setting: 'BONK', want: {} })
const asks = async (...texts: string[]) => {
  const meant = await said(...texts)
  assert.ok(
    meant.kind === 'ask' && meant.code === 'total_or_each',
    `${texts.join(' // ')}: ${JSON.stringify(meant)}`,
  )
}
const orders = async (...texts: string[]) => {
  const meant = await said(...texts)
  const isDca = meant.kind === 'plan' && meant.plan.strategy_type === 'dca'
  assert.ok(isDca, `${texts.join(' // ')}: ${JSON.stringify(meant)}`)
  return meant.plan
}

test('an amount that somebody has, sets apart or aims at is asked about beside a pace', async () => {
  for (const amount of ['300 USDC', '2 SOL', '450 dollars'])
    for (const [pace, end] of [
      ['daily', ' for a month'],
      ['every hour', ' for 3 days'],
      ['each week', ''],
    ])
      for (const text of [
        ...(end === '' ? [] : ['I have', "I've got", 'we have', 'I still have']).map(
          (has) => `${has} ${amount} to put into WIF`,
        ),
        `my budget is ${amount} for WIF`,
        `${amount} set aside for JUP`,
        `I can spare ${amount} for JUP`,
        `put my ${amount} into WIF`,
        `these ${amount} should go into JUP`,
        `put ${amount} of my savings into JUP`,
        `reserve ${amount} for JUP`,
        `take my ${amount} and buy JUP`,
      ])
        await asks(`${text} ${pace}${end}`)
  for (const text of [
    'sell my 300 JUP daily for a month',
    "I've set aside 300 USDC for JUP daily for a month",
    'my 300 WIF should be sold every hour for a day',
    'i own 300 JUP, sell it daily for a month',
    'put aside 300 USDC for JUP daily for a month',
    "I'm aiming for 300 USDC of JUP, buying daily for a month",
    'every day for a month I have 2 SOL to put into JUP',
  ])
    await asks(text)
})

test('an amount with a pace of its own, or that is asked for, is still for each order', async () => {
  for (const text of [
    "I've 10 dollars each day to put into BONK for a month",
    'i can spare 10 dollars a day for JUP for a month',
    'set aside 20 dollars for JUP each day',
    'I have 500 USDC to invest in JUP each week',
    'could I please have 0.1 SOL put into JUP every 12 hours for a month',
    'what I want is for you to buy 0.2 SOL of JUP every hour and to keep doing that for 6 hours',
    'put 300 USDC into JUP daily for a month',
  ])
    await orders(text)
})

test('a new amount with its time, or with a number of orders, may be all of it', async () => {
  for (const [plan, ...changes] of [
    [
      'buy 10 usdc of jup every day',
      '300 usdc over a month',
      '300 USDC in a month',
      'make it $300 over 30 days',
    ],
    [
      'buy 10 usdc of jup every day',
      '300 usdc for a month',
      'over a month, 300 usdc',
      'spend 300 usdc over a month',
    ],
    ['buy 0.1 sol of wif every hour', '12 sol over the next 3 days', '2.4 SOL within a day', '2.4 for a day'],
    ['sell 100 jup every day for a week', '3000 jup over a month', '700 for a week'],
    ['buy 10 usdc of jup every day', '300 usdc in 10 orders', '10 orders, 300 usdc', 'my budget is 300 usdc'],
  ])
    for (const change of changes) await asks(plan ?? '', change)
  // A value near the amount of an order is one.
  assert.equal((await orders('buy 10 usdc of jup every day', '20 usdc for two months')).duration_days, 60)
  await orders('buy 10 usdc of jup every day', '20 usdc every day over a month')
  await orders('buy 10 usdc of jup every day', '15 usdc, 10 orders')
})

test('the answer makes a total of it, or orders', async () => {
  const asked = ['buy 10 usdc of jup every day', '300 usdc over a month']
  for (const answer of ['in total', 'the total', '300 USDC in total over 30 days']) {
    const meant = await said(...asked, answer)
    assert.ok(meant.kind === 'plan' && meant.plan.strategy_type === 'twap', JSON.stringify(meant))
    assert.deepEqual(meant.plan.total_amount, { value: 300, unit: 'USDC' })
    assert.equal(meant.plan.total_duration_seconds, 30 * 86_400)
  }
  for (const answer of ['each', 'for each order']) {
    const plan = await orders(...asked, answer)
    assert.equal(plan.duration_days, 30)
  }
})

test('what is to be done in a day is no pace of a day', async () => {
  for (const text of [
    'buy 2 SOL of JUP in a day',
    'sell 500 JUP in a month',
    '2 sol of wif in one week',
    'in a day 8-line grid on JUP between $0.5 and $1, 2.5 SOL',
    'keep BONK at 15% of the portfolio and rebalance hourly, in a day',
    'as soon as JUP is at $0.012 buy 3 SOL of it in a day',
  ]) {
    const meant = await said(text)
    assert.notEqual(meant.kind, 'plan', `${text}: ${JSON.stringify(meant)}`)
  }
  await orders('buy 0.2 SOL of JUP once in a day')
  await orders('buy 0.2 SOL of JUP, 4 times in a day')
})
