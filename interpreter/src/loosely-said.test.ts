/** Kept shares, open amounts, slips of the pen, and remarks without a part of the order. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { converse } from '../corpus/judge.ts'
import { interpretText } from './index.ts'
import type { Interpretation } from './port.ts'

const said = (...texts: string[]): Promise<Interpretation> =>
  converse(interpretText, { say: texts.at(-1) ?? '', after: texts.slice(0, -1), want: {} })
const planOf = async (...texts: string[]) => {
  const meant = await said(...texts)
  assert.ok(meant.kind === 'plan', `${texts.join(' // ')}: ${JSON.stringify(meant)}`)
  return meant.plan
}
const asks = async (code: string, ...texts: string[]) => {
  const meant = await said(...texts)
  assert.ok(meant.kind === 'ask' && meant.code === code, `${texts.join(' // ')}: ${JSON.stringify(meant)}`)
}
const noPlan = async (...texts: string[]) => {
  const meant = await said(...texts)
  assert.ok(meant.kind !== 'plan', `${texts.join(' // ')}: ${JSON.stringify(meant)}`)
}

test('a share that is kept is a rebalancing', async () => {
  for (const [text, share] of [
    ['keep me half in WIF and half in SOL', 50],
    ['keep me 40% in JUP', 40],
    ['half JUP half SOL, keep it that way', 50],
    ['half BONK and half USDC, keep it like that', 50],
    ['keep BONK at 10% of my stash', 10],
    ['keep JUP at 25 percent of my savings', 25],
    ['i want always 40 percent JUP in wallet, rebalance each day', 40],
    ['i want always 35 percent BONK in wallet', 35],
  ] as const) {
    const plan = await planOf(text)
    assert.ok(plan.strategy_type === 'rebalance' && plan.target_percent === share, text)
  }
  await asks('percent', 'keep part of my wallet in WIF')
  await asks('percent', 'keep a share of my portfolio in JUP')
})

test('of what is held of a token, of two tokens, and of one wallet it is asked', async () => {
  for (const text of [
    'half JUP half SOL',
    'half JUP half WIF, keep it that way',
    'buy 1 SOL of JUP and keep it that way',
    'keep part of my WIF',
    'keep adding 0.25 keep it that way SOL of BONK at three-hour intervals',
    'keep 40% JUP in wallet 2',
    'keep 40% JUP in each wallet',
    'sell half my JUP in wallet 2',
    'buy 1 SOL of JUP in wallet main',
  ])
    await noPlan(text)
  await noPlan('buy 1 SOL of JUP every hour', 'leave it like this')
})

test('an amount of which only its bounds are said is asked for', async () => {
  for (const text of [
    'buy 1 or 2 SOL of WIF',
    'buy 50 or 60 dollars of JUP every day',
    'sell 100 or 200 WIF',
  ])
    await asks('amount', text)
  for (const text of ['not too much', 'not a lot', 'not so much please'])
    await asks('amount', 'buy WIF', text)
  await noPlan('buy 1 SOL of WIF but not too much')
  await noPlan('dca 0.1 SOL into WIF', 'not too much every hour')
  await noPlan('twap 6 SOL into JUP over 4 hours', 'not too much so every 20 minutes please')
  for (const text of ['a bit more than that', 'a little less', 'some more']) {
    await asks('amount', 'buy 0.5 SOL of WIF', text)
    assert.deepEqual(((await planOf('buy 0.5 SOL of WIF', text, '0.7 SOL')) as { amount: object }).amount, {
      value: 0.7,
      unit: 'SOL',
    })
  }
})

test('what is to be done bit by bit is asked how long, and never at once', async () => {
  for (const text of [
    'sell all my JUP gradually',
    'buy 2 SOL of WIF slowly',
    'sell 2 million BONK, not all at once',
    'sell 500 JUP but not everything in one go',
  ]) {
    await asks('duration', text)
    assert.equal((await planOf(text, 'over 4 hours')).strategy_type, 'twap', text)
  }
  const plan = await planOf('I need to sell 2 million BONK but not all at once, spread it across 12 hours')
  assert.ok(plan.strategy_type === 'twap' && plan.total_duration_seconds === 43_200)
  for (const text of [
    "don't sell all my JUP at once",
    'do not sell all of it at once',
    "don't sell it all now",
  ])
    await noPlan(text)
})

test('the most that may be spent bounds all orders', async () => {
  for (const [text, most] of [
    ['spend 2 SOL at most', 2],
    ['only spend 3 SOL max', 3],
  ] as const) {
    const plan = await planOf('dca 0.1 SOL into BONK every day for a month', text)
    assert.deepEqual(plan.risk?.max_spend, { value: most, unit: 'SOL' }, text)
    assert.deepEqual(
      (plan as { amount_per_order: object }).amount_per_order,
      { value: 0.1, unit: 'SOL' },
      text,
    )
  }
  await asks('amount', 'buy BONK every day, spend 2 SOL at most')
})

test('a pace that was assumed may be said, and is changed where it is another', async () => {
  const shown = 'spread 4 SOL into BONK over 8 hours'
  for (const [text, seconds] of [
    ['do an order every 20 minutes', 1200],
    ['an order every 10 minutes', 600],
  ] as const) {
    const plan = await planOf(shown, text)
    assert.ok(plan.strategy_type === 'twap' && plan.order_interval_seconds === seconds, text)
  }
  const same = await said(shown, 'do an order every 20 minutes')
  assert.ok(same.kind === 'plan' && same.changes === undefined)
  // Repeated, or on another plan, it is no change.
  await noPlan(shown, 'do an order every 20 minutes', 'do an order every 20 minutes')
  await noPlan(shown, 'an order every 20 minutes instead')
})

test('a number of orders and the time they all take leave open whose the amount is', async () => {
  for (const text of ['10 buys of WIF in 5 hours, 2 SOL', '20 orders of JUP within a day, 50 USDC'])
    await asks('total_or_each', text)
})

test('questions with an apology before them, or without a verb, are questions', async () => {
  for (const text of [
    'excuse me, what is a trailing stop?',
    'pardon me, how does a grid work?',
    'pnl on the grid?',
    'profit on my dca?',
  ])
    assert.equal((await said(text)).kind, 'question', text)
  await planOf('excuse me, buy 1 SOL of WIF')
  await noPlan('pnl on the grid, and sell 5 WIF')
})

test('slips are mended where they can be nothing else', async () => {
  const twap = await planOf('twap 5 sol in2 jup ovr 90 mins')
  assert.ok(twap.strategy_type === 'twap' && twap.total_duration_seconds === 5400)
  const limit = await planOf('byu 1 sol of jup wen it drpos to 0.5')
  assert.ok(limit.strategy_type === 'limit' && limit.limit_price_usd === 0.5)
  const dca = await planOf('evry day buy 0.1 sol off wif pls')
  assert.ok(dca.strategy_type === 'dca' && dca.interval_seconds === 86_400)
  await planOf('buy 20 dollars off bonk')
  for (const text of [
    'buy 1 sol of jup in2 hours',
    'buy 1 sol of wen',
    'buy wen it drops to 0.5',
    'take 2 sol off my jup',
    'sell 2 sol off wif',
    'buy 2 off jup',
  ])
    await noPlan(text)
})

test("where somebody is, before 'so', is said of nothing", async () => {
  for (const [text, type] of [
    ["I'm on a pension so just 4 dollars of JUP every week please", 'dca'],
    ["I'm in the shop all day so sell my WIF if it falls 18%", 'bracket'],
    ["we're in the garden today so buy 1 SOL of JUP", 'swap'],
  ] as const)
    assert.equal((await planOf(text)).strategy_type, type, text)
  for (const text of [
    "I'm in a demo so buy 1 SOL of JUP",
    "I'm on the fence so buy 1 SOL of JUP",
    "I'm in the red so sell my WIF",
    "I'm on a popcat so buy 1 SOL",
    "I'm on a pension so don't buy JUP",
    "if I'm in the shop so buy 1 SOL of JUP",
    "buy 1 SOL of JUP when I'm in the shop so hourly",
    "I'm in the shop so",
  ])
    await noPlan(text)
})
