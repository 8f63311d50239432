/** Everyday phrases about buying and selling again, about inabilities, and about a change in few words. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { converse, TOKENS } from '../corpus/judge.ts'
import { interpretText } from './index.ts'

const said = (...texts: string[]) =>
  converse(interpretText, { say: texts.at(-1) ?? '', after: texts.slice(0, -1), setting: 'BONK', want: {} })
/** Every wording of a sentence with parts in brackets. */
const ways = (sentence: string): string[] => {
  const part = /\[([^\]]*)\]/.exec(sentence)
  if (!part) return [sentence]
  return (part[1] ?? '').split('|').flatMap((one) => ways(sentence.replace(part[0], one)))
}
async function made(text: string, ...after: string[]) {
  const meant = await said(...after, text)
  assert.ok(meant.kind === 'plan', `${[...after, text].join(' // ')}: ${JSON.stringify(meant)}`)
  return meant
}
async function noPlan(...family: string[]) {
  for (const text of family.flatMap(ways)) {
    const meant = await said(text)
    assert.notEqual(meant.kind, 'plan', `${text}: ${JSON.stringify(meant)}`)
  }
}
const mintOf = (symbol: string) => TOKENS.find((one) => one.symbol === symbol)?.mint

test('what is bought and sold again at prices is one position', async () => {
  for (const text of ways(
    '[Buy WIF for 90 dollars|Get me 90 dollars of WIF][. | and ]sell [it|WIF] when it reaches $2.40 or [falls under|drops below] $1.30',
  )) {
    const { plan, exits } = await made(text)
    assert.deepEqual(
      [plan.strategy_type, plan.trade_direction, plan.token_address],
      ['bracket', 'buy', mintOf('WIF')],
    )
    const prices = Object.fromEntries((exits ?? []).map(({ field, price }) => [field, Number(price)]))
    assert.deepEqual(prices, { take_profit_percent: 2.4, stop_loss_percent: 1.3 }, text)
  }
  for (const text of ways(
    'buy 2 SOL of WIF[, | and ]sell it if it [goes above $3 or below $1.50|goes below $1.50 or above $3]',
  )) {
    const { exits } = await made(text)
    const prices = Object.fromEntries((exits ?? []).map(({ field, price }) => [field, Number(price)]))
    assert.deepEqual(prices, { take_profit_percent: 3, stop_loss_percent: 1.5 }, text)
  }
  const { exits } = await made('buy 2 SOL of WIF. Sell it when it reaches $3')
  assert.deepEqual(exits, [{ field: 'take_profit_percent', price: 3 }])
})

test('of anything else the sale is asked about', () =>
  noPlan(
    'Buy WIF for 90 dollars. Sell JUP when it reaches $2.40 or falls under $1.30',
    'Buy WIF for 90 dollars. Sell it when JUP reaches $2.40',
    'Buy WIF for 90 dollars. Sell half of it when it reaches $2.40',
    'Buy WIF for 90 dollars. Sell it when it reaches $2.40 or $1.30',
    'Buy WIF for 90 dollars. Sell it when it reaches $2.40 and buy again at $1.30',
    'Buy WIF for 90 dollars and sell it if it drops below $1.30 or below $1.10',
    "Don't buy WIF for 90 dollars. Sell it when it reaches $2.40",
  ))

test('what has doubled, tripled or halved is a target or a stop', async () => {
  for (const [family, field, percent] of [
    ['[when|once|if] [the price|the value|it|WIF] has doubled', 'take_profit_percent', 100],
    ['[when|once] the price has tripled', 'take_profit_percent', 200],
    ['[when|if] the price has halved', 'stop_loss_percent', 50],
  ] as const)
    for (const when of ways(family)) {
      const { plan } = await made(`buy 40 bucks of WIF and sell it ${when}`)
      assert.deepEqual([plan.trade_direction, (plan as never)[field]], ['buy', percent], when)
    }
  await noPlan('my WIF has doubled, sell half of it', 'buy 1 SOL of WIF when the price has doubled')
})

