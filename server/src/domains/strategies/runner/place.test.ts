/** In a market that has become too thin nothing new begins, but a sale that protects a position is executed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Market } from '../../../ports/market.ts'
import type { OrderRow, StrategyRow } from '../rows.ts'
import type { Sizing } from '../sizing/sizing.ts'
import type { Side } from '../engine/codes.ts'
import { type PlaceParts, placeOrder } from './place.ts'

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

type Guard = { floor?: PlaceParts['floor']; anyPrice?: boolean }
async function placed(
  type: Plan['strategy_type'],
  direction: string,
  side: Side,
  isExit = false,
  { floor = null, anyPrice = false }: Guard = {},
) {
  const plan = { strategy_type: type, trade_direction: direction, slippage_bps: 100, interval_seconds: 60 }
  const row = { id: 'one', run: 1, plan, walletAddresses: ['wallet'], base: null } as unknown as StrategyRow
  const order = { seq: 1, side, amount: { value: '10', unit: 'token' as const } }
  const answer = await placeOrder({ sizing, market, clock, floor }, { row, order, isExit, anyPrice, now: 1 })
  if (Array.isArray(answer)) return answer.map(({ minOut }: OrderRow) => minOut)
  return answer.type === 'failed' && answer.heldBack ? [answer.code, answer.skipped] : answer.type
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

void test('on real funds a sale that must happen goes out at its floor or its own limit, the greater of the two', async () => {
  const at = (least: bigint) => ({ floor: { judge: async () => least } })
  assert.deepEqual(await placed('dca', 'buy', 'sell', true, at(5n)), [5n])
  assert.deepEqual(await placed('dca', 'buy', 'sell', true, at(1n)), [4n])
  assert.deepEqual(await placed('bracket', 'sell', 'sell', false, at(5n)), [5n])
})

void test('and is held back without two prices that agree, unless its owner lets it go', async () => {
  const found = {
    code: 'prices' as const,
    token: 'WIF',
    quote: 'SOL',
    sells: '1',
    by_market: null,
    by_candles: null,
    worth: null,
    brings: '1',
    least: null,
  }
  const floor = { judge: async () => found }
  for (const [type, direction, isExit] of [
    ['dca', 'buy', true],
    ['bracket', 'buy', true],
    ['bracket', 'sell', false],
  ] as const) {
    assert.deepEqual(await placed(type, direction, 'sell', isExit, { floor }), ['worth', true])
    assert.deepEqual(await placed(type, direction, 'sell', isExit, { floor, anyPrice: true }), [4n])
  }
})
