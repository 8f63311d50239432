/** The duration of a total: in whatever words, no order gets the whole of it again and again. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SETTING, TOKENS } from '../corpus/judge.ts'
import { interpretText } from './index.ts'

const read = (
  instruction: string,
  previousPlan: Parameters<typeof interpretText>[0]['previousPlan'] = null,
) => interpretText({ instruction, tokenAddress: SETTING, tokens: TOKENS, previousPlan })

const LEADS = ['take', 'use', 'spend', 'you have', 'i give you', 'you can take', 'allow yourself']
const DEEDS = ['buy 40 sol worth of jup', 'acquire 40 sol of jup', 'sell 4000 jup', 'put 40 sol into jup']
const PACES = [', once every hour', ', every hour', ', one order an hour', ', an order every hour']

test('what takes two days in all is divided, or asked about, in every order of the words', () => {
  for (const deed of DEEDS)
    for (const pace of [...PACES, ' every hour', ' hourly'])
      for (const text of [
        ...LEADS.map((lead) => `${lead} two days to ${deed}${pace}`),
        ...['over', 'within', 'in', 'during the next'].map((lead) => `${deed} ${lead} two days${pace}`),
        `${deed}, taking two days over it${pace}`,
        `${deed}, finish in two days${pace}`,
      ]) {
        const meant = read(text)
        const isSafe = meant.kind !== 'plan' || meant.plan.strategy_type === 'twap'
        assert.ok(isSafe, `${text}: ${JSON.stringify(meant)}`)
      }
})

test('an amount with its own rate, or said to last so long, is still for each order', () => {
  for (const text of [
    '0.2 SOL of jup every hour for 3 days',
    'buy 0.2 sol of jup hourly over the next 3 days',
  ]) {
    const meant = read(text)
    assert.ok(meant.kind === 'plan' && meant.plan.strategy_type === 'dca', text)
  }
})

test('an amount that does not stand with the pace of orders that end is asked about: in all, or for each?', () => {
  const ends = ['for a month', 'over ten days', '10 days', 'for 12 weeks']
  const paces = [
    'with daily buys',
    'in daily buys',
    'with a buy every day',
    ', one buy a day',
    ', a purchase per day',
  ]
  const asked = (text: string) => {
    const meant = read(text)
    const isSafe = meant.kind === 'ask' || (meant.kind === 'plan' && meant.plan.strategy_type === 'twap')
    assert.ok(isSafe, `${text}: ${JSON.stringify(meant)}`)
  }
  for (const end of ends) {
    for (const pace of paces)
      for (const amount of ['spend 300 usdc on jup', 'buy 300 usdc of jup', 'put 300 dollars into jup'])
        asked(`${amount} ${pace} ${end}`.replace(' ,', ','))
    for (const amount of ['for 200 dollars', ', 200 dollars', 'with 2 SOL', 'using 2 SOL'])
      asked(`please buy jup daily ${end} ${amount}`.replace(' ,', ','))
  }
  for (const text of [
    'buy jup every day for a month, use 300 usdc',
    'buy jup every day for a month and spend 300 usdc',
    'buy bonk in 10 orders, 300 usdc, every day',
    'make 10 purchases of bonk, 300 usdc, daily',
    'dca 500 usdc into jup in 10 buys, daily',
    'spend 300 usdc on jup by buying every day for 30 days',
    'build a 300 usdc position in jup, buying daily for a month',
    'with 300 usdc, buy jup daily for a month',
    '20 orders of jup every hour, use 2 sol',
    'ten buys of jup hourly, spend 50 usdc',
  ])
    asked(text)
  // Beside its pace, it is the amount of each.
  for (const text of [
    'every day for two weeks sell 150 jup',
    'buy 0.2 sol of bonk gradually every hour for 3 days',
    'buy 10 usdc of jup below $1 every day for a month',
    'buy 10 usdc of jup with 1% slippage every day for a month',
    'for one month buy every day 10 usdc of jup',
    'could you buy 6 dollars of jup for me every day for a month',
    '20 usdc of jup daily x 14',
    'weekly buys of 100 USDC in BONK for 90 days',
    'buy 0.05 sol of bonk 6 times, an hour apart',
    '6x 0.25 sol into wif, one every 4h',
  ]) {
    const meant = read(text)
    assert.ok(
      meant.kind === 'plan' && meant.plan.strategy_type === 'dca',
      `${text}: ${JSON.stringify(meant)}`,
    )
  }
})

test('a bare time that follows a plan never takes the place of another time, nor makes another plan of it', () => {
  const shown: [plan: string, field: string][] = [
    ['dca 10 usdc into jup daily for 3 days', 'duration_days'],
    ['twap 10 sol into jup over 5 hours every 10 minutes', 'total_duration_seconds'],
    ['limit buy 1 sol of jup at 0.5 valid for 3 days', 'expires_in_seconds'],
    ['buy 1 sol of wif, stop loss 5%, out after 2 hours', 'time_limit_seconds'],
  ]
  for (const [text, field] of shown) {
    const before = read(text)
    assert.ok(before.kind === 'plan', text)
    for (const said of [
      'change that to a week',
      'make it a week',
      'a week instead',
      'no, a week',
      'one week',
    ]) {
      const meant = read(said, before.plan)
      if (meant.kind !== 'plan') continue
      assert.equal(meant.plan.strategy_type, before.plan.strategy_type, `${text} // ${said}`)
      assert.deepEqual(
        meant.changes?.map((one) => one.field),
        [field],
        `${text} // ${said}`,
      )
    }
  }
})
