/** Remarks beside an order change nothing of it, and a bound is never taken for a courtesy or a reason. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { converse, judge, type Line, SETTING, TOKENS } from '../corpus/judge.ts'
import { interpretText } from './index.ts'
import { propertyRuns } from '../../server/src/test/property-runs.ts'

const read = (instruction: string) =>
  interpretText({ instruction, tokenAddress: SETTING, tokens: TOKENS, previousPlan: null })
const planOf = (text: string) => {
  const meant = read(text)
  return meant.kind === 'plan' ? meant.plan : meant
}
const ORDERS = [
  'buy 1 SOL of JUP',
  'sell half of my WIF at $3',
  'buy 0.1 SOL of BONK every hour for 3 days',
  'buy 2 SOL of WIF with a stop loss of 10%',
]
const BEFORE = [
  'I was wondering whether you could',
  'Would it be possible to',
  'If that is all right with you, please',
  "I'd be very grateful if you could",
  'When you have a moment,',
  'Do you think you could',
  'Sorry to bother you again, but please',
  "I hope you're doing well.",
  'Thank you for your help yesterday!',
  "I'm rather new to this, so please",
  "I don't understand charts very well, but",
  'As I need the money for my rent,',
  "I have to pay for my daughter's wedding, so",
  'Because I think it will go up in the long run,',
  'My wife and I would like to',
  "As I can't sit at my desk all day,",
  "I've thought about it for a long time, so",
  'As the market looks shaky to me,',
  'On second thoughts,',
]
const AFTER = [
  ', if you do not mind',
  ' when you get a chance',
  '. That would be lovely',
  '. Thanks a million!',
  ', just to be on the safe side',
  '. Best wishes, Anna',
  ", as I'd like to sleep better",
  ', because I need some money for a new car',
]

test('how it is asked, and why, changes nothing of an order', () => {
  for (const order of ORDERS) {
    const alone = planOf(order)
    for (const text of [...BEFORE.map((one) => `${one} ${order}`), ...AFTER.map((one) => order + one)])
      assert.deepEqual(planOf(text), alone, text)
  }
})

test('a figure, a condition, a time or a no in the place of a courtesy or a reason is asked about', () => {
  for (const beside of [
    'if it is fine',
    'if you like the chart',
    "if you think it's a good idea",
    'when the time is right',
    'when I get paid',
    'when you have a moment tomorrow',
    'as soon as I have the money',
    'as long as it is cheap',
    'as it gets cheap',
    'because I think it will go up to $2',
    'because I think it goes up at night',
    'as I need the money by friday',
    'as I need the money for rent quarterly',
    'as I need the money for sunrise',
    'I like it only on weekends',
    'after the market calms down',
    'until I need the money',
    'but I am not sure',
    'Best wishes, Pepe',
  ])
    assert.notEqual(read(`buy 1 SOL of JUP, ${beside}`).kind, 'plan', beside)
})

test('a remark names what is meant, and never says which way', () => {
  for (const text of ['I like BONK. All of it', 'I like BONK, 1 SOL', 'WIF will crash. Buy 1 SOL'])
    assert.notEqual(read(text).kind, 'plan', text)
  const meant = read('I really like JUP, so please buy 1 SOL of it')
  assert.ok(meant.kind === 'plan' && meant.plan.goal.startsWith('Buy JUP for 1 SOL'))
})

test('why a total is divided is said of what is divided alone', () => {
  const divided = 'TWAP 10 SOL into JUP over 3 hours'
  for (const why of ["so that the price doesn't move", 'without moving the market'])
    assert.deepEqual(planOf(`${divided}, ${why}`), planOf(divided), why)
  for (const other of ['buy 1 SOL of JUP', 'grid JUP 1 to 2, 10 levels, 3 SOL'])
    assert.notEqual(read(`${other} without moving the market`).kind, 'plan', other)
})

test('an order that is put as a question of politeness is none; one that asks is', () => {
  for (const text of [
    'Would it be possible to buy 1 SOL of JUP?',
    'Would you mind buying 1 SOL of JUP when you have a moment?',
    'Could I trouble you to buy 1 SOL of JUP?',
  ])
    assert.equal(read(text).kind, 'plan', text)
  for (const text of [
    'Would it be wise to buy 1 SOL of JUP?',
    'May I ask how much profit I have made?',
    'Would you be able to tell me what my balance is?',
    'Do you think I should buy 1 SOL of JUP?',
  ])
    assert.equal(read(text).kind, 'question', text)
})

/** Sentences of other people, every eleventh: each with a courtesy or a reason before it, and one after it. */
const LINES = ['building', 'apart', 'apart-fresh']
  .flatMap((file) =>
    readFileSync(new URL(`../corpus/${file}.jsonl`, import.meta.url), 'utf8')
      .trim()
      .split('\n'),
  )
  .map((text) => JSON.parse(text) as Line)
  // A text in capitals, or with a courtesy of its own, would be another sentence.
  .filter(({ say, after, want }, i) => i % 11 === 0 && !after && want.strategy_type && /[a-z]/.test(say))

test('on sentences of other people a courtesy changes no plan, and costs hardly any', async () => {
  let read = 0
  let tried = 0
  for (const [i, line] of LINES.entries()) {
    if (judge(await converse(interpretText, line), line) !== 'right') continue
    const say = line.say.replace(/[.!\s]+$/, '')
    const [before, after] = [BEFORE[i % BEFORE.length] ?? '', AFTER[i % AFTER.length] ?? '']
    const small = /[.!]$/.test(before) ? say : `${say.slice(0, 1).toLowerCase()}${say.slice(1)}`
    for (const text of [`${before} ${small}`, say + after]) {
      const verdict = judge(await converse(interpretText, { ...line, say: text }), line)
      assert.notEqual(verdict, 'dangerous', text)
      tried++
      if (verdict === 'right') read++
    }
  }
  assert.ok(tried > 400 && read >= 0.97 * tried, `${read} of ${tried}`)
})

/** Words that bind an order, in any place. */
const BINDING = [
  ['only if it rains', 'plan'],
  ['at $3', 'price'],
  ['not today', 'plan'],
  ['every week', 'pace'],
  ['for 4 days', 'time'],
  ['of WIF', 'token'],
  ['7 SOL', 'amount'],
  ['with a stop loss of 8%', 'stop'],
] as const

test('courtesies and reasons in any number and order change nothing, and hide nothing that binds', () => {
  const order = 'buy 0.3 SOL of JUP'
  const alone = planOf(order)
  const joined = BEFORE.filter((one) => /[.!,]$|so$|but$|please$/.test(one))
  const some = fc.shuffledSubarray(joined, { minLength: 0, maxLength: 2 })
  const behind = fc.shuffledSubarray(AFTER, { minLength: 0, maxLength: 1 })
  fc.assert(
    fc.property(some, behind, fc.option(fc.constantFrom(...BINDING)), (before, after, binding) => {
      const said = binding ? `${order} ${binding[0]}` : order
      const text = [...before, said].join(' ') + after.join('')
      const meant = planOf(text)
      const bound = binding ? planOf(said) : alone
      // Asked about, or the plan of the order without the rest of the text.
      if ('strategy_type' in meant) assert.deepEqual(meant, bound, text)
    }),
    { numRuns: propertyRuns(400) },
  )
})
