/** Slips of the thumb, short forms, and remarks beside an order: those that are read over, and those that are not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { interpretText } from './index.ts'

const say = (instruction: string) =>
  interpretText({ instruction, tokenAddress: null, tokens: KNOWN_TOKENS, previousPlan: null })
const planOf = (instruction: string) => {
  const got = say(instruction)
  assert.equal(got.kind, 'plan', `${instruction}: ${JSON.stringify(got)}`)
  return got.kind === 'plan' ? (got.plan as Record<string, unknown>) : {}
}
const asksAbout = (instruction: string, words: string) => {
  const got = say(instruction)
  assert.equal(got.kind, 'ask', `${instruction}: ${JSON.stringify(got)}`)
  assert.ok(got.kind === 'ask' && got.question.includes(`"${words}"`), JSON.stringify(got))
}

test('words with a slip or two are read as they were meant', () => {
  for (const text of [
    'buy 0.1 sol of wif evrey 2 huors',
    'byu 0.1 sol of wif every 2 horus',
    'buy 0.1 sol fo wif every 2 hours pleas',
  ])
    assert.equal(planOf(text).interval_seconds, 7_200, text)
  assert.equal(planOf('buy 1 sol of wif, trialing stop 8%').trailing_stop_percent, 8)
  assert.equal(planOf('grid wif form $1 to $2, 10 levles, 3 sol').lower_price_usd, 1)
})

test('a word of English means what it says, however near it is to another', () => {
  asksAbout('burying 1 sol of wif', 'burying')
  asksAbout('buy 1 sol of wif, spelling at $2', 'spelling')
})

test('what is nearly a token is asked about, with that token as a choice', () => {
  for (const [typed, meant] of [
    ['jupitr', 'JUP'],
    ['bnok', 'BONK'],
  ] as const) {
    const got = say(`buy 1 sol of ${typed}`)
    assert.ok(got.kind === 'ask' && got.code === 'token')
    assert.deepEqual(got.choices, [{ label: `I mean ${meant}`, reply: meant }])
  }
  const far = say('buy 1 sol of bonfire')
  assert.ok(far.kind === 'ask')
  assert.deepEqual(far.choices ?? [], [])
})

test('short forms are read: q4h, 4 for for, 1st, decimals with a comma', () => {
  assert.equal(planOf('bonk dca .1 sol q4h').interval_seconds, 14_400)
  assert.equal(planOf('sell 400 jup 4 me').strategy_type, 'swap')
  assert.equal(planOf('buy .1 sol of wif every hr 4 2 days').duration_days, 2)
  assert.equal(planOf('limit buy jup for 100 usdc at 0,62, valid 24 hours').limit_price_usd, 0.62)
})

test('one amount may be said of both sides, two are asked about', () => {
  const text = (sold: string) =>
    `buy 0.1 sol of wif when the 1h rsi is under 30 and sell ${sold} sol when it is above 70`
  assert.deepEqual(planOf(text('0.1')).amount_per_trade, { value: 0.1, unit: 'SOL' })
  assert.equal(say(text('0.2')).kind, 'ask')
})

test('a remark in a clause of its own changes nothing', () => {
  for (const remark of [
    'I just got my bonus, so please ',
    'My brother swears by it, so ',
    'This is for my retirement: ',
    "I'm travelling soon, so please ",
    "I don't have time to watch the charts. Could you ",
  ])
    assert.equal(planOf(`${remark}buy 1 sol of wif`).strategy_type, 'swap', remark)
})

test('what only looks like a remark is asked about', () => {
  for (const text of [
    'buy 2 sol of the coin everyone talks about',
    'buy 1 sol of wif. It depends on my mood',
    'buy 1 sol of wif. I repeat it at sunrise',
    'I rescind. Buy 1 sol of wif',
    'buy 1 sol of wif for my brother swears by bonk',
    'in case it crashes sell all my wif',
  ])
    assert.notEqual(say(text).kind, 'plan', text)
})
