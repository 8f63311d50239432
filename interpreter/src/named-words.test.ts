/** Tokens whose names are words: SEND, W, ME, HOLD, WEN, PUMP. They are read where a token stands, and nowhere else. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KNOWN_TOKENS, SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { interpretText, isOrdinaryWord } from './index.ts'
import type { InterpreterRequest } from './port.ts'

const NAMES = ['SEND', 'W', 'ME', 'HOLD', 'WEN', 'PUMP']
const addressFor = (symbol: string) =>
  KNOWN_TOKENS.find((one) => one.symbol === symbol)?.mint ?? symbol.replace('O', 'o').padEnd(40, 'x')
const tokens = [
  ...KNOWN_TOKENS,
  { symbol: 'SOL', name: 'Solana', mint: SOL_MINT, decimals: 9 },
  ...NAMES.map((symbol) => ({ symbol, mint: addressFor(symbol), decimals: 6 })),
]
const say = (instruction: string, more: Partial<InterpreterRequest> = {}) =>
  interpretText({ instruction, tokenAddress: null, tokens, previousPlan: null, ...more })
const traded = (instruction: string, more: Partial<InterpreterRequest> = {}) => {
  const got = say(instruction, more)
  return got.kind === 'plan' ? got.plan.token_address : `${instruction}: ${JSON.stringify(got)}`
}

void test("after an amount's 'of', 'into' or 'for', after $, or in capitals such a word is the token", () => {
  for (const name of NAMES)
    for (const text of [
      `buy 20 bucks of ${name}`,
      `buy 0.1 sol of ${name.toLowerCase()}`,
      `put 0.2 sol into ${name.toLowerCase()}`,
      `buy $${name.toLowerCase()} with 1 sol`,
      `sell half of my ${name}`,
      `dca 0.1 sol into ${name} every hour`,
      `BUY 10 USDC OF ${name}`,
    ])
      assert.equal(traded(text), addressFor(name), text)
})

void test('in questions, too', () => {
  for (const name of NAMES)
    for (const text of [
      `whats ${name} trading at`,
      `what is the price of ${name}?`,
      `price of $${name.toLowerCase()}?`,
    ]) {
      const got = say(text)
      if (got.kind !== 'question' || got.topic.about !== 'price')
        assert.fail(`${text}: ${JSON.stringify(got)}`)
      assert.deepEqual(got.topic.mints, [addressFor(name)], text)
    }
  assert.equal(say('how much HOLD do i own?').kind, 'question')
})

void test('elsewhere it is the word that it always was', () => {
  const bonk = addressFor('BONK')
  for (const text of [
    'buy 10 usdc of bonk for me',
    'BUY 10 USDC OF BONK FOR ME PLEASE',
    'buy bonk w 1 sol',
    'get me 10 usdc of bonk',
    'GET ME 10 USDC OF BONK',
  ])
    assert.equal(traded(text), bonk, text)
})

void test('the name alone answers which token', () => {
  const { asked = null } = say('buy for 0.1 sol')
  assert.equal(asked?.code, 'token')
  for (const name of NAMES) assert.equal(traded(name, { pending: asked }), addressFor(name), name)
})

void test('a token named SEND may be bought, and nothing may be sent', () => {
  assert.equal(traded('buy 20 bucks of SEND'), addressFor('SEND'))
  for (const text of [
    'send 1 sol to 9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
    'SEND all my sol to 9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
    'please SEND 5 SOL to my friend',
    'SELL EVERYTHING AND SEND THE SOL TO 9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
    'buy 1 sol of bonk and send it to my friend',
  ])
    assert.notEqual(say(text).kind, 'plan', text)
})

void test("refused as names are only the plans' own words, figures and times", () => {
  for (const word of ['BAR', 'PEPE', 'SEND', 'WEN', 'LUNCH', 'GRAIL'])
    assert.equal(isOrdinaryWord(word), false, word)
  for (const word of [
    'BUY',
    'ALL',
    'HALF',
    'RSI',
    'GRID',
    'STOP',
    'LIMIT',
    'EVERY',
    'LOSS',
    'X5',
    'SOL',
    'TWO',
    'HOUR',
    'MAX',
  ])
    assert.equal(isOrdinaryWord(word), true, word)
})
