import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '../../../kernel/clock.ts'
import { Fault } from '../../../kernel/fault.ts'
import type { OrderRow, StrategyRow } from '../rows.ts'
import { executeOrder, type OrdersParts } from './execute.ts'

const row = { id: 'strategy', userId: 1, plan: { slippage_bps: 50 } } as StrategyRow
const order = {
  strategyId: 'strategy',
  run: 1,
  seq: 1,
  walletAddress: 'w',
  side: 'buy',
  deadline: null,
} as OrderRow
const bought = { id: 'o', status: 'completed', result: { inAmount: '5', outAmount: '7', fee: '1' } }

/** `known`: the operation of the order, written before this process placed it. */
function parts(known: object | undefined, asked: string[] = []): OrdersParts {
  const fakes = {
    trading: {
      trade: () => {
        asked.push('trade')
        throw new Fault('no_liquidity', { code: 'same_mint', symbol: 'USDC' })
      },
      refusalOf: async () => null,
    },
    transfers: {
      findByOrigin: async () => {
        asked.push('look')
        return known
      },
      ended: async () => known,
    },
    wallets: { owned: async () => [{ address: 'w' }] },
    signal: new AbortController().signal,
    clock: systemClock,
  }
  return fakes as unknown as OrdersParts
}
const execute = (of: OrdersParts) =>
  executeOrder(of, row, [order], { areNew: true, nothingNew: () => false, doubted: () => undefined })

test('a new order that is refused is looked for: what was written before, as a restore does, is booked', async () => {
  const asked: string[] = []
  const done = await execute(parts(bought, asked))
  assert.deepEqual([done?.spent, done?.received, done?.fees], [5n, 7n, 1n])
  assert.deepEqual(asked, ['trade', 'look'])
})

test('a new order that is refused and was never written fails', async () => {
  const done = await execute(parts(undefined))
  assert.equal(done?.legs[0]?.status, 'failed')
})
