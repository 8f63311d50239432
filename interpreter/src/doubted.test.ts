/**
 * Phrases that may mean something else beside their neighbours: whatever the words around them, they become no plan.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { type Line, converse, getOpenCode } from '../corpus/judge.ts'
import { amountIn } from './follow-up/standing.ts'
import { interpretText } from './index.ts'
import type { Interpretation } from './port.ts'

/** The settings have another token: a phrase read alone would trade that one. */
const said = (...texts: string[]): Promise<Interpretation> =>
  converse(interpretText, {
    say: texts.at(-1) ?? '',
    after: texts.slice(0, -1),
    setting: 'BONK',
    want: {},
  } satisfies Line)
/** Every wording of a sentence with parts in brackets: '[get|take] 2 SOL'. */
const ways = (sentence: string): string[] => {
  const part = /\[([^\]]*)\]/.exec(sentence)
  if (!part) return [sentence]
  return (part[1] ?? '').split('|').flatMap((one) => ways(sentence.replace(part[0], one)))
}
async function makesNone(family: readonly string[], ...after: string[]): Promise<void> {
  for (const text of family.flatMap(ways)) {
    const meant = await said(...after, text)
    assert.notEqual(meant.kind, 'plan', `${[...after, text].join(' // ')}: ${JSON.stringify(meant)}`)
  }
}
async function asks(code: string, family: readonly string[], ...after: string[]): Promise<void> {
  for (const text of family.flatMap(ways)) {
    const meant = await said(...after, text)
    const about = `${[...after, text].join(' // ')}: ${JSON.stringify(meant)}`
    assert.ok(getOpenCode(meant) === code, about)
  }
}
async function planned(...texts: string[]) {
  const meant = await said(...texts)
  assert.ok(meant.kind === 'plan', `${texts.join(' // ')}: ${JSON.stringify(meant)}`)
  return meant
}
const planOf = async (...texts: string[]) => (await planned(...texts)).plan

test('what stays is not what is sold', () =>
  makesNone([
    'sell [|all |half ]my JUP[,| and| but] [leave|leaving] [100|100 JUP|half|20%]',
    '[keep|hold] [half|40%|a third] of [my ]JUP',
    'rebalance [JUP by 40%|40% from JUP]',
  ]))

test('the token that may be given is not bought', () =>
  makesNone([
    '[get|get me|I want|I need] [2 SOL|50 USDC|$50] [from|out of] JUP',
    '[2 SOL|50 USDC|$50] from JUP',
    'take 2 SOL from JUP',
    '[get me|give me|I want|I need] 2 SOL for JUP',
    'use [my |]JUP [to get|for] 2 SOL',
    'use 300 JUP [to buy|for] SOL',
    'pay 300 JUP for SOL',
    '[get|get my] 300 JUP [into|to] [SOL|USDC]',
    '[take|put|get] $50 of JUP [into|to] USDC',
    'buy [2 SOL|50 USDC] with [my |]JUP',
    'buy [SOL|USDC] for 300 JUP',
    'swap [SOL|USDC] for 300 JUP',
    'bet 2 SOL against JUP',
  ]))

test('money of a token that becomes money is sold', async () => {
  for (const text of ways(
    '[swap|convert|exchange|trade|turn] [$50|50 dollars] [of |of my |worth of |]JUP [to|into|for] [SOL|USDC]',
  )) {
    const plan = await planOf(text)
    assert.equal(plan.trade_direction, 'sell', text)
  }
  for (const text of ways('[swap|convert|exchange] $50 of [SOL|USDC] [to|into|for] JUP'))
    assert.equal((await planOf(text)).trade_direction, 'buy', text)
})

test('a share that goes into a token is not sold', () =>
  makesNone(['[|invest |put |make it ][40%|half|a third] in JUP', 'all in JUP', '[take|make it] 20% JUP']))

