/** The other exit of one sale, and the words beside it: each with several figures, tokens and orders of clauses. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { converse, TOKENS } from '../corpus/judge.ts'
import { interpretText } from './index.ts'
import type { Interpretation } from './port.ts'

const said = (...texts: string[]): Promise<Interpretation> =>
  converse(interpretText, { say: texts.at(-1) ?? '', after: texts.slice(0, -1), want: {} })
const planOf = async (...texts: string[]) => {
  const meant = await said(...texts)
  assert.ok(meant.kind === 'plan', `${texts.join(' // ')}: ${JSON.stringify(meant)}`)
  return meant
}
const noPlan = async (...texts: string[]) => {
  const meant = await said(...texts)
  assert.ok(meant.kind !== 'plan', `${texts.join(' // ')}: ${JSON.stringify(meant)}`)
}
const mintOf = (symbol: string) => TOKENS.find((one) => one.symbol === symbol)?.mint

test('a sale at one price or another is guarded by both, whichever is said first', async () => {
  for (const token of ['BONK', 'WIF'])
    for (const [low, high] of [
      ['0.00001', '0.00006'],
      ['$1', '$3'],
      ['1.2', '2.4'],
    ])
      for (const [text, side] of [
        [`sell all my ${token} if it falls to ${low} or rises to ${high}`, 'sell'],
        [`sell my ${token} if it rises to ${high} or falls to ${low}`, 'sell'],
        [`sell my ${token} if it falls to ${low}, or rises to ${high}`, 'sell'],
        [`sell my ${token} when it drops below ${low} or goes above ${high}`, 'sell'],
        [
          `buy 1 SOL of ${token} and sell if it falls to $${low?.replace('$', '')} or rises to ${high}`,
          'buy',
        ],
      ] as const) {
        const { plan, exits } = await planOf(text)
        assert.equal(plan.strategy_type, 'bracket', text)
        assert.equal(plan.trade_direction, side, text)
        assert.equal(plan.token_address, mintOf(token), text)
        const found = Object.fromEntries((exits ?? []).map(({ field, price }) => [field, Number(price)]))
        assert.deepEqual(
          found,
          {
            stop_loss_percent: Number(low?.replace('$', '')),
            take_profit_percent: Number(high?.replace('$', '')),
          },
          text,
        )
      }
})

test('a part of its worth, a half and a multiple are exits behind an exit', async () => {
  for (const [text, stop, take] of [
    ['buy 100 USDC of WIF and get out when it doubles or loses a quarter', 25, 100],
    ['buy 2 SOL of JUP and get out when it doubles or halves', 50, 100],
    ['sell my WIF if it loses a quarter or doubles', 25, 100],
    ['sell my BONK when it triples or loses half', 50, 200],
    ['sell my WIF when it doubles or loses a fifth', 20, 100],
  ] as const) {
    const { plan } = await planOf(text)
    assert.ok(plan.strategy_type === 'bracket', text)
    assert.equal(plan.stop_loss_percent, stop, text)
    assert.equal(plan.take_profit_percent, take, text)
  }
})

test('behind anything but an exit, and of an amount of money, it is asked about', async () => {
  for (const text of [
    'buy 1 SOL of WIF or doubles',
    'open a WIF position with 2 SOL and sell it after 12 hours or halves',
    'buy 0.1 SOL of JUP each hour, ending after 36 hours or doubles',
    'buy 1 SOL of WIF every hour or doubles',
    'buy 1 SOL of WIF at $1 or rises to $3',
    'buy 1 SOL of WIF if it falls to $1 or rises to $3',
    'sell my JUP if it falls to $1 or rises 10 cents',
    'rsi on WIF 1h, 0.1 SOL per trade, buy below 30 or rises to 75',
    'buy 0.1 SOL of WIF every hour if it falls to 1 or rises to 3',
  ])
    await noPlan(text)
})

test('what is to be done then says the exit once more, and nothing alone', async () => {
  for (const [text, stop] of [
    ["don't let my JUP drop more than 10%, sell it if it does", 10],
    ['dont let my WIF fall more than 8%, if it does sell it', 8],
    ['buy 1 SOL of JUP, dont let it drop more than 12%, sell it if it does', 12],
  ] as const) {
    const { plan } = await planOf(text)
    assert.ok(plan.strategy_type === 'bracket' && plan.stop_loss_percent === stop, text)
  }
  await noPlan('buy 1 SOL of JUP, sell it if it does')
  await noPlan('sell 100 JUP at $2, sell it if it does')
})

test('what was bought and is sold again at a price has its target there', async () => {
  for (const text of [
    'buy 0.7 SOL of JUP and sell it again at 2 dollars',
    'buy 0.7 SOL of JUP, then sell it again when it hits $2',
  ]) {
    const { plan, exits } = await planOf(text)
    assert.equal(plan.strategy_type, 'bracket', text)
    assert.deepEqual(exits, [{ field: 'take_profit_percent', price: 2 }], text)
  }
  const { plan } = await planOf('buy 2 WIF at $1 and sell them back at $3')
  assert.ok(plan.strategy_type === 'bracket' && plan.take_profit_percent === 200)
  await noPlan('sell it again at 2 dollars')
})

test("a price behind 'but for' is that of each, or asked about", async () => {
  for (const [text, price] of [
    ['I would like to sell 1,000 JUP, but for no less than $1.10 each', 1.1],
    ['sell 250 WIF but at no less than $3', 3],
    ['buy 2 SOL of JUP, but at no more than $0.50', 0.5],
  ] as const) {
    const { plan } = await planOf(text)
    assert.ok(plan.strategy_type === 'limit' && plan.limit_price_usd === price, text)
  }
  await noPlan('sell 1000 JUP, but for no less than $600')
})

test('a limit before how many of a token is the order, not the price', async () => {
  for (const [text, amount, price] of [
    ['sell limit 10k JUP at 0.95', 10_000, 0.95],
    ['sell limit 300 WIF @ 2.5', 300, 2.5],
    ['buy limit 500 WIF at 1.2', 500, 1.2],
  ] as const) {
    const { plan } = await planOf(text)
    assert.ok(plan.strategy_type === 'limit' && plan.limit_price_usd === price, text)
    assert.deepEqual(plan.amount, { value: amount, unit: 'token' }, text)
  }
  await noPlan('sell limit 0.95 JUP 10k')
})

test('the token by its name is what is sold when it is stopped', async () => {
  for (const text of [
    '0.1 SOL into BONK every day for 30 days, and sell the BONK when I stop it',
    'buy 0.1 SOL of BONK every day and sell my BONK when stopped',
  ])
    assert.equal((await planOf(text)).plan.on_stop, 'sell', text)
  for (const text of [
    '0.1 SOL into BONK every day and sell the WIF when I stop it',
    '0.1 SOL into BONK every day and sell half the BONK when I stop it',
    'buy 0.1 SOL of JUP daily for a month, sell JUP at the end of each day',
    'buy 0.1 SOL of JUP daily for a month, sell it at the end of each day',
  ])
    await noPlan(text)
})
