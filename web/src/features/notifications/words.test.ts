import assert from 'node:assert/strict'
import { test } from 'node:test'
import { headOf } from './words.ts'

test('the heading says what happened, so that the text need not', () => {
  assert.equal(headOf({ kind: 'ended', status: 'completed' }), 'Completed')
  assert.equal(headOf({ kind: 'ended', status: 'stopped' }), 'Stopped')
  assert.equal(headOf({ kind: 'ended', status: 'failed' }), 'Failed')
  assert.equal(headOf({ kind: 'limit', status: null }), 'Limit reached')
  assert.equal(headOf({ kind: 'filled', status: null }), 'Order filled')
  assert.equal(headOf({ kind: 'error', status: null, operation_id: 'one' }), 'Open again')
})
