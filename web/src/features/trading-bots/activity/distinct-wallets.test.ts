import assert from 'node:assert/strict'
import { test } from 'node:test'
import { distinctWallets } from './distinct-wallets.ts'

test('a wallet that moved between two pages is listed once, as it was read last', () => {
  const wallet = (wallet_id: number, trades: number) => ({ wallet_id, trades })
  assert.deepEqual(distinctWallets([wallet(1, 4), wallet(2, 0), wallet(3, 1), wallet(1, 5)]), [
    wallet(1, 5),
    wallet(2, 0),
    wallet(3, 1),
  ])
})
