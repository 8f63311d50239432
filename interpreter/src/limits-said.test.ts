/** Limits in every order of their words; one that may be a budget or a price is asked about. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SETTING, TOKENS } from '../corpus/judge.ts'
import { interpretText } from './index.ts'

const read = (instruction: string) =>
  interpretText({ instruction, tokenAddress: SETTING, tokens: TOKENS, previousPlan: null })
const planOf = (text: string) => {
  const meant = read(text)
  return meant.kind === 'plan' ? { ...meant.plan, goal: '' } : meant
}

const VERBS = ['keep', 'hold', 'set', 'limit', 'cap', 'allow', 'accept', 'tolerate', 'permit', 'restrict']
const LEADS = [', ', ' and ', ', and please ', ', but please ', '. Please ', ', i ', ', you can ']
const ORDER = 'buy 0.2 SOL of JUP every hour'

test('a limit that is set by a verb is the limit itself', () => {
  const limits: [said: string, plain: string][] = [
    ['the slippage under 0.8 percent', 'max slippage 0.8%'],
    ['a maximum slippage of 2%', 'max slippage 2%'],
    ['slippage at 30 bps', 'max slippage 0.3%'],
    ['the drawdown below 12%', 'max drawdown 12%'],
    ['the daily loss under 3 SOL', 'daily loss limit 3 SOL'],
  ]
  for (const [said, plain] of limits) {
    const alone = planOf(`${ORDER}, ${plain}`)
    assert.ok('strategy_type' in alone, plain)
    for (const verb of VERBS)
      for (const lead of LEADS)
        assert.deepEqual(planOf(`${ORDER}${lead}${verb} ${said}`), alone, `${lead}${verb} ${said}`)
  }
})

test('a total that orders may spend is their budget, however its end is said', () => {
  const alone = planOf(`${ORDER}, budget 3 SOL`)
  for (const end of [
    'until 3 SOL are used up',
    'until 3 SOL have been spent',
    'until 3 SOL have gone in',
    'up to a total spending of 3 SOL',
    'at most a total investment of 3 SOL',
    'max 3 SOL',
    'cap 3 SOL',
  ])
    assert.deepEqual(planOf(`${ORDER}, ${end}`), alone, end)
})

test('a cap in dollars beside orders in dollars is asked about, and either answer is taken', () => {
  const order = 'buy $5 of WIF every 15 minutes, cap $200'
  const asked = read(order)
  assert.ok(asked.kind === 'ask' && asked.choices?.length === 2, JSON.stringify(asked))
  const answers = asked.choices.map(({ reply }) =>
    interpretText({
      instruction: reply,
      tokenAddress: SETTING,
      tokens: TOKENS,
      previousPlan: null,
      pending: { instruction: asked.merged ?? order, code: asked.code ?? 'other' },
    }),
  )
  const [budget, price] = answers.map((one) => (one.kind === 'plan' ? one.plan : one))
  assert.ok(budget && 'risk' in budget, JSON.stringify(budget))
  assert.deepEqual(budget.risk, { max_spend: { value: 200, unit: 'USD' } })
  assert.ok(price && 'max_price_usd' in price && price.max_price_usd === 200, JSON.stringify(price))
  // Below a single order's amount it can only be the price.
  const bound = read('buy $50 of WIF every week, max $2')
  assert.ok(bound.kind === 'plan' && 'max_price_usd' in bound.plan && bound.plan.max_price_usd === 2)
})

test('an ask is no sale, and a share that is a target no profit', () => {
  for (const text of [
    "I'd like to ask for this: 25 USDC of JUP every 12 hours",
    'may I ask for 1 SOL of JUP',
  ])
    assert.ok(!JSON.stringify(read(text)).includes('"sell"'), text)
  const shown = read('keep 10% of my wallet in BONK')
  assert.ok(shown.kind === 'plan')
  for (const text of ['set the target at 20%', 'move my target to 20%', 'the target is 20%']) {
    const meant = interpretText({
      instruction: text,
      tokenAddress: SETTING,
      tokens: TOKENS,
      previousPlan: shown.plan,
    })
    assert.ok(meant.kind === 'plan' && meant.plan.strategy_type === 'rebalance', text)
    assert.deepEqual([meant.plan.target_percent, meant.plan.risk], [20, undefined], text)
  }
})
