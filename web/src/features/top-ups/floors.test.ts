import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dailyCap, minimumBalance, topUpAmount } from './floors.ts'

test('amounts below their floor, and invalid ones, become the floor', () => {
  for (const text of ['', '.', '0', '0.0089']) assert.equal(minimumBalance(text), '0.009')
  assert.equal(minimumBalance('0.50'), '0.5')
  for (const text of ['', '.', '0.00999']) assert.equal(topUpAmount(text), '0.01')
  assert.equal(topUpAmount('1'), '1')
})

test('an empty daily cap is none', () => {
  assert.equal(dailyCap(' '), null)
  assert.equal(dailyCap('.'), undefined)
  assert.equal(dailyCap('2.50'), '2.5')
})
