import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ListedOperation } from '@purser/contract/transfers/transfers.ts'
import { fold, foldWords } from './fold.ts'

const side = { count: 1, name: 'W', address: 'w' }
const trade = (id: string, by: string | null, more: Partial<ListedOperation> = {}): ListedOperation => ({
  id,
  type: 'trade',
  status: 'completed',
  created_at: '2026-11-25T10:00:00.000Z',
  updated_at: '2026-11-25T10:00:00.000Z',
  error: null,
  finalized: true,
  standing: null,
  summary: { total: 2, confirmed: 2, failed: 0, amount: null, symbol: null, fees: 0 },
  story: {
    side: 'buy',
    paid: { amount: 0.1, symbol: 'SOL' },
    received: { amount: 1000.5, symbol: 'BONK' },
    from: side,
    to: side,
    payment: null,
    by: by === null ? null : { kind: 'agent', id: by, name: 'Agent 1' },
    signature: null,
  },
  ...more,
})

test('three trades or more of one strategy in a row are one row; what stands between parts them', () => {
  const list = [
    trade('1', 'a'),
    trade('2', 'a'),
    trade('3', 'a'),
    trade('4', null),
    trade('5', 'a'),
    trade('6', 'a'),
    trade('7', 'b'),
  ]
  const rows = fold(list)
  assert.deepEqual(
    rows.map((row) => (row.is === 'many' ? row.operations.map(({ id }) => id) : row.operation.id)),
    [['1', '2', '3'], '4', '5', '6', '7'],
  )
  // More trades of it keep the row.
  assert.equal(fold([trade('0', 'a'), ...list])[0]?.key, rows[0]?.key)
})

test('a fold tells how many there are, what they moved and what failed', () => {
  const failed = trade('4', 'a', { status: 'failed' })
  assert.equal(
    foldWords([trade('1', 'a'), trade('2', 'a'), trade('3', 'a'), failed]),
    '4 trades: bought 3,001.5 BONK for 0.3 SOL, 1 failed · Agent 1',
  )
})
