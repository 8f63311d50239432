import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explorerLink } from '../../ui/explorer.ts'
import { filterQuery, NO_FILTER } from './filter.ts'

test('a signature links to the explorer of its network, if there is one', () => {
  assert.equal(explorerLink('sig', 'mainnet-beta'), 'https://explorer.solana.com/tx/sig')
  assert.equal(explorerLink('sig', 'devnet'), 'https://explorer.solana.com/tx/sig?cluster=devnet')
  assert.equal(explorerLink('sig', 'localnet'), undefined)
})

test('the query has only the fields that are set', () => {
  assert.deepEqual(filterQuery(NO_FILTER), {})
  assert.deepEqual(filterQuery({ type: 'gather', status: 'failed', wallet: 'x' }), {
    type: 'gather',
    status: 'failed',
    wallet: 'x',
  })
  assert.deepEqual(filterQuery({ ...NO_FILTER, status: 'nonsense' }), {})
})
