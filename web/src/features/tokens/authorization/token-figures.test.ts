import assert from 'node:assert/strict'
import { test } from 'node:test'
import { marketCapText, mintText } from './token-figures.ts'

test('a market cap is in thousands above 1e3 and in millions above 1e6, rounded half up', () => {
  const shown: [number | string | null, string][] = [
    [0, '$0.00'],
    [999.994, '$999.99'],
    [1_000, '$1000.00'],
    [1_000.01, '$1.00K'],
    [999_994, '$999.99K'],
    [1_000_000, '$1000.00K'],
    [2_359_999, '$2.36M'],
    ['1234567890123.123456', '$1,234,567.89M'],
    [null, 'Unknown'],
  ]
  for (const [value, text] of shown) assert.equal(marketCapText(value), text)
})

test('a mint shows its first six and last four characters', () => {
  assert.equal(mintText('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'), 'EPjFWd...Dt1v')
})
