import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holdersOf } from '../distributions/selection/holders.ts'
import { fundingFromGroups } from './funding.ts'

test('without a list of the server every grouped wallet can pay, each once', () => {
  const wallet = (id: number) => ({ id, _id: id, name: `W${id}`, publicKey: `A${id}`, balance: '0.5' })
  const holders = holdersOf([
    { id: 1, name: 'One', color: '#000000', wallets: [wallet(1), wallet(2)] },
    { id: 2, name: 'Two', color: '#000000', wallets: [wallet(2)] },
    { id: null, name: 'Ungrouped', color: '#000000', wallets: [wallet(3)] },
  ])
  assert.deepEqual(
    fundingFromGroups(holders).map(({ id, group_name, sol_balance }) => [id, group_name, sol_balance]),
    [
      [1, 'One', '0.5'],
      [2, 'One', '0.5'],
    ],
  )
})
