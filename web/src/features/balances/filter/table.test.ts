/** The search, the sort orders and the changes in the table of wallets. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Wallet } from '@purser/contract/wallets/wallets.ts'
import { changeOf, changeText, type DayAgo, unknownChange } from '../day-change.ts'
import { type Filter, filterWallets, NO_FILTER } from './filter-wallets.ts'
import type { Holding, HoldingState } from '../holding.ts'

const USD = 1_000_000n
const holding = (sol: bigint, usd: bigint | null, tokens = 0): Holding => ({
  sol,
  solText: '',
  solExact: '',
  tokens: Array.from({ length: tokens }, (_, n) => ({
    mint: `m${n}`,
    symbol: 'M',
    units: 0n,
    text: '',
    exact: '',
  })),
  usd,
  empty: false,
  complete: true,
  at: 0,
  stale: false,
  loading: false,
})
const wallet = (id: number, name: string, groups: string[] = []): Wallet => ({
  id,
  name,
  address: `${name.toLowerCase()}Address`,
  is_default: false,
  groups: groups.map((group, n) => ({ id: n + 1, name: group, color: '#9333EA' })),
  created_at: '',
  updated_at: '',
})
const all = [wallet(1, 'A', ['Whales']), wallet(2, 'B'), wallet(3, 'C', ['Cold', 'Whales']), wallet(4, 'D')]
const held = new Map<number, HoldingState>([
  [1, holding(5n, 10n * USD, 1)],
  [2, holding(2n ** 60n + 1n, null)],
  [3, holding(2n ** 60n, 30n * USD, 3)],
])
const dayAgo: DayAgo = {
  at: '2026-11-24T12:00:00.000Z',
  usd: new Map([
    [1, 4n * USD],
    [3, 40n * USD],
  ]),
}
const shown = (filter: Partial<Filter>) =>
  filterWallets(all, { ...NO_FILTER, ...filter }, { holdingOf: ({ id }) => held.get(id), dayAgo })
    .map((one) => one.name)
    .join('')

test('every column sorts both ways, what is not known comes last, and equals stay sorted by name', () => {
  const both = (sortBy: Filter['sortBy']) => [
    shown({ sortBy, sortOrder: 'asc' }),
    shown({ sortBy, sortOrder: 'desc' }),
  ]
  assert.deepEqual(both('name'), ['ABCD', 'DCBA'])
  // Amounts that are equal as floats are distinguished.
  assert.deepEqual(both('sol'), ['ACBD', 'BCAD'])
  assert.deepEqual(both('tokenCount'), ['BACD', 'CABD'])
  assert.deepEqual(both('groups'), ['CABD', 'ACBD'])
  assert.deepEqual(both('value'), ['ACBD', 'CABD'])
  assert.deepEqual(both('change'), ['CABD', 'ACBD'])
})

test('the search looks at names and addresses, also of wallets whose balance is not known', () => {
  assert.equal(shown({ search: ' d ' }), 'ABCD')
  assert.equal(shown({ search: 'dadd' }), 'D')
  assert.equal(shown({ search: 'nothing' }), '')
  assert.equal(shown({ search: 'address', sortBy: 'value', sortOrder: 'desc' }), 'CABD')
})

test('a change is told with its sign, what it was and the percent, or the reason why it is not known', () => {
  const of = (id: number, ago: DayAgo = dayAgo) => changeOf(id, held.get(id), ago)
  const [gain, loss] = [of(1), of(3)]
  assert.ok(gain && loss)
  assert.equal(changeText(gain).text, '+$6.00')
  assert.match(changeText(gain).exact, /^\$4\.00 24 hours ago, \$10\.00 now, \+150\.00%\./)
  assert.equal(changeText(loss).text, '-$10.00')
  assert.match(changeText(loss).exact, /-25\.00%/)
  assert.equal(changeText({ now: 0n, before: 0n }).text, '$0.00')
  const tiny = changeText({ now: 999_999_000n, before: 1_000_000_000n })
  assert.equal(tiny.text, '$0.00')
  assert.match(tiny.exact, /now, 0\.00%\./)
  assert.equal(of(2), undefined)
  const why = (id: number, ago: DayAgo = dayAgo) => unknownChange(id, held.get(id), ago)
  assert.equal(why(2), 'A price is missing')
  assert.equal(why(4), 'Loading...')
  assert.equal(why(1, 'failed'), 'The values of 24 hours ago could not be loaded')
  assert.equal(why(1, { at: null, usd: new Map() }), 'Known once values have been recorded for 24 hours')
  assert.equal(why(1, { at: '', usd: new Map() }), 'This wallet was not recorded 24 hours ago')
})
