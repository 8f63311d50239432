/** Differences between two requests of tokens under the same key. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashRequest } from './intent.ts'

const hash = (amount: string | number) =>
  hashRequest({
    type: 'token-distribute',
    body: {
      token_address: 'mint',
      source_wallet: 'source',
      target_wallets: ['one', 'two'],
      total_amount: amount,
    },
  })

void test('an amount is the same however it is written, and another one in any decimal that a mint can have', () => {
  for (const alike of [1.5, '1.50', '01.5', '+1.5', '15e-1']) assert.equal(hash(alike), hash('1.5'))
  assert.notEqual(hash(1e-18), hash(2e-18))
  assert.notEqual(hash(1e-20), hash(2e-20))
  assert.notEqual(hash(1e-255), hash(0))
})
