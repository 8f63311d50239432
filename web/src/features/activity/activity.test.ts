import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explorerLink } from '../../ui/formats/explorer.ts'
import { filterFrom, filterQuery, isFiltered, NO_FILTER, withFilter } from './filter.ts'

test('a signature links to the explorer of its network, if there is one', () => {
  assert.equal(explorerLink('sig', 'mainnet-beta'), 'https://explorer.solana.com/tx/sig')
  assert.equal(explorerLink('sig', 'devnet'), 'https://explorer.solana.com/tx/sig?cluster=devnet')
  assert.equal(explorerLink('sig', 'localnet'), undefined)
})

test('the query has only the fields that are set', () => {
  assert.deepEqual(filterQuery(NO_FILTER), {})
  assert.deepEqual(filterQuery({ ...NO_FILTER, type: 'gather', status: 'failed', wallet: 'x' }), {
    type: 'gather',
    status: 'failed',
    wallet: 'x',
  })
  assert.deepEqual(filterQuery({ ...NO_FILTER, status: 'nonsense' }), {})
})

test('the address of the page keeps the filter, and forgets the page when it changes', () => {
  const filter = { ...NO_FILTER, type: 'trade', from: '2026-11-01', to: '2026-11-25' }
  const search = withFilter(new URLSearchParams('operation=x&pages=4&status=failed'), filter)
  assert.equal(search.toString(), 'operation=x&type=trade&from=2026-11-01&to=2026-11-25')
  assert.deepEqual(filterFrom(search), filter)
  assert.equal(isFiltered(filter), true)
  assert.equal(isFiltered(filterFrom(new URLSearchParams('from=yesterday&to='))), false)
})
