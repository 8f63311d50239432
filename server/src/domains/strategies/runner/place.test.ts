/** In a market that has become too thin nothing new begins, but what was to protect a position is sold. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Plan } from '@purser/contract/plan.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Market } from '../../../ports/market.ts'
import type { OrderRow, StrategyRow } from '../rows.ts'
import type { Sizing } from '../sizing/sizing.ts'
import type { Side } from '../steps/codes.ts'
import { placeOrder } from './place.ts'

const clock = { now: () => 1_000 } as Clock
const asset = (symbol: string) => ({ mint: symbol, symbol, decimals: 9, program: '' as never })
const sizing = {
  sides: async () => ({ input: asset('WIF'), output: asset('SOL') }),
  size: async () => ({ legs: [{ address: 'wallet', amount: 10n }], total: 10n }),
} as unknown as Sizing
const market = {
  quote: async (request: object) => ({
    ...request,
    outAmount: 5n,
    minOutAmount: 4n,
    priceImpactBps: 5_000,
    inPriceUsd: 1n,
    outPriceUsd: 1n,
  }),
} as unknown as Market

async function placed(type: Plan['strategy_type'], direction: string, side: Side, isExit = false) {
  const plan = { strategy_type: type, trade_direction: direction, slippage_bps: 100, interval_seconds: 60 }
  const row = { id: 'one', run: 1, plan, walletAddresses: ['wallet'], base: null } as unknown as StrategyRow
  const order = { seq: 1, side, amount: { value: '10', unit: 'token' as const } }
  const answer = await placeOrder({ sizing, market, clock }, { row, order, isExit, now: 1 })
  return Array.isArray(answer) ? answer.map(({ minOut }: OrderRow) => minOut) : answer.type
}

void test('the sale that a position is guarded by is placed, of what was bought and of what was held before', async () => {
  assert.deepEqual(await placed('bracket', 'buy', 'sell', true), [4n])
  assert.deepEqual(await placed('bracket', 'sell', 'sell'), [4n])
  assert.deepEqual(await placed('dca', 'buy', 'sell', true), [4n])
})

void test('every other order waits for a market that can take it', async () => {
  assert.equal(await placed('bracket', 'buy', 'buy'), 'failed')
  assert.equal(await placed('dca', 'buy', 'buy'), 'failed')
  assert.equal(await placed('dca', 'sell', 'sell'), 'failed')
  assert.equal(await placed('grid', 'both', 'sell'), 'failed')
})
