import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UUID } from '@purser/contract/values.ts'
import { localOrigin, toOperationId, portableOrigin } from './operation-id.ts'

const asked = { userId: 7, email: 'ann@example.com', type: 'faucet', originKey: '7:POST /api/faucet:key' }

test('the same request of the same person is the same operation, whatever number the database gives the person', () => {
  const id = toOperationId(asked)
  assert.match(id, UUID)
  assert.match(id, /^.{14}5.{4}[89ab]/)
  assert.equal(toOperationId({ ...asked, userId: 12, originKey: '12:POST /api/faucet:key' }), id)
})

test('another person, type, route or key is another operation', () => {
  const ids = [
    asked,
    { ...asked, email: 'bob@example.com' },
    { ...asked, type: 'trade' },
    { ...asked, originKey: '7:POST /api/faucets:key' },
    { ...asked, originKey: '7:POST /api/faucet:other' },
    // It is not the prefix of this user, so it is part of the name.
    { ...asked, originKey: '8:POST /api/faucet:key' },
  ].map(toOperationId)
  assert.equal(new Set(ids).size, ids.length)
})

test('an origin key leaves a database without the user number and comes back with the new one', () => {
  assert.equal(localOrigin(12, portableOrigin(7, '7:top-up:99')), '12:top-up:99')
  assert.equal(localOrigin(12, portableOrigin(7, 'strategy:a:1:2:w')), 'strategy:a:1:2:w')
})