test('what somebody else does, or what was done, is no order', () =>
  makesNone([
    '[my friend|my boss|a friend of mine|my old colleague] [buys|is buying|always buys] 1 SOL of JUP[| every day]',
    '[they|everyone|people] are [buying|selling] 300 JUP',
    'my [brother|wife] sells 300 JUP at $3',
    'I [invested|spent|put] 2 SOL in JUP[| every day]',
    'I [always|usually|often] [buy 1 SOL of JUP|sell 300 JUP at $3]',
    'shall [I|we] [sell 300 JUP|buy 2 SOL of JUP]',
    '[say|lets say|let us say] I [sell 300 JUP|put 2 SOL into JUP every day]',
  ]))

test('all that there is, and what each order spends, are told apart', () =>
  makesNone([
    '[I have|I have got|we have] [6 SOL|100 dollars] [to spend on|for] JUP, buy some every [day|hour]',
    'I have 6 SOL to put in JUP, bit by bit every hour',
    'my budget is 6 SOL, buy JUP every hour[| for a day]',
    'take 6 SOL and buy JUP with it every hour[| for a day]',
    'twap 30 SOL [an|each|per] hour into JUP for 5 hours',
    'buy 1 SOL of JUP, [ten|10|6] times [hourly|every hour]',
    'buy 1 SOL of JUP in 24 [buys|orders] [per|each] day',
    'grid JUP 1-2 [10x0.5 SOL|10x 0.5 SOL|with 10 levels at 0.5 SOL|10 buys and 10 sells 5 SOL]',
  ]))

test('a sum for all of them is no price of each', () =>
  makesNone([
    'buy 300 JUP for [under|less than|at most|no more than|up to] [$600|600 dollars]',
    'sell 300 JUP for [at least|no less than|more than] $600',
    'buy 2 SOL of JUP, [max|maximum] loss [$10|10 dollars]',
    '[buy 1 SOL of JUP|sell 300 JUP] at [500k|2 million|1b]',
    'sell my JUP +20%',
    'buy 2 SOL of JUP, [1% max|at most 1%]',
    'rsi JUP 1h, buy 1 SOL below 30, sell [all|everything] above 70',
    'take 30% of my [profit|profits|gains] on JUP',
  ]))

test('a time that begins it, and a condition, are not passed over', () =>
  makesNone([
    'buy 1 SOL of JUP [daily|every hour][, | ][starting|beginning|first] in 2 hours',
    'buy 1 SOL of JUP every hour [today|during the day|for next week]',
    'buy 2 SOL of JUP once [I|we|you] [confirm|say so|agree]',
    'buy 2 SOL of JUP if it makes sense',
    'buy 1 SOL of JUP [now|right now] and [in an hour|at 1.2|if it drops 10%]',
    'sell my JUP after it hits 3 and [falls|drops|pulls] back 5%',
    'sell 300 JUP at 3 or [in|after] 2 days',
    'buy 1 SOL of JUP at 1.2 [in an hour|and hold an hour]',
  ]))

test('what may be a second order changes nothing', async () => {
  await makesNone(
    ['[then|and|and then|also] sell at [2|$2]', 'sell at 2', '[also|and 2 SOL] at 1'],
    'limit buy 2 SOL of JUP at $1.20',
  )
  await makesNone(['[then|and then] sell', '[also|and also] WIF', 'and also for WIF'], 'buy 1 SOL of JUP')
  await makesNone(
    ['[8 pieces|in 8]', '1 SOL [an hour|every hour|per hour]'],
    'split 6 SOL into JUP over 4 hours',
  )
  await makesNone(
    ['[2|3] [per hour|a day]', '[as|make it a] twap', 'then sell'],
    'buy 0.1 SOL of JUP every hour for 3 days',
  )
  await makesNone(['[close it|risk 0.1 SOL|max loss $5]'], 'buy 1 SOL of JUP, stop loss 8%, take profit 30%')
  await makesNone(['activate at 2', '[once|when] up 10%', 'on WIF too'], 'put a 5% trailing stop on my JUP')
  await makesNone(['by 10'], 'keep 40% of my wallet in JUP')
  await makesNone(['[keep|leave] 40%', 'sell 40% every day'], 'sell 40% of my JUP')
})

