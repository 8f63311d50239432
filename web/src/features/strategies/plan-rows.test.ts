import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KNOWN_TOKENS } from '@purser/contract/tokens.ts'
import { planRows } from './plan-rows.ts'

const mint = KNOWN_TOKENS[2]?.mint ?? ''

test('a plan is told by all its keys but its type and goal', () => {
  const rows = planRows({
    version: 1,
    strategy_type: 'dca',
    goal: 'Buy BONK',
    token_address: mint,
    quote: 'SOL',
    slippage_bps: 150,
    on_stop: 'keep',
    trade_direction: 'buy',
    amount_per_order: { value: '0.05', unit: 'SOL' },
    interval_seconds: 5400,
    duration_days: 1,
    max_price_usd: 2,
  })
  assert.deepEqual(
    rows.map((row) => [row.label, row.value]),
    [
      ['Token', `BONK (${mint.slice(0, 4)}...${mint.slice(-4)})`],
      ['Quote', 'SOL'],
      ['Slippage limit', '1.5 %'],
      ['When stopped', 'keep the token'],
      ['Trade direction', 'buy'],
      ['Amount per order', '0.05 SOL'],
      ['Interval', '90 minutes'],
      ['Duration', '1 day'],
      ['Max price', '2 USD'],
    ],
  )
})
