import assert from 'node:assert/strict'
import { test } from 'node:test'
import { marketCapText, mintText, priceText } from './token-figures.ts'

test('a market cap is in thousands above 1e3 and in millions above 1e6, never rounded up', () => {
  const shown: [number | string | null, string][] = [
    [0, '$0.00'],
    [999.999, '$999.99'],
    [1_000, '$1000.00'],
    [1_000.01, '$1.00K'],
    [999_999.99, '$999.99K'],
    [1_000_000, '$1000.00K'],
    [2_359_999, '$2.35M'],
    ['1234567890123.123456', '$1,234,567.89M'],
    [null, 'Unknown'],
  ]
  for (const [value, text] of shown) assert.equal(marketCapText(value), text)
})

test('a price shows four digits below a dollar and cents above', () => {
  const shown: [number | string | null, string][] = [
    [0.00123456, '$0.001234'],
    ['0.000000000123', '$0.000000000123'],
    [0.5, '$0.5'],
    [1234.567, '$1,234.56'],
    [null, 'Unknown'],
  ]
  for (const [value, text] of shown) assert.equal(priceText(value), text)
})

test('a mint shows its first six and last four characters', () => {
  assert.equal(mintText('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'), 'EPjFWd...Dt1v')
})
