/** The desk says at once what it cannot do, in the user's own words, with the nearest plan. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KNOWN_TOKENS, SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { interpretText } from '../index.ts'
import type { Interpretation, InterpreterRequest } from '../port.ts'

const tokens = [...KNOWN_TOKENS, { symbol: 'SOL', name: 'Solana', mint: SOL_MINT, decimals: 9 }]
const say = (instruction: string, more: Partial<InterpreterRequest> = {}): Interpretation =>
  interpretText({ instruction, tokenAddress: null, tokens, previousPlan: null, ...more })

function refusal(text: string, more: Partial<InterpreterRequest> = {}) {
  const got = say(text, more)
  if (got.kind !== 'refused') assert.fail(`${text}: ${JSON.stringify(got)}`)
  return got
}

/** The user's words, and the instruction that is offered in their place. */
const CASES: [text: string, words: string, nearest: string][] = [
  ['buy 1 sol of wif with 10x', '"with 10x"', 'buy 1 sol of wif'],
  ['long wif 10x with 0.5 sol', '"10x"', 'buy wif with 0.5 sol'],
  ['I want to go long on jup with 10x, 1 sol', '"with 10x"', 'I want to buy jup, 1 sol'],
  ['open a 5x long on wif with 1 sol', '"5x"', 'buy wif with 1 sol'],
  ['buy 2 sol of jup with leverage', '"with leverage"', 'buy 2 sol of jup'],
  ['short bonk with 1 sol', '"short"', 'sell all my BONK'],
  ['i want to short bonk, 1 sol', '"short"', 'sell all my BONK'],
  ['go short on jup', '"go short"', 'sell all my JUP'],
  ['if btc drops to 60k buy 1 sol of wif', '"if btc drops to 60k"', 'buy 1 sol of wif'],
  ['sell all my jup when bonk hits 0.00003', '"when bonk hits 0.00003"', 'sell all my jup'],
  ['eth > 5k -> sell all my bonk', '"eth > 5k"', 'sell all my bonk'],
  [
    'buy 0.1 sol of jup every hour starting tomorrow please',
    '"starting tomorrow"',
    'buy 0.1 sol of jup every hour please',
  ],
  ['tomorrow morning buy 0.4 sol of jup', '"tomorrow morning"', 'buy 0.4 sol of jup'],
  ['buy 10 usdc of bonk every friday', '"every friday"', 'buy 10 usdc of bonk every week'],
  ['buy 1 sol of wif at 5pm', '"at 5pm"', 'buy 1 sol of wif'],
  ['dca 0.1 sol into wif hourly, starting monday', '"starting monday"', 'dca 0.1 sol into wif hourly'],
  [
    'buy 0.5 sol of wif, sell half at +20% and the rest at +50%',
    '"sell half at +20% and the rest at +50%"',
    'buy 0.5 sol of wif, take profit at +20%',
  ],
  ['buy 0.2 sol of jup when volume doubles', '"when volume doubles"', 'buy 0.2 sol of jup'],
  ['buy 1 sol of wif when it crosses above 0.9', '"when it crosses above 0.9"', 'buy 1 sol of wif'],
  ['scalp wif for me with 0.5 sol', '"scalp"', 'buy wif for me with 0.5 sol'],
  ['snipe bonk at launch with 0.3 sol', '"snipe"', 'buy bonk with 0.3 sol'],
  ['short 1 SOL of WIF with 10x leverage', '"short"', 'sell all my WIF'],
  [
    'buy 1 sol of wif, take profit half at +30%, rest at +60%',
    '"take profit half at +30%, rest at +60%"',
    'buy 1 sol of wif, take profit at +30%',
  ],
  [
    'sell 30% of my wif at $3 and the rest at $4',
    '"sell 30% of my wif at $3 and the rest at $4"',
    'sell 30% of my wif at $3',
  ],
  ['buy wif when volume spikes with 0.1 sol', '"when volume spikes"', 'buy wif with 0.1 sol'],
  ['dca 10 usdc into bonk daily, on weekdays only', '"on weekdays only"', 'dca 10 usdc into bonk daily'],
  ['in 2 hours buy 1 sol of wif', '"in 2 hours"', 'buy 1 sol of wif'],
  ['buy 1 sol of wif at market open', '"at market open"', 'buy 1 sol of wif'],
  ['arbitrage jup between raydium and orca with 1 sol', '"arbitrage"', 'buy 1 SOL of JUP'],
  ['open a perp long on wif 1 sol 5x', '"5x"', 'buy wif 1 sol'],
  ['do some scalping on bonk, 0.2 sol', '"do some scalping on"', 'buy bonk, 0.2 sol'],
  ['market make wif with 1 sol', '"market make"', 'grid on wif with 1 sol'],
]

