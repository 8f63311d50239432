import assert from 'node:assert/strict'
import { test } from 'node:test'
import { percentText } from './percent-text.ts'
import { plainPrices, pricePlaces, priceText } from './price-text.ts'

test('a price is shown with five significant digits', () => {
  assert.deepEqual(
    [0, 0.00002140714, 0.5, 1.23456, 151.239, 12_345.678].map((price) => priceText(price)),
    ['$0.00', '$0.0₄21407', '$0.50000', '$1.2346', '$151.24', '$12,345.68'],
  )
  assert.equal(priceText(0.0001, pricePlaces(0.00002)), '$0.0₃100000')
  assert.equal(plainPrices('buy at $0.0₄21407'), 'buy at $0.000021407')
})

test('a percentage has two decimals and its sign, which one that rounds to zero has not', () => {
  assert.deepEqual([2, -0.1, 0, -0, 0.004, -0.0049, 0.005, 12_345.678].map(percentText), [
    '+2.00%',
    '-0.10%',
    '0.00%',
    '0.00%',
    '0.00%',
    '0.00%',
    '+0.01%',
    '+12,345.68%',
  ])
})