test('an amount and a price, a sum and a price, a share in and a share out are told apart', async () => {
  await asks('amount', ['buy JUP [at|@] [0.01|0.5] [SOL|USDC]', 'buy JUP at 0.5 SOL with a 10% stop'])
  await asks('price', ['buy 1 SOL of JUP, [a stop loss|max loss|a max loss] of [10 dollars|$10|10 usd]'])
  await asks('direction', [
    'drop [20%|half] in JUP',
    '[place a |]limit order, 2 SOL of JUP, price $1.80',
    '[place a |]limit order [2 SOL JUP|on JUP, 2 SOL,] at 1.80',
  ])
  await asks('percent', [
    'buy 1 SOL of JUP at [2.1|2.5] [sl 2|tp 3]',
    'buy 1 SOL of JUP, stop 1.7 and take profit 2.6',
  ])
})

test('a condition that is met again and again is no order, and what is used may be all that there is', async () => {
  await makesNone([
    '[whenever|each time|every time|anytime] [JUP|it] [drops|falls|dips] 5%[,|] buy 1 SOL[| of JUP]',
    'buy 1 SOL of JUP [whenever|each time|every time] it [drops|falls|dips] [5%|5 %]',
  ])
  await asks('total_or_each', [
    'buy 1 SOL[| of JUP] [24 times|12 times|24x] over [a day|12 hours]',
    '[use|take|spend] [6 SOL|100 USDC] to buy JUP [every hour|hourly][| for 12 hours]',
  ])
})

test('the answer to what was asked so makes one plan', async () => {
  const bought = await planOf('buy JUP at 0.5 SOL', '0.5 SOL')
  assert.deepEqual(amountIn(bought), { value: 0.5, unit: 'SOL' })
  await makesNone(['2 SOL'], 'buy JUP at 0.5 SOL')
  const sold = await planOf('drop 20% in JUP', 'sell')
  assert.deepEqual([sold.trade_direction, amountIn(sold)], ['sell', { value: 20, unit: 'percent' }])
  const { exits } = await planned('buy 1 SOL of JUP, a stop loss of 10 dollars', '$0.50')
  assert.deepEqual(exits, [{ field: 'stop_loss_percent', price: 0.5 }])
  const put = await planOf('drop 20% in JUP', 'buy', '20% of my SOL')
  assert.equal(put.token_address, bought.token_address)
})

test('beside them the usual words are plans', async () => {
  for (const text of [
    'buy 300 JUP for at most 2 dollars each',
    'my friend told me about JUP, buy 1 SOL of it',
    'swap 300 JUP',
    'use 2 SOL to buy JUP',
    'I have 500 USDC to invest in JUP each week',
    'buy 1 SOL of JUP four times every day',
    'keep 40% of my wallet in JUP',
    'buy 1 SOL of JUP now and sell in an hour',
    'go all in on JUP',
    'drop 2 SOL into JUP',
    '0.5 sol into jup',
    'limit 2 sol jup 1.8',
    'buy 1 SOL of JUP, stop at 10 dollars',
    'buy 1 SOL of JUP, stop loss at $1.50',
    'buy 1 SOL of JUP at $2 with a stop loss of $1.50',
    'buy JUP hourly at 0.1 SOL a time',
    'accumulate JUP at 0.1 SOL an hour',
    'use 2% of my SOL to buy JUP every 8 hours',
    'buy 1 SOL of JUP in 24 orders over a day',
    'buy 3 SOL of JUP @ 1.5 sl 10 tp 30',
    'whenever JUP gets as cheap as $0.5, buy me 30 dollars of it',
  ])
    await planOf(text)
})

