/** Questions: the topic of each, and the result that a plan would have had over which time. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { interpretText } from './index.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const BONK = KNOWN_TOKENS.find((t) => t.symbol === 'BONK')?.mint ?? ''
const aboutOf = (instruction: string) => {
  const meant = interpretText({ instruction, tokenAddress: BONK, tokens: KNOWN_TOKENS, previousPlan: null })
  assert.equal(meant.kind, 'question', `${instruction}: ${JSON.stringify(meant)}`)
  return meant.kind === 'question' ? meant.topic : { about: 'unknown' as const }
}
const pastOf = (instruction: string) => {
  const topic = aboutOf(instruction)
  assert.ok(topic.about === 'history', `${instruction}: ${JSON.stringify(topic)}`)
  return topic
}

test('what was made, what comes next and why it was skipped are told apart', () => {
  for (const [text, about] of [
    ['how much have I made?', 'profit'],
    ['how much money did you make', 'profit'],
    ['what is my pnl', 'profit'],
    ['when is the next order?', 'next_order'],
    ['when will you buy again?', 'next_order'],
    ['why was my order skipped?', 'skipped'],
    ['why did you skip the last one', 'skipped'],
    ['what are my holdings?', 'balances'],
    ['the balance', 'balances'],
    ['my token holdings', 'balances'],
    ['how is my strategy doing', 'strategy'],
  ] as const)
    assert.equal(aboutOf(text).about, about, text)
})

test("one's own trading and the market are told apart, behind whatever filler", () => {
  for (const [text, about] of [
    ['is wif pumping today?', 'trend'],
    ['how did wif do in the last 24h', 'trend'],
    ['jup down today?', 'trend'],
    ['whats jup doing', 'trend'],
    ['is it up or down today?', 'trend'],
    ['should i buy more wif?', 'advice'],
    ['Is it a good moment to buy, in your opinion?', 'advice'],
    ['total fees so far?', 'fees'],
    ['and the fees over all agents?', 'fees'],
    ['did my limit fill yet', 'orders'],
    ['good morning, how many orders were filled?', 'orders'],
    ['how much is left to sell?', 'orders'],
    ['show me the last trades', 'trades'],
    ['What did it buy last?', 'trades'],
    ['wtf why am i losing money', 'why'],
    ['why hasnt it bought anything', 'why'],
    ['worst case on that?', 'risk'],
    ['what do i lose if it goes wrong?', 'risk'],
    ['at what price would it stop?', 'exits'],
    ["what's my target price in dollars?", 'exits'],
    ['so at which price do i get out?', 'exits'],
    ['where is my stop?', 'exits'],
    ['what happens if it drops under 0.7', 'below_range'],
    ['what happens if wif falls below my grid?', 'below_range'],
    ['how does rsi work again', 'explain'],
    ['uhm what does that mean exactly, rebalance?', 'explain'],
    ['which agent made more', 'profit'],
    ['is it still paused?', 'strategy'],
    ['whats in wallet 2', 'balances'],
    ['how much jup do i even have', 'balances'],
    ['whats my slippage set to', 'settings'],
    ['wtf is bonk at now', 'price'],
    ['Before I answer, how much fees did I pay', 'fees'],
  ] as const)
    assert.equal(aboutOf(text).about, about, text)
})

test('an instruction, a change or an answer in similar words is no such question', () => {
  for (const instruction of [
    'buy 1 SOL of BONK with low fees',
    'stop at 0.7',
    'max loss',
    'sell if it drops below 0.7',
    'keep 30% BONK',
    'rsi 1h with 0.1 SOL per trade',
    'a limit order',
  ]) {
    const meant = interpretText({ instruction, tokenAddress: BONK, tokens: KNOWN_TOKENS, previousPlan: null })
    assert.ok(meant.kind !== 'question' || meant.topic.about === 'unknown', instruction)
  }
})

test('a token that is not named is that of the plan shown, which may be asked about over a past time', () => {
  const tokens = KNOWN_TOKENS
  const before = interpretText({
    instruction: 'buy 1 SOL of WIF',
    tokenAddress: BONK,
    tokens,
    previousPlan: null,
  })
  assert.ok(before.kind === 'plan')
  const ask = (instruction: string) => {
    const meant = interpretText({ instruction, tokenAddress: BONK, tokens, previousPlan: before.plan })
    assert.ok(meant.kind === 'question', instruction)
    return meant.topic
  }
  const mints = [before.plan.token_address]
  assert.deepEqual(ask('is it up or down today?'), { about: 'trend', mints })
  assert.deepEqual(ask('what is it now?'), { about: 'price', mints })
  const past = ask('what would that have made last month')
  assert.ok(past.about === 'history' && past.seconds === 30 * DAY)
  assert.deepEqual(past.plan, before.plan)
})

test('a token named SEND has a price; keys and transfers stay refused', () => {
  const tokens = [...KNOWN_TOKENS, { symbol: 'SEND', mint: BONK, decimals: 6 }]
  const readKind = (instruction: string) =>
    interpretText({ instruction, tokenAddress: BONK, tokens, previousPlan: null }).kind
  assert.equal(readKind('whats SEND trading at'), 'question')
  assert.notEqual(readKind('what is the private key'), 'question')
})

test('what a plan would have made is asked of the plan, over the time that is said', () => {
  for (const [text, type, seconds] of [
    ['what would 0.1 SOL daily have made last month?', 'dca', 30 * DAY],
    ['what would 0.1 SOL hourly have made in the last 12 hours?', 'dca', 12 * HOUR],
    ['how much would 0.1 SOL every hour have earned over the past 3 days', 'dca', 3 * DAY],
    ['What would buying 1 SOL of BONK have returned over the last two weeks?', 'swap', 14 * DAY],
    ['how much would I have made if I had bought 1 SOL last week', 'swap', 7 * DAY],
    ['if i had bought 1 SOL with a 10% stop loss last year what would i have made', 'bracket', 365 * DAY],
    ['what would rsi 1h with 0.1 SOL per trade have made last month?', 'rsi', 30 * DAY],
  ] as const) {
    const past = pastOf(text)
    assert.deepEqual([past.plan.strategy_type, past.seconds], [type, seconds], text)
  }
})

test('a time that is not said is assumed, and one that is not understood makes no answer', () => {
  const said = pastOf('what would 0.1 SOL daily have made last month')
  const unsaid = pastOf('what would 0.1 SOL daily have made')
  assert.deepEqual(unsaid.assumptions, [...said.assumptions, 'Over the last 30 days.'])
  for (const text of [
    'what would 0.1 SOL daily have made in the last 99999999999 days',
    'what would 0.1 SOL daily have made since January',
    'what would 0.1 SOL daily have made over the last 3 moons',
    'what would not buying 0.1 SOL daily have made last month',
  ])
    assert.equal(aboutOf(text).about, 'unknown', text)
})

test('prices against that of the beginning, and exits at a price, come with the plan', () => {
  assert.deepEqual(pastOf('what would buying 1 SOL 10% below the price have made last week?').relative, [
    { field: 'limit_price_usd', percent: -10 },
  ])
  const exits = pastOf('what would buying 1 SOL with a stop at $0.00001 have made last week?').exits
  assert.deepEqual(
    exits?.map(({ field, price }) => [field, Number(price)]),
    [['stop_loss_percent', 0.00001]],
  )
})
