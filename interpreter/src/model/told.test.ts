/** A reported or only imagined trade is no order, whatever a model makes of it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KNOWN_TOKENS, SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Interpretation } from '../port.ts'
import { interpretReply } from './meaning.ts'
import { readReply } from './reply.ts'

const TOKENS = [...KNOWN_TOKENS, { symbol: 'SOL', mint: SOL_MINT, decimals: 9 }]
function meant(instruction: string, side: 'buy' | 'sell'): Interpretation {
  const reply = {
    kind: 'plan',
    plan: {
      strategy_type: 'swap',
      token_address: 'BONK',
      trade_direction: side,
      amount: { value: 2, unit: 'SOL' },
    },
  }
  const said = readReply(JSON.stringify(reply))
  assert.ok(said !== null && said !== 'outside', 'the reply is not of the schema')
  return interpretReply(said, { instruction, tokenAddress: null, tokens: TOKENS, previousPlan: null })
}

test('what somebody else does, or what was done, makes no plan', () => {
  for (const text of [
    'my friend buys 2 SOL of BONK',
    'a friend of mine is buying 2 SOL of BONK',
    'they are buying 2 SOL of BONK',
    'I always buy 2 SOL of BONK',
    'I invested 2 SOL in BONK',
  ])
    assert.notEqual(meant(text, 'buy').kind, 'plan', text)
})

test('what is only imagined is explained and not offered', () => {
  for (const text of [
    'what if I bought 2 SOL of BONK',
    'should I buy 2 SOL of BONK?',
    'suppose I buy 2 SOL of BONK',
  ]) {
    const answer = meant(text, 'buy')
    assert.ok(answer.kind === 'question' && answer.topic.about === 'hypothetical', `${text}: ${answer.kind}`)
  }
  assert.notEqual(meant('should I sell 2 SOL of BONK?', 'sell').kind, 'plan')
})

test('the same reply to an order is its plan', () => {
  assert.equal(meant('buy 2 SOL of BONK', 'buy').kind, 'plan')
  assert.equal(meant('my friend told me about BONK, buy 2 SOL of it', 'buy').kind, 'plan')
})
