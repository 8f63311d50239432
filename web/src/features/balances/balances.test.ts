import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BalanceRecord } from '@purser/contract/balances/balances.ts'
import type { Wallet } from '@purser/contract/wallets/wallets.ts'
import { activeFilters, type Filter, filterWallets, limitOf, NO_FILTER } from './filter/filter-wallets.ts'
import {
  cacheable,
  holdingOf,
  holdingOfCache,
  holdingText,
  type HoldingState,
  isHolding,
  totalOf,
} from './holding.ts'
import { createHoldingStore } from './holding-store.ts'
import { usdText } from './usd.ts'

const token = (mint: string, amount: number | string, decimals = 6) => ({
  mint,
  symbol: mint.toUpperCase(),
  amount,
  decimals,
  usd: null,
})
const record = (
  sol: number | string,
  tokens: BalanceRecord['tokens'] = [],
  total_usd: number | string | null = 0,
): BalanceRecord => ({
  walletId: 1,
  sol: { balance: sol, usd: null },
  tokens,
  total_usd,
  complete: true,
  error: null,
})
const wallet = (id: number, name: string): Wallet => ({
  id,
  name,
  address: 'So11111111111111111111111111111111111111112',
  is_default: false,
  groups: [],
  created_at: '',
  updated_at: '',
})
const names = (filter: Partial<Filter>, states: Record<string, HoldingState>) => {
  const wallets = Object.keys(states).map((name, n) => wallet(n + 1, name))
  const known = { holdingOf: (w: Wallet) => states[w.name], dayAgo: 'loading' as const }
  return filterWallets(wallets, { ...NO_FILTER, ...filter }, known).map((w) => w.name)
}

test('tokens are sorted by amount, whatever their decimals, and those of amount zero are left out', () => {
  const state = holdingOf(
    record(1, [token('a', 1.5, 9), token('b', '2', 2), token('c', 0), token('d', 1_000)]),
  )
  assert.ok(isHolding(state))
  assert.deepEqual(
    state.tokens.map((t) => t.mint),
    ['d', 'b', 'a'],
  )
  assert.equal(holdingText(state), '1.0000 SOL, 1.00K D, 2.0000 B, 1.5000 A')
})

test('a balance that could not be read is a message, never a zero', () => {
  const failed = { ...record(0), sol: { balance: null, usd: null }, error: 'Failed to load balance' }
  assert.deepEqual(holdingOf(failed), { error: 'Loading wallet balances failed: Failed to load balance' })
  assert.equal(holdingText(holdingOf(failed)), undefined)
  assert.equal(holdingText(holdingOf(record(0))), undefined)
})

test('totals are exact and say when a price is missing', () => {
  const states = [
    holdingOf(record('9007199254.740993123', [], '0.1')),
    holdingOf(record('0.000000001', [], '0.2')),
    undefined,
  ]
  assert.deepEqual(totalOf(states), {
    sol: 9_007_199_254_740_993_124n,
    usd: 300_000n,
    units: 0n,
    complete: true,
    known: 2,
    loading: 0,
    priced: true,
    staleAt: undefined,
  })
  assert.equal(totalOf([holdingOf(record(1, [], null))]).priced, false)
  assert.equal(usdText(1_234_567_895_000n), '$1,234,567.90')
})

test('names sort as people count, and both ways', () => {
  const states = { 'Wallet 10': undefined, 'wallet 2': undefined, 'Wallet 1': undefined, Ärger: undefined }
  assert.deepEqual(names({}, states), ['Ärger', 'Wallet 1', 'wallet 2', 'Wallet 10'])
  assert.deepEqual(names({ sortOrder: 'desc' }, states), ['Wallet 10', 'wallet 2', 'Wallet 1', 'Ärger'])
})

const held = {
  poor: holdingOf(record('0.000000001', [], '0.0000002')),
  rich: holdingOf(record(1000, [token('bonk', 5), token('usdc', 1)], 150_000)),
  empty: holdingOf(record(0)),
  middle: holdingOf(record(2, [token('usdc', 7)], null)),
  unknown: undefined,
}

test('limits hold to the lamport and include their ends', () => {
  assert.deepEqual(names({ minSolAmount: '0.000000001' }, held), ['middle', 'poor', 'rich'])
  assert.deepEqual(names({ minSolAmount: '0.000000002' }, held), ['middle', 'rich'])
  assert.deepEqual(names({ maxSolAmount: '2' }, held), ['empty', 'middle', 'poor'])
  assert.deepEqual(names({ minTotalValue: '150000' }, held), ['rich'])
  assert.deepEqual(names({ maxTotalValue: '1' }, held), ['empty', 'poor'])
})

test('an invalid limit is reported and limits nothing', () => {
  assert.equal(limitOf('abc', 9), undefined)
  assert.equal(limitOf('1.0000000001', 9), undefined)
  assert.equal(limitOf(' ', 9), null)
})

test('tokens are filtered by any, all and none of those chosen', () => {
  const tokens = (tokenFilterMode: Filter['tokenFilterMode']) =>
    names({ selectedTokens: ['bonk', 'usdc'], tokenFilterMode }, held)
  assert.deepEqual(tokens('any'), ['middle', 'rich'])
  assert.deepEqual(tokens('all'), ['rich'])
  assert.deepEqual(tokens('none'), ['empty', 'poor'])
})

test('without a filter nothing is left out, and unknown holdings come last when sorted by them', () => {
  assert.equal(activeFilters(NO_FILTER), 0)
  assert.deepEqual(names({ sortBy: 'sol' }, held), ['empty', 'poor', 'middle', 'rich', 'unknown'])
  assert.deepEqual(names({ sortBy: 'sol', sortOrder: 'desc' }, held), [
    'rich',
    'middle',
    'poor',
    'empty',
    'unknown',
  ])
  assert.deepEqual(names({ sortBy: 'tokenCount', sortOrder: 'desc' }, held).slice(0, 2), ['rich', 'middle'])
  assert.deepEqual(names({ includeEmptyWallets: false }, held), ['middle', 'poor', 'rich'])
})

test('balances of an earlier visit are there at once, count as loading, and give way to whatever arrives', () => {
  const value = cacheable(record(2, [token('bonk', 5)], 300))
  assert.ok(value)
  const store = createHoldingStore()
  store.restore([1, 2, 3].map((id) => [id, holdingOfCache(id, { at: 1, value }, false)]))
  const text = (id: number) => holdingText(store.snapshot().get(id))
  assert.equal(text(1), '2.0000 SOL, 5.0000 BONK')
  assert.equal(totalOf(store.snapshot().values()).loading, 3)
  // Its tokens are still searched: those of the earlier visit stay.
  store.add([[1, holdingOf({ ...record(3), complete: false })]])
  assert.equal(text(1), '3.0000 SOL, 5.0000 BONK')
  store.add([[1, holdingOf(record(3, [token('usdc', 1)]))]])
  assert.equal(text(1), '3.0000 SOL, 1.0000 USDC')
  // An error of a balance that was never loaded now is told.
  store.add([[2, { error: 'Failed to load balances' }]])
  assert.deepEqual(store.snapshot().get(2), { error: 'Failed to load balances' })
  store.add([[1, { error: 'Failed to load balances' }]])
  assert.equal(text(1), '3.0000 SOL, 1.0000 USDC')
  assert.equal(totalOf(store.snapshot().values()).loading, 1)
  // A known balance is not filled again.
  store.restore([[1, holdingOfCache(1, { at: 1, value }, false)]])
  assert.equal(text(1), '3.0000 SOL, 1.0000 USDC')
})
