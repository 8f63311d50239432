import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Story } from './stories.ts'
import { figureWords } from '../money.ts'
import { storyWords } from './story-words.ts'

const one = (name: string) => ({ count: 1, name, address: 'x' })
const many = (count: number) => ({ count, name: null, address: null })
const plain: Story = {
  side: null,
  paid: { amount: 12, symbol: 'SOL' },
  received: null,
  from: one('Main'),
  to: many(24),
  payment: null,
  by: null,
  signature: null,
}
const said = (
  type: string,
  story: Partial<Story>,
  {
    status = 'completed',
    total = 24,
    confirmed = total,
    as,
  }: {
    status?: 'completed' | 'partial' | 'failed' | 'running'
    total?: number
    confirmed?: number
    as?: 'undo' | 'retry'
  } = {},
) =>
  storyWords({
    type,
    status,
    summary: { total, confirmed, failed: total - confirmed, amount: null, symbol: null, fees: 0 },
    story: { ...plain, ...story },
    ...(as ? { follows: { operationId: 'o', as } } : {}),
  })

void test('each type of operation is told in a sentence', () => {
  const agent = { kind: 'agent', id: 's', name: 'Agent 1' } as const
  const bought = {
    side: 'buy',
    paid: { amount: 0.05, symbol: 'SOL' },
    received: { amount: '146232', symbol: 'BONK' },
    by: agent,
  } as const
  assert.equal(said('trade', bought), 'Bought 146,232 BONK for 0.05 SOL · Agent 1')
  assert.equal(said('trade', bought, { status: 'running' }), 'Buying BONK for 0.05 SOL · Agent 1')
  assert.equal(said('trade', bought, { status: 'failed' }), 'Did not buy BONK for 0.05 SOL · Agent 1')
  const sold = { side: 'sell', paid: bought.received, received: bought.paid } as const
  assert.equal(said('trade', sold), 'Sold 146,232 BONK for 0.05 SOL')
  assert.equal(said('distribute', {}), 'Distributed 12 SOL to 24 wallets from Main')
  assert.equal(
    said('distribute', {}, { status: 'partial', confirmed: 20 }),
    'Distributed 12 SOL to 20 of 24 wallets from Main',
  )
  assert.equal(said('distribute', { to: one('A') }, { total: 1 }), 'Distributed 12 SOL to A from Main')
  const gathered = { from: many(1_200), to: one('Main') }
  assert.equal(said('gather', gathered, { as: 'undo' }), 'Undo: Gathered 12 SOL from 1,200 wallets into Main')
  assert.equal(said('top-up', {}), 'Topped up 24 wallets with 12 SOL from Main')
  const stranger = { count: 1, name: null, address: 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263' }
  assert.equal(said('send', { to: stranger }), 'Sent 12 SOL to DezX...B263 from Main')
  assert.equal(
    said('send', { to: stranger }, { status: 'failed' }),
    'Did not send 12 SOL to DezX...B263 from Main',
  )
  assert.equal(said('test-payment', { payment: 3 }), 'Received payment #3: 12 SOL of test funds')
  assert.equal(said('refund', { payment: 3, to: stranger }), 'Refunded 12 SOL of payment #3 to DezX...B263')
  assert.equal(
    said('faucet', { paid: null, to: one('Main') }),
    'Received several tokens of test funds in Main',
  )
})

void test('figures keep all their digits, grouped', () => {
  assert.equal(figureWords('1234567.000001'), '1,234,567.000001')
  assert.equal(figureWords(5e-9), '0.000000005')
  assert.equal(figureWords(-1200), '-1,200')
})

void test('a figure has all of its digits, however small or large it is', () => {
  for (const [amount, text] of [
    [1e-20, '0.00000000000000000001'],
    ['1e-9', '0.000000001'],
    [2.5e21, '2,500,000,000,000,000,000,000'],
    [-1234.5, '-1,234.5'],
    ['18446744073709.551615', '18,446,744,073,709.551615'],
    [0, '0'],
  ] as const)
    assert.equal(figureWords(amount), text)
})
