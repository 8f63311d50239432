import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explorerLink } from './explorer.ts'
import { filterQuery, NO_FILTER } from './filter.ts'

test('a signature is looked up on its own network', () => {
  assert.equal(explorerLink('sig', 'mainnet-beta'), 'https://explorer.solana.com/tx/sig')
  assert.equal(explorerLink('sig', 'devnet'), 'https://explorer.solana.com/tx/sig?cluster=devnet')
  assert.match(explorerLink('sig', 'localnet'), /cluster=custom&customUrl=http/)
})

test('only what is set is asked for', () => {
  assert.deepEqual(filterQuery(NO_FILTER), {})
  assert.deepEqual(filterQuery({ type: 'gather', status: 'failed', wallet: 'x' }), {
    type: 'gather',
    status: 'failed',
    wallet: 'x',
  })
  assert.deepEqual(filterQuery({ ...NO_FILTER, status: 'nonsense' }), {})
})