test('an amount of counted orders is for all of them or for each', async () => {
  await asks('total_or_each', [
    '[buy 10 SOL of JUP|sell 300 JUP|buy JUP with 10 SOL], [5|five] [orders|trades], [every hour|hourly|daily]',
    '[make |place |]ten [orders|buys] of JUP [every hour|hourly] with [3 SOL|50 USDC]',
    'I want 12 [orders|buys] of JUP over one day[,| with] 6 SOL',
    'ten [buys|orders] of JUP[, 3 SOL| with 3 SOL], one [a day|every hour]',
    'buy JUP [hourly|every hour] over 6 hours for 3 SOL',
    'buy JUP every hour for [a day|three hours], 3 SOL',
    'buy JUP ten times, [an hour apart|every hour], 3 SOL',
    '[invest|put] 70 dollars [in|into] JUP for [a week|ten days][,|] daily',
  ])
  for (const text of ways(
    '[5 buys of 2 SOL of JUP hourly|buy 2 SOL of JUP hourly, 5 orders|dca 2 SOL into JUP, 5 orders, hourly|every hour, 5 times, 2 SOL of JUP]',
  )) {
    const plan = await planOf(text)
    assert.ok(plan.strategy_type === 'dca', text)
    assert.deepEqual([plan.amount_per_order.value, plan.order_count], [2, 5], text)
  }
})

test('so many SOL that are sold at a price are SOL, or so much of what was not named', async () => {
  await asks('token', ['[limit |]sell 10 SOL [at|when it hits|if it gets to] $150'])
  for (const text of [...ways('sell 3 SOL [of|worth of] JUP at $2'), 'when JUP hits $2 sell 3 SOL']) {
    const plan = await planOf(text)
    assert.ok(plan.strategy_type === 'limit' && plan.amount.unit === 'SOL', text)
  }
  const { token_address: sold } = await planOf('sell 3 SOL for USDC at $250')
  assert.equal(sold, SOL_MINT)
})

test('what goes on is not done once', () =>
  asks('interval', ['[please |][keep|keep on|continue|go on] [buying|selling] [10 dollars|100] of JUP']))

test('what is bought of a token without a unit is asked about; what is sold is so many', async () => {
  await asks('amount', [
    '[buy|get|please buy] [100|200|2.5|1,000|10k] of [JUP|WIF]',
    'buy 200 of jup at $0.4',
  ])
  for (const text of ['buy 200 of JUP', 'buy 200 of JUP at $0.5', 'dca 100 of JUP daily'])
    await asks('amount', ['200', 'just 200'], text)
  for (const [reply, unit] of [
    ['200 tokens', 'token'],
    ['the first', 'token'],
    ['$200', 'USD'],
    ['For $200', 'USD'],
    ['the second', 'USD'],
  ]) {
    const plan = await planOf('buy 200 of JUP', reply!)
    assert.ok(plan.strategy_type === 'swap', reply)
    assert.deepEqual([plan.amount.value, plan.amount.unit], [200, unit], reply)
  }
  const { trade_direction: side } = await planOf('sell 200 of JUP')
  assert.equal(side, 'sell')
})

test('a limit order of money says no side by itself', () =>
  asks('direction', [
    '[set a|place a|] limit order [for|,] [0.5 SOL|40 dollars] of WIF at [$0.9|0.9 dollars]',
  ]))

test('what answers a question is of what the question said: of each order, or of all', async () => {
  for (const [first, ...answers] of [
    ['buy JUP over 12 hours, hourly', '3 SOL'],
    ['sell JUP over 12 hours, hourly', '3000 JUP'],
    ['buy JUP daily for a month', '300 USDC spread over the month'],
    ['buy JUP daily for a month', 'my budget is 300 USDC'],
    ['use 300 USDC to buy JUP daily for a month', '300 USDC'],
    ['use 300 USDC to buy JUP daily for a month', 'the total is 300 USDC'],
    ['buy JUP for a month', '300 USDC', 'daily'],
    ['buy JUP in 30 orders', '300 USDC', 'daily'],
  ] as [string, ...string[]][]) {
    const meant = await said(first, ...answers)
    const isSafe = meant.kind !== 'plan' || meant.plan.strategy_type === 'twap'
    assert.ok(isSafe, `${first} // ${answers.join(' // ')}: ${JSON.stringify(meant)}`)
  }
  const { strategy_type: type } = await planOf('buy JUP daily for a month', '10 USDC')
  assert.equal(type, 'dca')
})
