import assert from 'node:assert/strict'
import { test } from 'node:test'
import { centWords, columnWords, unitColumnWords } from './amount-words.ts'
import { relativeTime } from '../dates/relative-time.ts'
import { shortAddress } from './short-address.ts'

test('an address is shortened from ten characters on', () => {
  assert.equal(shortAddress('123456789'), '123456789')
  assert.equal(shortAddress('1234567890'), '1234...7890')
})

test('a time is shown in its largest whole unit', () => {
  const now = 1_000_000_000
  assert.equal(relativeTime(now - 59_000, now), 'just now')
  assert.equal(relativeTime(now + 5_000, now), 'just now')
  assert.equal(relativeTime(now - 119_000, now), '1 minute ago')
  assert.equal(relativeTime(now - 7_200_000, now), '2 hours ago')
  assert.equal(relativeTime(now - 90_000_000, now), '1 day ago')
})

test('in a column a sum has the cent and no more, and what is nothing to the cent has no sign', () => {
  assert.equal(centWords(1234.5678, true), '+$1,234.57')
  assert.equal(centWords('-0.014', true), '-$0.01')
  assert.equal(centWords('-0.0049', true), '$0.00')
  assert.equal(centWords(0, true), '$0.00')
})

test('a column of several units has the same digits for each of them', () => {
  assert.deepEqual(
    unitColumnWords([
      { value: 0, unit: 'SOL' },
      { value: 5, unit: 'USDC' },
      { value: '10.00001', unit: 'SOL' },
      { value: null, unit: 'SOL' },
      { value: 1.5, unit: 'USDC' },
    ]),
    ['0.00000 SOL', '5.00 USDC', '10.00001 SOL', '–', '1.50 USDC'],
  )
})

test('in a column what is too little for its digits has no sign, and what is huge has all of them', () => {
  assert.deepEqual(columnWords([0, 1e-9, '-0.000000001', -0.5, 1e21], 'SOL', true), [
    '0.00 SOL',
    '0.00 SOL',
    '0.00 SOL',
    '-0.50 SOL',
    '+1,000,000,000,000,000,000,000.00 SOL',
  ])
})
