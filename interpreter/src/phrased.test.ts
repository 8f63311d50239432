/** The same parts in another order: facts about an amount, a price, an order or a position after it is named. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SETTING, TOKENS } from '../corpus/judge.ts'
import { interpretText } from './index.ts'

const read = (instruction: string) =>
  interpretText({ instruction, tokenAddress: SETTING, tokens: TOKENS, previousPlan: null })

const SAID: [text: string, goal: string][] = [
  ['$45 is what I want to spend on JUP', 'Buy JUP for $45, once.'],
  ["30 USDC is all I'd like to put into WIF", 'Buy WIF for 30 USDC, once.'],
  ['2 SOL is the amount I want to invest in BONK', 'Buy BONK for 2 SOL, once.'],
  ['What I want to spend on JUP is 45 dollars', 'Buy JUP for $45, once.'],
  ["what we'd like to put into WIF is 3 SOL", 'Buy WIF for 3 SOL, once.'],
  ["I'd like 2,500 Jupiter tokens, bought at market", 'Buy 2,500 JUP, once.'],
  ["what I'd like is 3 SOL of BONK, bought at the market price", 'Buy BONK for 3 SOL, once.'],
  ['1 SOL of WIF, purchased at the current price', 'Buy WIF for 1 SOL, once.'],
  ["I'd like my 300 WIF sold at market", 'Sell 300 WIF for SOL, once.'],
  [
    'buy JUP with 0.3 SOL, averaging me in, each week',
    'Buy JUP for 0.3 SOL every week until stopped or out of funds.',
  ],
  [
    'please average me into BONK with 0.3 SOL every week',
    'Buy BONK for 0.3 SOL every week until stopped or out of funds.',
  ],
  [
    'averaging into WIF, 0.3 SOL every 8 hours',
    'Buy WIF for 0.3 SOL every 8 hours until stopped or out of funds.',
  ],
  [
    'I am holding bonk, take the profit at 50% and cut the loss at 20%',
    'Protect all BONK held against SOL, with a stop loss of 20% and a take profit of 50%.',
  ],
  [
    "I'm sitting on some WIF, stop at 15%, target 40%",
    'Protect all WIF held against SOL, with a stop loss of 15% and a take profit of 40%.',
  ],
  [
    'we are currently holding JUP, sell it if it falls 12%',
    'Protect all JUP held against SOL, with a stop loss of 12%.',
  ],
  [
    'exit all my wif at either $1.20 or $3, whichever comes first',
    'Protect all WIF held against SOL, with a stop loss at $1.2 and a take profit at $3.',
  ],
  [
    'sell my JUP at $0.40 or at $0.90',
    'Protect all JUP held against SOL, with a stop loss at $0.4 and a take profit at $0.9.',
  ],
  [
    'sell all my WIF on either $1 or $4',
    'Protect all WIF held against SOL, with a stop loss at $1 and a take profit at $4.',
  ],
  [
    'buy 2 SOL of WIF with both a 5% stop and a 30% profit target',
    'Buy WIF for 2 SOL, with a stop loss of 5% and a take profit of 30%.',
  ],
  ['rebal jup 50% 4h th 2%', 'Rebalance JUP against SOL to 50% every 4 hours when it is off by 2%.'],
  ['rebalance BONK 40%, thresh 3%', 'Rebalance BONK against SOL to 40% every hour when it is off by 3%.'],
  [
    'rsi 15m 25/75 bonk 0.2 sol',
    'Trade BONK against SOL on RSI(14) of 15m candles: buy below 25 and sell above 75, with 0.2 SOL per trade.',
  ],
  [
    'rsi 1h 75/25 wif 0.3 sol',
    'Trade WIF against SOL on RSI(14) of 1h candles: buy below 25 and sell above 75, with 0.3 SOL per trade.',
  ],
  [
    'keep 15% of my money in bonk, balance again each 2 hours',
    'Rebalance BONK against SOL to 15% every 2 hours when it is off by 5%.',
  ],
  [
    'keep 15% of my money in bonk, rebalance again every 2 hours',
    'Rebalance BONK against SOL to 15% every 2 hours when it is off by 5%.',
  ],
  [
    'constant 50% allocation to bonk, rebalancing every four hours',
    'Rebalance BONK against SOL to 50% every 4 hours when it is off by 5%.',
  ],
  ['a steady 20% weight in WIF', 'Rebalance WIF against SOL to 20% every hour when it is off by 5%.'],
  ['buy 0.35 SOL of JUP, spaced 6 hours, ten in all', 'Buy JUP for 0.35 SOL every 6 hours, 10 times.'],
  [
    'buy 0.35 SOL of JUP, orders spaced by 6 hours',
    'Buy JUP for 0.35 SOL every 6 hours until stopped or out of funds.',
  ],
  [
    'buy 0.06 SOL of jup in each 40 minutes',
    'Buy JUP for 0.06 SOL every 40 minutes until stopped or out of funds.',
  ],
  [
    "$0.44 is the most I'll pay for JUP, buy 1 SOL at that price",
    'Buy JUP for 1 SOL at a limit price of $0.44.',
  ],
  [
    '0.44 dollars is the maximum I would pay for JUP, buy 1 SOL',
    'Buy JUP for 1 SOL at a limit price of $0.44.',
  ],
  [
    "the most I'd pay for JUP is $0.44, buy 1 SOL at that price",
    'Buy JUP for 1 SOL at a limit price of $0.44.',
  ],
  ["$4 is the least I'd accept for WIF, sell 100 WIF", 'Sell 100 WIF for SOL at a limit price of $4.'],
  [
    'leave an order in place to sell all my WIF at $4.50, good for 30 days',
    'Sell all WIF held for SOL at a limit price of $4.5, good for 30 days.',
  ],
  ['keep an order standing to buy 1 SOL of WIF at $1.10', 'Buy WIF for 1 SOL at a limit price of $1.1.'],
  ['have an order waiting to sell 100 WIF at $4', 'Sell 100 WIF for SOL at a limit price of $4.'],
  [
    'queue up a purchase of half a SOL of jupiter at 5% under the market price, valid 8 hours',
    "Buy JUP for 0.5 SOL at a limit price of 5% below today's price, good for 8 hours.",
  ],
  ['line up a sale of 100 WIF at $4', 'Sell 100 WIF for SOL at a limit price of $4.'],
  [
    'limit buy 1 SOL of WIF at $1.20, give it two days to fill',
    'Buy WIF for 1 SOL at a limit price of $1.2, good for 2 days.',
  ],
  [
    'limit buy 1 SOL of WIF at $1.20, allow it 6 hours to execute',
    'Buy WIF for 1 SOL at a limit price of $1.2, good for 6 hours.',
  ],
  [
    'limit buy 1 SOL of WIF at $1.20, it has a day to fill',
    'Buy WIF for 1 SOL at a limit price of $1.2, good for 1 day.',
  ],
  ['trail my wif with a 5% stop', 'Protect all WIF held against SOL, with a trailing stop of 5%.'],
  ['trail JUP by a 4% stop', 'Protect all JUP held against SOL, with a trailing stop of 4%.'],
  [
    'I want the selling of 2 million bonk to be divided in 16 hours, each hour one order',
    'Sell 2,000,000 BONK in total for SOL, in equal slices over 16 hours, one every hour.',
  ],
  [
    'the purchase of 10 SOL of JUP is to be split over 5 hours',
    'Buy JUP for 10 SOL in total, in equal slices over 5 hours, one every 12 minutes 30 seconds.',
  ],
  [
    'buy 150 dollars of JUP on the upward cross of the 10 and 50 day moving averages and sell on the downward one',
    'Trade JUP against SOL on the SMA 10/50 crossover of 1d candles, with $150 per trade.',
  ],
  [
    'hold on to my dogwifhat for 2 more days at most and sell at a 25% profit before that',
    'Protect all WIF held against SOL, with a take profit of 25% and a time limit of 2 days.',
  ],
  ["throw 1 sol at bonk, out when it 2x's", 'Buy BONK for 1 SOL, with a take profit of 100%.'],
  [
    "buy jup with half a sol every other day; if it's up 80% overall, take the profit and finish",
    'Buy JUP for 0.5 SOL every 2 days until stopped or out of funds, with a take profit of 80%.',
  ],
  [
    'average into wif at 100 dollars each week until 1,200 dollars have been spent',
    'Buy WIF for $100 every week until stopped or out of funds, with a budget of $1,200.',
  ],
]
for (const [text, goal] of SAID)
  test(`"${text}" is that plan`, () => {
    const meant = read(text)
    assert.ok(meant.kind === 'plan', JSON.stringify(meant))
    assert.equal(meant.plan.goal, goal)
  })

/** Phrases that look like them and are not: a past action, a second order, a bound of another thing. */
const NEVER = [
  'I bought at market 3 SOL of bonk',
  'I bought at market 3 SOL of bonk, sell it at 0.00005',
  'my friend bought at the market price 2 SOL of JUP',
  'I sold at market my 300 wif',
  'hang on to my BONK, buy 1 SOL',
  "$0.44 is the most I'll pay for JUP, but buy WIF for 1 SOL",
  '20% is the most I want to lose, buy 1 SOL of WIF',
  '2 SOL is the most I want to spend, buy JUP for 0.1 SOL hourly',
  'buy either 1 or 2 sol of wif',
  'buy 2 SOL of either jup or bonk',
  'sell WIF at either 10% or 20%',
  "what I don't want is to spend 2 SOL on WIF",
  'limit sell jup $0.80',
  'limit buy wif $1.30',
]
test('what only looks like it is asked about or refused', () => {
  for (const text of NEVER) assert.notEqual(read(text).kind, 'plan', text)
})

test('what lacks is asked for, and what was said is not', () => {
  const asked = (text: string) => {
    const meant = read(text)
    return meant.kind === 'ask' ? meant.code : meant.kind
  }
  assert.equal(asked('limit buy wif $1.30'), 'amount')
  assert.equal(asked('limit buy wif 40 bucks'), 'price')
  for (const text of [
    'trade 300 jup for me at market',
    'i want to trade 300 jup',
    'i want to do a market order for 300 wif',
    "I'd like a limit order for 300 wif at $2",
  ])
    assert.equal(asked(text), 'direction', text)
  assert.equal(asked('swap 300 jup'), 'plan')
  assert.equal(asked('trade 300 jup for usdc'), 'plan')
  assert.equal(asked('i want 300 wif'), 'plan')
  assert.equal(asked('put limit order for buying BONK with 0.5 SOL'), 'price')
})
