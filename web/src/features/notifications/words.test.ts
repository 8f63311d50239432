import assert from 'node:assert/strict'
import { test } from 'node:test'
import { headOf, textOf } from './words.ts'

test('what happened is said once: the head has the word, the text the rest of the line', () => {
  assert.equal(headOf({ kind: 'ended', status: 'completed' }), 'Completed')
  assert.equal(textOf({ text: 'Completed successfully: the order is filled' }), 'The order is filled')
  assert.equal(headOf({ kind: 'limit', status: null }), 'Limit met')
  assert.equal(textOf({ text: 'Limit met: stop loss: 1 USD' }), 'Stop loss: 1 USD')
  assert.equal(
    textOf({ text: 'Bought 5 BONK for 0.01 SOL (order 1).' }),
    'Bought 5 BONK for 0.01 SOL (order 1).',
  )
})