void test('it names the words, and offers the text without them', () => {
  for (const [text, words, nearest] of CASES) {
    const { sentence, suggestions = [], as, asked } = refusal(text)
    assert.ok(sentence.includes(words), `${text}: ${sentence}`)
    assert.ok(sentence.length < 160 && sentence.split(/[.;] /).length <= 2, sentence)
    assert.equal(suggestions[0]?.reply, nearest, text)
    assert.equal(as, 'instruction')
    assert.deepEqual(asked, { instruction: nearest, code: 'other', choices: suggestions, isOffer: true })
  }
})

void test('the label is short: a spot purchase, or the goal of the plan', () => {
  assert.equal(refusal('long jup 5x with 1 sol').suggestions?.[0]?.label, 'A spot purchase of JUP')
  assert.equal(refusal('long jup 5x').suggestions?.[0]?.label, 'A spot purchase of JUP')
  assert.equal(
    refusal('buy 0.1 sol of jup every friday').suggestions?.[0]?.label,
    'Buy JUP for 0.1 SOL every week until stopped or out of funds.',
  )
})

void test('ways of trading that the desk lacks are never an order', () => {
  for (const text of [
    'arbitrage jup with 1 sol',
    'copy trade the top wallet',
    'front run bonk buyers with 1 sol',
    'sandwich wif trades',
    'yield farm with 5 sol',
    'stake 5 sol',
    'lend my usdc',
    'borrow 100 usdc against my jup',
    'open a perp on wif, 1 sol',
    'trade bonk futures',
    'buy call options on jup',
  ]) {
    const { suggestions = [] } = refusal(text)
    assert.ok(suggestions.length > 0, text)
    assert.ok(
      suggestions.every(({ reply }) => say(reply).kind !== 'refused'),
      JSON.stringify(suggestions),
    )
  }
})

void test('what only looks like it is read as before', () => {
  for (const text of [
    'buy 1 sol of bonk, sell at 2x',
    'scalp bonk 1 sol tp 1.5% sl 0.8%',
    'scalp bonk with the one minute RSI, 0.1 SOL per trade',
    'good evening, please buy 1 sol of wif',
    'buy JUP when the 10 EMA crosses above the 30 EMA and sell when it crosses below, 1h candles, 0.4 SOL per trade',
    'sell half of my wif',
    'short 9 and long 21 ema cross on wif, 1h, 0.1 sol per trade',
  ])
    assert.equal(say(text).kind, 'plan', text)
  for (const text of ['good morning', 'buy some wif, sell at 2x'])
    assert.notEqual(say(text).kind, 'refused', text)
  assert.equal(say('is leverage possible at all?').as, 'question')
})

void test('a yes, and a change, continue from the offer', () => {
  const { asked = null } = refusal('buy 0.1 sol of jup every friday')
  const agreed = say('yes', { pending: asked })
  assert.equal(agreed.kind === 'plan' && agreed.plan.strategy_type, 'dca')
  const changed = say('ok then daily', { pending: asked })
  assert.equal(
    changed.kind === 'plan' && changed.plan.strategy_type === 'dca' && changed.plan.interval_seconds,
    86_400,
  )
})

void test('an offer that lacks a part is asked about once it is agreed to', () => {
  const { asked = null } = refusal('long jup 5x')
  const open = say('yes', { pending: asked })
  assert.equal(open.kind === 'ask' && open.code, 'amount')
  const plan = say('0.5 sol', { pending: open.asked ?? null })
  assert.equal(plan.kind === 'plan' && plan.plan.goal, 'Buy JUP for 0.5 SOL, once.')
})

void test('what answers an open question is offered as its answer, and the question stays', () => {
  const { asked = null } = say('buy wif')
  const { suggestions = [], asked: after } = refusal('0.5 sol with 10x leverage', { pending: asked })
  assert.deepEqual(
    suggestions.map(({ reply }) => reply),
    ['0.5 sol'],
  )
  assert.deepEqual(after, asked)
})

void test('about a plan that is shown it offers the change of that plan', () => {
  const shown = say('buy 0.5 sol of wif at 0.75, stop at 0.69')
  if (shown.kind !== 'plan') assert.fail(JSON.stringify(shown))
  const { suggestions = [], asked } = refusal('or sell half at 0.9 and the rest at 1', {
    previousPlan: shown.plan,
  })
  assert.deepEqual(
    suggestions.map(({ reply }) => reply),
    ['take profit at 0.9'],
  )
  assert.equal(asked, null)
})
