/** The event of an order, by the codes of its legs. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toEvent, type Executed } from './outcome.ts'
import type { Asset } from '../sizing/sizing.ts'

const asset = (symbol: string): Asset => ({ mint: symbol, symbol, decimals: 9, program: '' as never })
const AT = { now: 1, quoteUsd: 100, solUsd: 100 }

function told(legs: [code: Executed['codes'][number] | 'filled', error?: string][]) {
  const carried = {
    legs: legs.map(([code, error = null]) => ({
      seq: 7,
      status: code === 'filled' ? 'filled' : 'failed',
      error,
    })),
    codes: legs.flatMap(([code]) => (code === 'filled' ? [] : [code])),
    spent: 1n,
    received: 1n,
    fees: 0n,
  } as unknown as Executed
  return toEvent(carried, 'buy', asset('SOL'), asset('WIF'), AT)
}

void test('an order is out of funds only where every wallet is, whatever the first error says', () => {
  const short = 'Insufficient balance in wallet.'
  const one = told([
    ['funds', short],
    [null, 'custom program error'],
  ])
  assert.ok(one.type === 'failed' && one.outOfFunds === undefined)
  const other = told([
    [null, 'insufficient lamports, says a program'],
    [null, 'insufficient lamports, says a program'],
  ])
  assert.ok(other.type === 'failed' && other.outOfFunds === undefined, 'a sentence is no code')
  const all = told([
    ['funds', short],
    ['funds', short],
  ])
  assert.ok(all.type === 'failed' && all.outOfFunds)
})

void test('an order is skipped where the limits of its decision held one leg back', () => {
  const event = told([
    ['funds', 'Insufficient balance in wallet.'],
    ['late', 'Too late.'],
  ])
  assert.ok(event.type === 'failed' && event.skipped && !event.outOfFunds)
  assert.equal(event.reason, 'Too late.')
  const market = told([['market', 'Nobody quotes it.']])
  assert.ok(market.type === 'failed' && !market.skipped)
  const part = told([['filled'], ['price', 'The price moved.']])
  assert.ok(part.type === 'filled')
  assert.equal(part.note, '1 of 2 wallets did not trade: The price moved.')
})
