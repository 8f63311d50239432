/** Idioms are only read in their frame: their verbs belong to nobody, and outside the frame they are asked about. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { converse } from '../corpus/judge.ts'
import { interpretText, isOrdinaryWord } from './index.ts'

const SPLASH = '7GCihgDB8fe6KNjn2MYtkzZcRjQy3t9GHdC8uHYmW2hr'
const jup = KNOWN_TOKENS.find(({ symbol }) => symbol === 'JUP')?.mint
const say = (text: string, after: string[] = []) =>
  converse(interpretText, { say: text, after, setting: 'WIF', want: {} })

test('a verb that is read only in an idiom may be the symbol of a token', () => {
  for (const word of ['SQUIRREL', 'SPLASH', 'WOLF', 'SWOOP', 'BOSH'])
    assert.equal(isOrdinaryWord(word), false, word)
  for (const word of ['BUY', 'DUMP', 'GRAB', 'STACK']) assert.equal(isOrdinaryWord(word), true, word)
})

test('where a token bears the name of such a verb the sentence is asked about, never guessed', () => {
  const meant = (instruction: string) =>
    interpretText({
      instruction,
      tokenAddress: null,
      tokens: [...KNOWN_TOKENS, { symbol: 'SPLASH', name: 'Splash', mint: SPLASH, decimals: 6 }],
      previousPlan: null,
    })
  assert.equal(meant('splash 0.5 SOL on JUP').kind, 'ask')
  const bought = meant('buy 0.5 SOL of SPLASH')
  assert.equal(bought.kind === 'plan' && bought.plan.token_address, SPLASH)
})

test('in its frame an idiom says who trades what, in any order', async () => {
  for (const text of [
    'squirrel away 0.5 SOL in JUP',
    'dip my toes into JUP with 0.5 SOL',
    'half a SOL of JUP bought',
  ]) {
    const meant = await say(text)
    assert.ok(meant.kind === 'plan', `${text}: ${JSON.stringify(meant)}`)
    assert.equal(meant.plan.trade_direction, 'buy')
    assert.equal(meant.plan.token_address, jup)
  }
  for (const text of [
    'take half off the table on JUP',
    'let 500 JUP go',
    '500 of my JUP should go',
    'kick JUP to the curb',
  ])
    assert.equal(
      (await say(text).then((meant) => meant.kind === 'plan' && meant.plan.trade_direction)) || '',
      'sell',
      text,
    )
})

test('outside its frame it says nothing', async () => {
  for (const text of [
    'squirrel',
    'stash 500 JUP',
    'half should go into JUP',
    'top up my wallet with 2 SOL',
    'kick JUP',
  ])
    assert.notEqual((await say(text)).kind, 'plan', text)
})

test('a stop that is put on what was shown before is of its token, not of the one in the settings', async () => {
  const meant = await say('chuck a 7% stop on it too', ['buy 1 SOL of JUP, take profit 20%'])
  assert.ok(meant.kind === 'plan' && meant.plan.strategy_type === 'bracket')
  assert.equal(meant.plan.token_address, jup)
  assert.deepEqual([meant.plan.stop_loss_percent, meant.plan.take_profit_percent], [7, 20])
})
