import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Command, found, signatureIn } from './found.ts'

const command = (label: string, words = ''): Command => ({
  id: label,
  label,
  words,
  icon: null,
  run: () => {},
})
const all = [command('Audit Log'), command('Log out', 'lock sign out'), command('Stop everything', 'kill')]

test('every word that was typed must be there, and what begins with it comes first', () => {
  const labels = (typed: string) => found(all, typed, 10).map((one) => one.label)
  assert.deepEqual(labels('log'), ['Log out', 'Audit Log'])
  assert.deepEqual(labels('LOCK'), ['Log out'])
  assert.deepEqual(labels('audit log'), ['Audit Log'])
  assert.deepEqual(labels('audit stop'), [])
  assert.equal(found(all, '', 2).length, 2)
})

test('only what can be a signature is looked up', () => {
  assert.equal(signatureIn(` ${'5'.repeat(88)} `), '5'.repeat(88))
  for (const typed of ['5'.repeat(44), '5'.repeat(89), `0${'5'.repeat(87)}`, ''])
    assert.equal(signatureIn(typed), undefined)
})
