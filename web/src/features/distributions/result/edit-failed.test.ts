import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Proposal } from '@purser/contract/distributions/distributions.ts'
import { editedRequest } from './edit-failed.ts'

const failed = [{ walletId: 2, walletName: 'B', address: 'b', amount: '1', error: 'no', refusal: null }]
const proposal = (as: 'undo' | 'retry') =>
  ({
    distribute: {
      sourceWalletId: 1,
      destinations: [{ walletId: 2, amount: '1' }],
      of: { operationId: 'o', as },
    },
  }) as Proposal
const bodyOf = (as: 'undo' | 'retry') => {
  const request = editedRequest(proposal(as), { failed, amounts: new Map([[2, '0.4']]) })
  return request?.kind === 'distribute' ? request.body : undefined
}

test('a retry says that its amounts were set anew, and an undo, whose amounts are bounded by what was paid, does not', () => {
  assert.deepEqual(bodyOf('retry')?.of, { operationId: 'o', as: 'retry', edited: true })
  assert.deepEqual(bodyOf('undo')?.of, { operationId: 'o', as: 'undo' })
  assert.deepEqual(bodyOf('undo')?.destinations, [{ walletId: 2, amount: '0.4' }])
})
