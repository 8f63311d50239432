/** A question about a change of the plan shown changes nothing; 'yes' to it does. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountIn } from './follow-up/standing.ts'
import { converse, judge, SETTING, TOKENS } from '../corpus/judge.ts'
import { interpretText } from './index.ts'

const said = (...texts: string[]) =>
  converse(interpretText, { say: texts.at(-1) ?? '', after: texts.slice(0, -1), want: {} })
/** Every wording of a sentence with parts in brackets. */
const ways = (sentence: string): string[] => {
  const part = /\[([^\]]*)\]/.exec(sentence)
  if (!part) return [sentence]
  return (part[1] ?? '').split('|').flatMap((one) => ways(sentence.replace(part[0], one)))
}
async function asks(after: string, ...family: string[]) {
  for (const text of family.flatMap(ways)) {
    const meant = await said(after, text)
    const isAsked = meant.kind === 'ask' && meant.question.startsWith('Should I change it?')
    assert.ok(isAsked, `${after} // ${text}: ${JSON.stringify(meant)}`)
  }
}
async function plans(after: string, ...family: string[]) {
  for (const text of family.flatMap(ways)) {
    const meant = await said(after, text)
    assert.ok(meant.kind === 'plan' && meant.changes, `${after} // ${text}: ${JSON.stringify(meant)}`)
  }
}
async function planOf(...texts: string[]) {
  const meant = await said(...texts)
  assert.ok(meant.kind === 'plan', `${texts.join(' // ')}: ${JSON.stringify(meant)}`)
  return meant.plan
}
const DAILY = 'buy 0.3 SOL of WIF every day'

test('what is asked of a figure, whether it would be better, changes nothing', async () => {
  await asks(
    DAILY,
    "[would|wouldn't|might|could] [every week|every 3 days|2 SOL] be [better|ok|enough|a good idea|too much][|?]",
    '[|hmm, |ok so ]would [weekly|50 dollars] make more sense?',
    '[is|does] [every week better|every week make more sense]?',
    'would it be [better|smarter] [every week|with 2 SOL]?',
    '[do you think|I wonder whether|wondering if] every week is better',
    'would [JUP|a 12% stop loss] be better?',
  )
  await asks('grid JUP from 1 to 2 dollars, 10 levels, 3 SOL', 'would [15|20] levels be better')
  await asks('buy 1 SOL of WIF at $1.40', 'would $1.30 be better?', 'should the price be $1.30?')
})

test('whether it may be changed, and whether it should be, changes nothing', () =>
  asks(
    DAILY,
    '[|hmm, |ok so ]is it [ok|fine|better|too late] to [make it 2 SOL|change it to every week][|?]',
    'shall we [make it 2 SOL|change it to every week]?',
    'should it be [2 SOL|every week]?',
    'should it be [2 SOL|every week] instead',
    "[why not|why don't we] make it 2 SOL?",
    'make it [2 SOL|weekly], [would that be better|is that ok]?',
    '[make it |]every week?',
  ))

test("'yes' changes it, and nothing else does", async () => {
  for (const question of [
    'shall we make it 2 SOL?',
    'should it be 2 SOL?',
    'would 2 SOL be better',
    'is 2 SOL better?',
  ])
    for (const yes of ['yes', 'yes please', 'do it']) {
      const plan = await planOf(DAILY, question, yes)
      assert.deepEqual([plan.strategy_type, amountIn(plan)], ['dca', { value: 2, unit: 'SOL' }], question)
    }
  for (const other of ['no', 'hmm', 'not now'])
    assert.notEqual((await said(DAILY, 'shall we make it 2 SOL?', other)).kind, 'plan', other)
})

test('what is asked of the agent, politely, or proposed with a figure alone is a change', () =>
  plans(
    DAILY,
    '[could|can|would] you make it [2 SOL|weekly]?',
    '[can we|could we|would it be ok to] make it 2 SOL, please?',
    'would it be possible to make it weekly?',
    '[can|could] we [make it 2 SOL|change it to every week|use 2 SOL instead][|?]',
    'can we add a 12% stop loss?',
    '[could|can|may] it be [2 SOL|every week][|?| instead]',
    '[how about|what about|ok, what about] [every week|2 SOL][|?]',
    '[how about|what about] [2 SOL|every week] instead?',
    'make it [2 SOL|weekly], [ok|alright]?',
    '[every week|2 SOL] would be [better|nice]',
  ))

test('other questions beside a plan are answered as ever', async () => {
  for (const [text, about] of [
    ['what is the price of JUP?', 'price'],
    ['do I have 2 SOL?', 'balances'],
    ['will I lose 2 SOL?', 'unknown'],

    ['is 0.3 SOL too much?', 'unknown'],
  ] as const) {
    const meant = await said(DAILY, text)
    assert.ok(meant.kind === 'question' && meant.topic.about === about, `${text}: ${JSON.stringify(meant)}`)
  }
})

test('each word of the question is marked where it stands', () => {
  const request = { tokenAddress: SETTING, tokens: TOKENS }
  const shown = interpretText({ ...request, instruction: DAILY, previousPlan: null, pending: null })
  assert.ok(shown.kind === 'plan')
  for (const instruction of [
    'would every week be better?',
    'what about 2 SOL instead?',
    'can we make it 2 SOL?',
  ]) {
    const meant = interpretText({ ...request, instruction, previousPlan: shown.plan, pending: null })
    assert.ok('reading' in meant && meant.reading, instruction)
    const left = meant.reading.reduce(
      (text, { from, to }) => text.slice(0, from) + ' '.repeat(to - from) + text.slice(to),
      instruction,
    )
    assert.doesNotMatch(left, /[\p{L}\p{N}]/u, instruction)
  }
})

test('a price against the market that a change leaves alone is right', async () => {
  const line = {
    after: ['buy 1 SOL of WIF when it falls 8%'],
    say: 'make it 1.5 SOL',
    want: {
      strategy_type: 'limit',
      trade_direction: 'buy',
      token: 'WIF',
      amount: { value: 1.5, unit: 'SOL' },
      relative: { limit_price_usd: -8 },
    },
  }
  assert.equal(judge(await converse(interpretText, line), line), 'right')
  const other = { ...line, say: 'make it 1.5 SOL at $1.20' }
  assert.equal(judge(await converse(interpretText, other), other), 'dangerous')
})