test('a stop that becomes a trailing one is as far away as it was', async () => {
  for (const change of ways(
    '[make it|make it a|turn it into a|change it to a|switch it to a] trailing stop',
  ).concat('make it trailing', 'a trailing stop instead')) {
    const { plan } = await made(change, 'put a 12% stop on my WIF')
    assert.ok(plan.strategy_type === 'bracket', change)
    assert.deepEqual([plan.trailing_stop_percent, plan.stop_loss_percent], [12, undefined], change)
  }
  const { plan } = await made(
    'make it a normal stop loss',
    'buy 1 SOL of WIF with a 7% trailing stop and a 30% target',
  )
  assert.ok(plan.strategy_type === 'bracket')
  assert.deepEqual(
    [plan.stop_loss_percent, plan.trailing_stop_percent, plan.take_profit_percent],
    [7, undefined, 30],
  )
  for (const text of ['add a trailing stop', 'set a trailing stop'])
    assert.equal((await said('put a 12% stop on my WIF', text)).kind, 'ask', text)
})

test('how much more or less often is asked, and what is said then is how often', async () => {
  for (const text of ways('[a bit |make it |]less often[| please]').concat(
    'more often',
    'more frequently please',
  )) {
    const meant = await said('buy 0.2 SOL of WIF every 2 hours', text)
    assert.ok(meant.kind === 'ask' && meant.code === 'interval', `${text}: ${JSON.stringify(meant)}`)
  }
  for (const answer of ['every 6 hours', '6 hours', 'every six hours please']) {
    const { plan } = await made(answer, 'buy 0.2 SOL of WIF every 2 hours', 'less often please')
    assert.ok(plan.strategy_type === 'dca' && plan.interval_seconds === 21_600, answer)
  }
})

test('what somebody is not able to do is no order not to trade', async () => {
  for (const text of ways(
    "[I can't watch the market|we cannot look at charts|I am not able to check prices|I don't have time to watch the charts][, so |. |: |, ]sell 300 JUP",
  )) {
    const { plan } = await made(text)
    assert.equal(plan.token_address, mintOf('JUP'), text)
  }
  const told = await said("As a nurse I can't watch the market, so sell 300 JUP")
  assert.equal(told.kind, 'ask', JSON.stringify(told))
  await noPlan(
    "I can't [sell|buy|trade|hold it|do it|let you sell it|afford to lose it], sell 300 JUP",
    "I can't watch the market, so don't sell 300 JUP",
    "I can't watch the market and don't sell, sell 300 JUP",
    "you can't watch the market, so sell 300 JUP",
    "I can't, sell 300 JUP",
  )
})

test('after a change of mind about a token what is said is of that token', async () => {
  for (const text of ways(
    '[I changed my mind about|actually I changed my mind about] [JUP|my JUP][, |. |: ]sell half of it',
  )) {
    const { plan } = await made(text)
    assert.deepEqual([plan.token_address, plan.trade_direction], [mintOf('JUP'), 'sell'], text)
  }
  await noPlan('I changed my mind about JUP', "I changed my mind about JUP, don't sell it")
  await noPlan('I changed my mind about WIF, buy 1 SOL of JUP', 'I changed my mind about selling JUP')
})

test("'I want spend' spends", async () => {
  for (const text of ways('I want [spend 0,25 SOL for|spend 0.25 SOL on|invest 0.25 SOL in] JUP')) {
    const { plan } = await made(text)
    assert.ok(plan.strategy_type === 'swap' && plan.trade_direction === 'buy', text)
    assert.deepEqual([plan.token_address, plan.amount], [mintOf('JUP'), { value: 0.25, unit: 'SOL' }], text)
  }
  await noPlan("I don't want spend 2 SOL for JUP", 'I want spend something on JUP')
})

test('a word of the desk is asked about after a remark, too', async () => {
  for (const text of ways(
    "I'm new to this, [what does slippage mean|what is a trailing stop|what's a stop loss]?",
  )) {
    const meant = await said(text)
    assert.ok(
      meant.kind === 'question' && meant.topic.about === 'explain',
      `${text}: ${JSON.stringify(meant)}`,
    )
  }
  await noPlan('buy 1 SOL of JUP, what is slippage?', "sell half of my JUP, what's the price?")
})
