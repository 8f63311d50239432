import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FundsPreview } from '../funds-request.ts'
import { withoutFailing } from './skip-failing.ts'

const line = (walletId: number, error: string | null) => ({
  walletId,
  walletName: `W${walletId}`,
  address: `address ${walletId}`,
  amount: 1,
  received: 1,
  finalBalance: 1,
  newAccount: false,
  closed: false,
  error,
})
const preview = (errors: (string | null)[], more = {}) =>
  ({ transfers: errors.map((error, i) => line(i + 1, error)), ...more }) as unknown as FundsPreview
const ofToken = { mint: 'M', decimals: 6 }

test('lines that would fail are left out of SOL, with and without amounts', () => {
  const seen = preview([null, 'x', null])
  const amount = (walletId: number) => ({ walletId, amount: `0.${walletId}` })
  const of = { operationId: 'o', as: 'retry' as const }
  assert.deepEqual(
    withoutFailing(
      { kind: 'distribute', body: { sourceWalletId: 9, destinations: [1, 2, 3].map(amount), of } },
      seen,
    ),
    { kind: 'distribute', body: { sourceWalletId: 9, destinations: [amount(1), amount(3)], of } },
  )
  const gather = { destinationWalletId: 9, emptyWallets: true }
  assert.deepEqual(
    withoutFailing({ kind: 'gather', body: { ...gather, gatherAll: true, sources: [1, 2, 3] } }, seen),
    { kind: 'gather', body: { ...gather, gatherAll: true, sources: [1, 3] } },
  )
  assert.deepEqual(
    withoutFailing(
      { kind: 'gather', body: { ...gather, gatherAll: false, sources: [1, 2, 3].map(amount) } },
      seen,
    ),
    { kind: 'gather', body: { ...gather, gatherAll: false, sources: [amount(1), amount(3)] } },
  )
})

test('of tokens the total is that of the lines that stay', () => {
  const custom = { 'address 1': '0.000001', 'address 2': '5', 'address 3': '9007199254740993.5' }
  const wallets = Object.keys(custom)
  const seen = preview([null, 'x', null], ofToken)
  assert.deepEqual(
    withoutFailing(
      {
        kind: 'token-distribute',
        body: {
          token_address: 'M',
          source_wallet: 'S',
          target_wallets: wallets,
          custom_amount: custom,
          total_amount: '1',
        },
      },
      seen,
    ),
    {
      kind: 'token-distribute',
      body: {
        token_address: 'M',
        source_wallet: 'S',
        target_wallets: ['address 1', 'address 3'],
        custom_amount: { 'address 1': '0.000001', 'address 3': '9007199254740993.5' },
        total_amount: '9007199254740993.500001',
      },
    },
  )
  assert.deepEqual(
    withoutFailing(
      { kind: 'token-gather', body: { token_address: 'M', target_wallet: 'T', source_wallets: wallets } },
      seen,
    ),
    {
      kind: 'token-gather',
      body: { token_address: 'M', target_wallet: 'T', source_wallets: ['address 1', 'address 3'] },
    },
  )
})

test('nothing is left out where all would fail or none', () => {
  const body = { sourceWalletId: 9, destinations: [{ walletId: 1, amount: '1' }] }
  for (const errors of [[null], ['x']])
    assert.equal(withoutFailing({ kind: 'distribute', body }, preview(errors)), undefined)
})
