/** A change that names what it replaces: the same as without that, if the plan has it; otherwise nothing is changed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { converse } from '../corpus/judge.ts'
import { interpretText } from './index.ts'

const say = (before: string, text: string) =>
  converse(interpretText, { say: text, after: [before], setting: null, want: {} })
const planOf = async (before: string, text: string) => {
  const meant = await say(before, text)
  return meant.kind === 'plan' ? meant.plan : undefined
}

/** A plan, several phrases for the value of a field, and other possible values. */
const FIELDS: { plan: string; old: string[]; others: string[]; wrong: string[] }[] = [
  {
    plan: 'buy 1 SOL of BONK every hour',
    old: ['1 SOL', '1'],
    others: ['2 SOL', '0.25 SOL', '30 USDC'],
    wrong: ['3 SOL', '7', 'JUP', 'weekly'],
  },
  {
    plan: 'buy 1 SOL of BONK every hour',
    old: ['hourly', 'every hour', 'each hour'],
    others: ['daily', 'every 2 hours', 'weekly'],
    wrong: ['every minute', '5 SOL', 'monthly'],
  },
  {
    plan: 'sell half of my JUP',
    old: ['half', '50%', 'half of it'],
    others: ['all of it', 'a quarter', '30%'],
    wrong: ['a third', '2 SOL'],
  },
  {
    plan: 'buy 2 SOL of WIF with a stop loss of 10%',
    old: ['10%', 'a stop loss of 10%'],
    others: ['stop loss 15%', 'a 20% stop loss'],
    wrong: ['12%', 'take profit 30%', '3 SOL'],
  },
  {
    plan: 'twap 6 SOL into JUP over 4 hours',
    old: ['4 hours', 'four hours'],
    others: ['over 8 hours', 'over a day'],
    wrong: ['5 hours', '6 SOL'],
  },
  { plan: 'buy 2 SOL of WIF', old: ['WIF'], others: ['JUP', 'BONK'], wrong: ['USDC', 'JUPX'] },
]
const WAYS: ((now: string, old: string) => string)[] = [
  (now, old) => `${now}, not ${old}`,
  (now, old) => `make it ${now}, not ${old}`,
  (now, old) => `${now} instead of ${old}`,
  (now, old) => `use ${now} rather than ${old}, please`,
  (now, old) => `not ${old} but ${now}`,
  (now, old) => `instead of ${old}, ${now}`,
]

test('what a change is instead of changes nothing of it, in every order', async () => {
  for (const { plan, old, others } of FIELDS)
    for (const now of others) {
      const alone = await planOf(plan, `make it ${now}`)
      assert.ok(alone, `${plan} // ${now}`)
      for (const way of WAYS)
        for (const was of old) {
          const text = way(now, was)
          assert.deepEqual(await planOf(plan, text), alone, `${plan} // ${text}`)
        }
      for (const no of ['no, ', 'Oops, ', 'nope - ', 'no, sorry, make it '])
        assert.deepEqual(await planOf(plan, no + now), alone, `${plan} // ${no}${now}`)
    }
})

test('what the plan does not say, and what is not replaced, is never silently dropped', async () => {
  for (const { plan, others, wrong } of FIELDS)
    for (const now of others)
      for (const was of wrong)
        for (const way of WAYS) {
          const text = way(now, was)
          assert.equal(await planOf(plan, text), undefined, `${plan} // ${text}`)
        }
})

test('a no without what it is instead changes nothing', async () => {
  const plan = 'buy 1 SOL of BONK every hour'
  for (const text of [
    'no',
    'no, wait',
    'no, wait 2 hours',
    'no 2 SOL',
    'no, do not buy 2 SOL',
    "no, don't make it daily",
    'not 2 SOL',
    'not now, make it 2 SOL',
    'not daily',
    'instead of buying BONK',
    '2 SOL, not',
    'not 1 SOL, not hourly, daily',
    'make it daily and do not sell',
  ])
    assert.equal(await planOf(plan, text), undefined, text)
})
