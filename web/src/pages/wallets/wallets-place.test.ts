import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_FILTER } from '#features/balances/filter/filter-wallets.ts'
import { type Place, readPlace, writePlace } from './wallets-place.ts'

const FIRST: Place = {
  view: 'all',
  filter: NO_FILTER,
  wallet: undefined,
  detail: false,
  filtering: false,
  portfolio: false,
  bot: 'auto',
}

test('the page as it is at first has an empty URL, and every other place reads back as it was written', () => {
  assert.equal(writePlace(FIRST).toString(), '')
  assert.deepEqual(readPlace(new URLSearchParams()), FIRST)
  const places: Place[] = [
    { ...FIRST, view: 'ungrouped', detail: true, wallet: 7 },
    { ...FIRST, view: 12, filtering: true, portfolio: true, bot: 'open' },
    { ...FIRST, bot: 'closed' },
    {
      ...FIRST,
      filter: {
        search: 'cold & "deep"',
        minSolAmount: '1.5',
        maxSolAmount: '2',
        minTotalValue: '0',
        maxTotalValue: 'nonsense',
        selectedTokens: ['a', 'b'],
        tokenFilterMode: 'none',
        includeEmptyWallets: false,
        sortBy: 'change',
        sortOrder: 'desc',
      },
    },
  ]
  for (const place of places)
    assert.deepEqual(readPlace(new URLSearchParams(writePlace(place).toString())), place)
})

test('what cannot be read is as at first', () => {
  const strange =
    'group=-1&wallet=x&sort=toString&order=up&mode=some&empty=perhaps&detail=yes&filters=1&tokens=,,&portfolio=1&bot=on'
  assert.deepEqual(readPlace(new URLSearchParams(strange)), FIRST)
})
