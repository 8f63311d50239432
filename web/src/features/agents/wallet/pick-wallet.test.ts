import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pickWallet } from './pick-wallet.ts'

const wallets = [
  { address: 'a', is_default: false },
  { address: 'b', is_default: true },
  { address: 'c', is_default: false },
]

test('the saved wallet is chosen, else the default, else the first', () => {
  assert.equal(pickWallet(wallets, ['c'])?.address, 'c')
  assert.equal(pickWallet(wallets, [undefined, 'gone', 'a'])?.address, 'a')
  assert.equal(pickWallet(wallets, ['gone'])?.address, 'b')
  assert.equal(pickWallet([{ address: 'x', is_default: false }], [])?.address, 'x')
  assert.equal(pickWallet([], ['a']), undefined)
})
