import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BalanceRecord } from '@purser/contract/balances/balances.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { heldOf, totalsOf, withToken } from './held-tokens.ts'

type Token = [mint: string, amount: number | string, decimals: number]
const record = (walletId: number, tokens: Token[], error: string | null = null): BalanceRecord => ({
  walletId,
  sol: { balance: error === null ? 1 : null, usd: null },
  tokens: tokens.map(([mint, amount, decimals]) => ({ mint, symbol: mint, amount, decimals, usd: null })),
  total_usd: null,
  complete: true,
  error,
})

test('tokens of a wallet come by their amount, whatever their decimals; nothing held is not listed', () => {
  const held = heldOf([
    record(1, [
      ['six', 1.5, 6],
      ['nine', 2, 9],
      ['none', 0, 6],
      [SOL_MINT, 3, 9],
      ['whole', '18446744073709551615', 0],
    ]),
    record(2, [], 'Failed to load balance'),
  ])
  assert.deepEqual(
    held.get(1)?.map(({ mint }) => mint),
    ['whole', 'nine', 'six'],
  )
  assert.equal(held.get(2), undefined)
})

test('what is read of the chosen token takes the place of what was known of it', () => {
  const held = heldOf([record(1, [['a', 5, 0]]), record(2, [['b', 1, 0]])])
  const now = withToken(
    held,
    { mint: 'a', decimals: 0 },
    new Map([
      [1, 0n],
      [2, 7n],
      [3, 1n],
    ]),
  )
  assert.deepEqual(
    [1, 2, 3].map((id) => now.get(id)?.map(({ mint, units }) => `${units} ${mint}`)),
    [[], ['7 a', '1 b'], ['1 a']],
  )
  assert.equal(held.get(1)?.length, 1)
})

test('tokens are summed over the wallets, the largest total first', () => {
  const totals = totalsOf(
    heldOf([
      record(1, [
        ['small', 1, 6],
        ['large', 10, 9],
      ]),
      record(2, [
        ['small', 0.5, 6],
        ['large', 0.000000001, 9],
      ]),
      record(3, [['small', 2, 6]]),
    ]),
  )
  assert.deepEqual(totals, [
    { mint: 'large', decimals: 9, units: 10_000_000_001n, wallets: 2 },
    { mint: 'small', decimals: 6, units: 3_500_000n, wallets: 3 },
  ])
})
