import assert from 'node:assert/strict'
import { test } from 'node:test'
import { initials } from './initials.ts'

test('initials are those of the first two words; numbers, signs and emptiness do no harm', () => {
  const all = (names: string[]) => names.map(initials)
  assert.deepEqual(all(['Cold Storage', 'cold deep store', 'Wallet 12', '7 seas', '12']), [
    'CS',
    'CD',
    'W',
    '7S',
    '1',
  ])
  assert.deepEqual(all(['«Ärger»', '日本 語', '***', '', ' ']), ['Ä', '日語', '', '', ''])
})
