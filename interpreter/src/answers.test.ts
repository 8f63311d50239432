/** Texts after a question: all of their words count, and a text that is no answer is an instruction of its own. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { interpretText } from './index.ts'
import type { Pending } from './port.ts'

const SETTING = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
/**
 * Returns the meaning of the last of several texts, each read after the ones before it: a plan's goal, or the question.
 */
function last(...texts: string[]): string {
  let pending: Pending | null = null
  let told = ''
  for (const instruction of texts) {
    const request = { instruction, tokenAddress: SETTING, tokens: KNOWN_TOKENS, previousPlan: null, pending }
    const meant = interpretText(request)
    pending = meant.asked ?? null
    told = meant.kind === 'plan' ? meant.plan.goal : pending ? `${pending.code}?` : meant.kind
  }
  return told
}

test('a token that is named for one that is not known takes its place, with all else that is said', () => {
  const asked = 'buy 1 SOL of popcat'
  for (const [said, told] of [
    ['WIF', 'Buy WIF for 1 SOL, once.'],
    ['i meant WIF please', 'Buy WIF for 1 SOL, once.'],
    ['buy WIF', 'Buy WIF for 1 SOL, once.'],
    ['WIF, 2 SOL', 'Buy WIF for 2 SOL, once.'],
    ['WIF with a 10% stop loss', 'Buy WIF for 1 SOL, with a stop loss of 10%.'],
    ['WIF every hour', 'Buy WIF for 1 SOL every hour until stopped or out of funds.'],
    ['WIF at $1', 'Buy WIF for 1 SOL at a limit price of $1.'],
  ] as const)
    assert.equal(last(asked, said), told, said)
  assert.equal(last('buy some popcat', 'WIF', '2 SOL'), 'Buy WIF for 2 SOL, once.')
  assert.equal(
    last('grid on popcat from 1 to 2', 'WIF, 10 levels', '5 SOL'),
    'Trade a grid of WIF against SOL, 10 arithmetic levels between $1 and $2, with 5 SOL.',
  )
})

test('what is said before the token is known stays with the instruction', () => {
  const hourly = 'Buy BONK for 0.1 SOL every hour until stopped or out of funds.'
  const asked = 'buy froggo every hour'
  assert.equal(last(asked, 'BONK', '0.1 SOL'), hourly)
  assert.equal(last(asked, '0.1 SOL'), 'token?')
  assert.equal(last(asked, '0.1 SOL', 'BONK'), hourly)
  assert.equal(last(asked, 'for 3 days', '0.1 SOL', 'BONK'), 'Buy BONK for 0.1 SOL every hour, for 3 days.')
  assert.equal(last('buy froggo', '0.1 SOL every hour', 'BONK'), hourly)
  assert.equal(last(asked, '0.1 SOL', '0.2 SOL', 'BONK'), hourly.replace('0.1', '0.2'))
  assert.equal(
    last('buy froggo with a 10% stop', '2 SOL', 'WIF'),
    'Buy WIF for 2 SOL, with a stop loss of 10%.',
  )
  assert.equal(last(asked, '0.1 SOL 0.2 SOL', 'BONK'), 'amount?')
  assert.equal(last(asked, 'no', 'BONK'), 'direction?')
})

test('a text that neither answers nor begins anew leaves the question open', () => {
  const asked = 'buy BONK every hour'
  assert.equal(last(asked, 'as I said before, hmm', '0.1 SOL'), last(asked, '0.1 SOL'))
  assert.equal(last(asked, 'zorgly', '0.1 SOL'), last(asked, '0.1 SOL'))
})

test('an instruction of its own is no answer, and takes nothing from what was asked', () => {
  const asked = 'please buy 1 SOL of popcat'
  assert.equal(last(asked, 'every hour buy 0.5 SOL of BONK over 2 days'), 'total_or_each?')
  assert.equal(last(asked, 'sell WIF'), 'amount?')
  assert.equal(last(asked, 'rsi on WIF 1h'), 'amount?')
  assert.equal(last(asked, 'sell 20% of my WIF'), 'Sell 20% of the WIF held for SOL, once.')
  assert.doesNotMatch(last(asked, 'SOL'), /^Buy/)
})

test('an instruction that is not understood itself is asked about, and not read as an answer', () => {
  const whole = 'buy 0.02 SOL of BONK every 60 seconds, 3 times, with a 15% stop loss'
  for (const asked of [
    'every hour buy 0.5 SOL of BONK over 2 days',
    'buy some WIF',
    'grid on WIF from 1 to 2',
  ]) {
    assert.equal(last(asked, `${whole} zorgly`), last(`${whole} zorgly`), asked)
    assert.equal(last(asked, whole), last(whole), asked)
  }
  assert.equal(last('dca into BONK', '0.1', 'every hour'), last('buy 0.1 SOL of BONK every hour'))
})

test('of two tokens in an answer neither is taken', () => {
  assert.equal(last('buy 1 SOL of popcat', 'WIF or BONK'), 'token?')
  assert.equal(last('buy some BONK', '0.5 SOL of WIF or BONK'), 'token?')
})

test('every line of an instruction that ended in a question counts', () => {
  const told = 'Buy BONK for 0.1 SOL every hour until stopped or out of funds, with a stop loss of 10%.'
  for (const asked of [
    'buy BONK every hour\nstop loss 10%',
    'buy BONK every hour\r\nwith a stop loss\nof 10%',
    'buy BONK\nstop loss 10%\nevery hour',
  ])
    assert.equal(last(asked, '0.1'), told, asked)
  assert.equal(last('dca into BONK', '0.1 SOL\nstop loss 10%', 'every hour'), told)
})

test('asked what a word means, an instruction of its own is none of what was asked about', () => {
  const asked = 'buy 0.1 SOL of BONK \u00bd every hour'
  assert.equal(last(asked, 'buy WIF every day for 3 days'), 'amount?')
  assert.equal(last(asked, '0.2 SOL'), 'other?')
})

test('what is asked once more is read by the text that was sent last', () => {
  for (const instruction of ['0.2', 'yes', 'buy'])
    for (const before of ['buy 0.1 SOL of BONK \u00bd every hour', 'sell some WIF every 5 minutes']) {
      const pending: Pending = { instruction: before, code: 'other' }
      const request = { instruction, tokenAddress: SETTING, tokens: KNOWN_TOKENS, previousPlan: null }
      const meant = interpretText({ ...request, pending })
      const reading = 'reading' in meant ? (meant.reading ?? []) : []
      for (const { to } of reading) assert.ok(to <= instruction.length, `${before}, ${instruction}`)
    }
})
