import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prefixQuestion, sameName, existingPrefix } from './existing-names.ts'

const named = (...names: string[]) => names.map((name) => ({ name }))

test('only wallets of the very prefix and a number count, and the numbers go on behind the highest', () => {
  const wallets = named('Desk 1', 'Desk 7', 'Desk', 'Desk 07', 'Desk two', 'desk 9', 'Desk top 3')
  assert.deepEqual(existingPrefix(wallets, ' Desk '), { count: 2, highest: 7 })
  assert.equal(
    prefixQuestion(wallets, 'Desk', 3),
    'There are already 2 wallets called Desk and a number. The new ones will be Desk 8 to Desk 10.',
  )
  assert.equal(
    prefixQuestion(named('Desk 1'), 'Desk', 1),
    'There is already 1 wallet called Desk and a number. The new one will be Desk 2.',
  )
  assert.equal(prefixQuestion(wallets, 'Cold', 3), undefined)
})

test('names are the same whatever their case and the spaces around them', () => {
  assert.ok(sameName(' Whales', 'whales '))
  assert.ok(!sameName('Whales', 'Whale'))
})
