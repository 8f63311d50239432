import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tooOften } from './connect-rule.ts'
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

test('the sixth connection within ten seconds is refused while the last is under five seconds old', () => {
  assert.equal(tooOften([0, 1, 2, 3], 4), false)
  assert.equal(tooOften([0, 1, 2, 3, 4], 5), true)
  assert.equal(tooOften([0, 1, 2, 3, 4], 5_004), false)
  assert.equal(tooOften([0, 1, 2, 3, 4], 20_000), false)
})
