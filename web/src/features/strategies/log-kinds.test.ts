import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesRecord } from './log-kinds.ts'

test('a line of the desk may change the record, one that a user wrote never does, whatever it says', () => {
  assert.equal(changesRecord({ kind: 'engine' }), true)
  assert.equal(changesRecord({ kind: 'user' }), false)
})
